"""What both modes of Junqi write alike: squares, moves, counts, sets of seats, ends."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..core import Code as Core
from ..core import NotationError, Over, Seat
from ..submission import excerpt
from .board import CAMPS, GRID, HEADQUARTERS, SEATS
from .options import Options
from .tally import Tally

_SQUARES = re.compile(r"([a-z]\d{1,2})(?:[-x]?([a-z]\d{1,2}))?")
NOTHING = "-"


def is_squares(text: str) -> bool:
    """Whether a tidied text looks like one square or two."""
    return _SQUARES.fullmatch(text.replace(" ", "")) is not None


def read_squares(text: str) -> tuple[int, ...]:
    """One square or two of `a6`, `a6-a7`, `a6xa7`, `a6 a7`. Raises NotationError."""
    match = _SQUARES.fullmatch(text.replace(" ", ""))
    if not match:
        raise NotationError(Core.UNREADABLE, text=excerpt(text), example="c3-c4")
    return tuple(GRID.square(name) for name in match.groups() if name)


def written(origin: int, target: int, *, attack: bool = False) -> str:
    """`a6-a7`, or `a6xa7` for what was an attack."""
    return f"{GRID.names[origin]}{'x' if attack else '-'}{GRID.names[target]}"


def bad(text: str) -> NotationError:
    """The refusal of a text that is not a position."""
    return NotationError(Core.BAD_POSITION, text=excerpt(text))


def seats_text(seats: frozenset[Seat]) -> str:
    return "".join(map(str, sorted(seats))) or NOTHING


def read_seats(text: str) -> frozenset[Seat]:
    if not re.fullmatch(r"-|0?1?", text) or not text:
        raise bad(text)
    return frozenset(Seat(int(seat)) for seat in text if seat != NOTHING)


def end_text(end: Over | None) -> str:
    return NOTHING if end is None else f"{''.join(map(str, sorted(end.winners)))}:{end.reason}"


def read_end(text: str) -> Over | None:
    if text == NOTHING:
        return None
    match = re.fullmatch(r"([01]?):([a-z_]{1,32})", text)
    if not match:
        raise bad(text)
    return Over(frozenset(Seat(int(seat)) for seat in match[1]), match[2])


def board_lines(tokens: dict[int, str]) -> str:
    """The board as text: what stands on it, and for empty points `( )` camps, `[ ]` headquarters.

    Every other empty point is a dot.
    """
    empty = {**dict.fromkeys(CAMPS, "()"), **dict.fromkeys(HEADQUARTERS, "[]")}
    return GRID.frame([tokens.get(n) or empty.get(n, ".") for n in range(len(GRID))])


def counted(text: str) -> int:
    """A whole number from 0 of at most five digits. Raises NotationError."""
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise bad(text)
    return int(text)


HEAD = 5
"""The parts of a position that both modes begin with."""


def head(options: Options, tally: Tally) -> tuple[str, ...]:
    """`standard 0 24 1 0,2`: the variant, who is to move, turns, quiet turns, missed turns."""
    missed = ",".join(map(str, tally.missed))
    return options.text.replace(" ", "+"), *map(str, (tally.mover, tally.ply, tally.quiet)), missed


def read_head(parts: list[str], read_variant: Callable[[str], Options]) -> tuple[Options, Tally]:
    """The options and the counts that such parts stand for. Raises NotationError."""
    variant, mover, ply, quiet, missed = parts[:HEAD]
    counts = tuple(map(counted, missed.split(",")))
    if mover not in ("0", "1") or len(counts) != len(SEATS):
        raise bad(" ".join(parts))
    return read_variant(variant), Tally(Seat(int(mover)), counted(ply), counted(quiet), counts)
