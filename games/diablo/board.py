"""The board of Diablo: a square of even size with a stack on every square (rules, 1 and 2)."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TypeAlias

from ..core import Seat
from ..grid import Grid

Board: TypeAlias = tuple[int, ...]
"""One number per square from a1, rank by rank: 0 empty, h a Black stack of h checkers, -h Green."""

BLACK, GREEN = Seat(0), Seat(1)
SIZES = (8, 6, 10, 4, 12)
"""The sizes on offer, in squares per side; the default comes first."""
SMALLEST, LARGEST = 4, 26
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Sign(StrEnum):
    """The effect of a move, as it is written between its squares."""

    GO = "-"
    MERGE = "+"
    TAKE = "x"


@dataclass(frozen=True, slots=True)
class Move:
    """A whole stack moves as far as a die says: `a1-a3`, `b2+b4` or `c3xc6`. Squares are names,
    since their numbers depend on the size of the board."""

    origin: str
    sign: Sign
    target: str


@dataclass(frozen=True, slots=True)
class Removal:
    """`-c3`: one of the mover's own checkers is taken off."""

    square: str


Action: TypeAlias = Move | Removal


@cache
def grid(size: int) -> Grid:
    """Return the squares of a board of this size."""
    return Grid(size, size)


def side(seat: Seat) -> int:
    """Return the sign of a seat's stacks on the board."""
    return 1 if seat == BLACK else -1


def owner(cell: int) -> Seat | None:
    """Return the owner of the stack on a cell."""
    return None if cell == 0 else BLACK if cell > 0 else GREEN


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return GREEN if seat == BLACK else BLACK


def checkers(board: Board, seat: Seat) -> int:
    """Count the checkers a seat has left."""
    return sum(abs(cell) for cell in board if owner(cell) == seat)


def start(size: int) -> Board:
    """Put one checker on every square, the colours alternating, Black on a1."""
    return tuple(1 if (n % size + n // size) % 2 == 0 else -1 for n in range(size * size))


@cache
def reach(size: int, die: int) -> tuple[tuple[tuple[int, dict[Sign, Move]], ...], ...]:
    """List for every square those exactly `die` away in a straight line, with the moves there."""
    squares = grid(size)
    names = squares.names

    def from_(origin: int) -> tuple[tuple[int, dict[Sign, Move]], ...]:
        targets = (squares.step(origin, right * die, up * die) for right, up in STEPS)
        return tuple(
            (target, {sign: Move(names[origin], sign, names[target]) for sign in Sign})
            for target in targets
            if target is not None
        )

    return tuple(from_(origin) for origin in range(size * size))


@cache
def removals(size: int) -> tuple[Removal, ...]:
    """List the removal on every square."""
    return tuple(Removal(name) for name in grid(size).names)
