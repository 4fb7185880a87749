"""Figures in rows: ours, the reference measured beside it in one run, their ratio and its limit."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """A figure and what it is compared with; `limit` is the greatest ratio allowed, if any."""

    name: str
    ours: float
    reference: float
    unit: str
    ratio: float
    limit: float | None = None

    @property
    def held(self) -> bool:
        """Whether the ratio keeps to its limit."""
        return self.limit is None or self.ratio <= self.limit


def median(runs: Iterable[float]) -> float:
    """The middle of several runs of the same thing."""
    return statistics.median(runs)


def row(name: str, ours: float, reference: float, unit: str, limit: float | None = None) -> Row:
    """A row with its ratio computed."""
    return Row(name, ours, reference, unit, ours / reference, limit)


HEADS = ("", "ours", "reference", "unit", "ratio", "limit", "")


def show(rows: Sequence[Row]) -> None:
    """Print one aligned table; a row beyond its limit says so."""
    lines = [HEADS, *map(_cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADS))]
    for line in lines:
        name, *figures = (
            cell.ljust(width) if column in (0, 3) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  ".join((name, *figures)).rstrip())


def _cells(row: Row) -> tuple[str, ...]:
    limit = "" if row.limit is None else f"{row.limit:.3f}"
    verdict = "" if row.limit is None else "ok" if row.held else "MISSED"
    return (
        row.name,
        f"{row.ours:,.2f}",
        f"{row.reference:,.2f}",
        row.unit,
        f"{row.ratio:.3f}",
        limit,
        verdict,
    )
