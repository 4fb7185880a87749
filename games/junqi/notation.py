"""The notation that every mode of Junqi shares: squares, moves, counts, seats, ends."""

import re
from collections.abc import Callable, Sequence

from ..core import Code as Core
from ..core import NotationError, Over, Seat
from ..submission import excerpt
from .board import CAMPS, GRID, HEADQUARTERS, SEATS
from .options import Options
from .tally import Tally

_SQUARES = re.compile(r"([a-z]\d{1,2})(?:[-x]?([a-z]\d{1,2}))?")
NOTHING = "-"


def is_squares(text: str) -> bool:
    """Tell whether a tidied text looks like one square or two."""
    return _SQUARES.fullmatch(text.replace(" ", "")) is not None


def read_squares(text: str, square: Callable[[str], int] = GRID.square) -> tuple[int, ...]:
    """Return the one or two squares of `a6`, `a6-a7`, `a6xa7` or `a6 a7`. `square` finds one by its
    name. Raises NotationError."""
    match = _SQUARES.fullmatch(text.replace(" ", ""))
    if not match:
        raise NotationError(Core.UNREADABLE, text=excerpt(text), example="c3-c4")
    return tuple(square(name) for name in match.groups() if name)


def write_move(
    origin: int, target: int, *, attack: bool = False, names: Sequence[str] = GRID.names
) -> str:
    """Write `a6-a7`, or `a6xa7` for an attack."""
    return f"{names[origin]}{'x' if attack else '-'}{names[target]}"


def bad(text: str) -> NotationError:
    """Return the refusal of a text that is not a position."""
    return NotationError(Core.BAD_POSITION, text=excerpt(text))


def seats_text(seats: frozenset[Seat]) -> str:
    return "".join(map(str, sorted(seats))) or NOTHING


def read_seats(text: str, seats: Sequence[Seat] = SEATS) -> frozenset[Seat]:
    named = frozenset(seat for seat in seats if str(seat) in text)
    if seats_text(named) != text:
        raise bad(text)
    return named


def end_text(end: Over | None) -> str:
    return NOTHING if end is None else f"{''.join(map(str, sorted(end.winners)))}:{end.reason}"


def read_end(text: str, seats: Sequence[Seat] = SEATS) -> Over | None:
    if text == NOTHING:
        return None
    match = re.fullmatch(r"([0-9]*):([a-z_]{1,32})", text)
    if not match:
        raise bad(text)
    winners = read_seats(match[1] or NOTHING, seats)
    if len(winners) == len(seats):
        raise bad(text)
    return Over(winners, match[2])


def board_lines(tokens: dict[int, str]) -> str:
    """Draw the board with its pieces; empty camps are `( )`, headquarters `[ ]`, others a dot."""
    empty = {**dict.fromkeys(CAMPS, "()"), **dict.fromkeys(HEADQUARTERS, "[]")}
    return GRID.frame([tokens.get(n) or empty.get(n, ".") for n in range(len(GRID))])


def read_count(text: str) -> int:
    """Return a whole number from 0 of at most five digits. Raises NotationError."""
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise bad(text)
    return int(text)


HEAD = 5


def head(options: Options, tally: Tally) -> tuple[str, ...]:
    """Write `standard 0 24 1 0,2`: variant, the seat to move, turns, quiet turns, missed turns."""
    missed = ",".join(map(str, tally.missed))
    return options.text.replace(" ", "+"), *map(str, (tally.mover, tally.ply, tally.quiet)), missed


def read_head(
    parts: list[str], read_variant: Callable[[str], Options], seats: Sequence[Seat] = SEATS
) -> tuple[Options, Tally]:
    """Return the options and the counts of such parts. Raises NotationError."""
    variant, mover, ply, quiet, missed = parts[:HEAD]
    counts = tuple(map(read_count, missed.split(",")))
    if mover not in map(str, seats) or len(counts) != len(seats):
        raise bad(" ".join(parts))
    return read_variant(variant), Tally(
        Seat(int(mover)), read_count(ply), read_count(quiet), counts
    )
