"""Figures in rows: ours, the reference measured beside it in one run, their ratio and its limit."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True, slots=True)
class Row:
    """A figure and its reference; `limit` is the greatest ratio allowed, if any."""

    name: str
    ours: float
    reference: float
    unit: str
    ratio: float
    limit: float | None = None

    @property
    def held(self) -> bool:
        """Tell whether the ratio keeps to its limit."""
        return self.limit is None or self.ratio <= self.limit


def median(runs: Iterable[float]) -> float:
    """Return the middle of several runs of the same thing."""
    return statistics.median(runs)


def row(name: str, ours: float, reference: float, unit: str, limit: float | None = None) -> Row:
    """Make a row with its ratio computed."""
    return Row(name, ours, reference, unit, ours / reference, limit)


def least(ways: Sequence[Callable[[int], object]], subjects: int, rounds: int) -> list[float]:
    """Return the CPU seconds that each way needs for subjects 0 to `subjects` - 1. All ways take a
    subject one after the other, and again in every round. Of each subject the quickest round
    counts, so that other work of the machine hardly shows."""
    best = [[float("inf")] * subjects for _ in ways]
    for _ in range(rounds):
        for subject in range(subjects):
            for way, times in zip(ways, best, strict=True):
                began = process_time()
                way(subject)
                times[subject] = min(times[subject], process_time() - began)
    return list(map(sum, best))


HEADS = ("", "ours", "reference", "unit", "ratio", "limit", "")
WIDTHS = (66, 10, 10, 9, 8, 7, 6)
"""The widths are fixed, so that every row can be printed as soon as it is measured."""


def show(rows: Iterable[Row]) -> bool:
    """Print every row as it comes and mark those beyond their limit; tell whether all kept it."""
    _print(HEADS)
    held = True
    for row in rows:
        _print(_cells(row))
        held = held and row.held
    return held


def _print(cells: tuple[str, ...]) -> None:
    line = (
        cell.ljust(width) if column in (0, 3) else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True))
    )
    print("  ".join(line).rstrip(), flush=True)


def _cells(row: Row) -> tuple[str, ...]:
    limit = "" if row.limit is None else f"{row.limit:.3f}"
    verdict = "" if row.limit is None else "ok" if row.held else "MISSED"
    ours, reference = f"{row.ours:,.2f}", f"{row.reference:,.2f}"
    return row.name, ours, reference, row.unit, f"{row.ratio:.3f}", limit, verdict
