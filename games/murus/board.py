"""The board of Murus Gallicus: 8 files, 7 ranks, stacks of up to three stones (section 1.1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from ..core import Seat
from ..grid import COMPASS, Grid

GRID = Grid(8, 7)

Board: TypeAlias = bytes
"""One byte per square: 0 empty, 1-3 a Roman wall, tower, catapult, 4-6 a Gallic one."""

EMPTY = 0
WALL, TOWER, CATAPULT = 1, 2, 3

ROMANS, GAULS = Seat(0), Seat(1)


def stack(seat: Seat, height: int) -> int:
    """Return the cell value of a seat's stack; the empty square for height 0."""
    return height + 3 * seat if height else EMPTY


def height(cell: int) -> int:
    """Count the stones on a cell of either side: 0 to 3."""
    return cell - 3 if cell > 3 else cell


def owner(cell: int) -> Seat | None:
    """Return the owner of the stack on a cell."""
    return None if cell == EMPTY else GAULS if cell > 3 else ROMANS


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return GAULS if seat == ROMANS else ROMANS


def stones(board: Board, seat: Seat) -> int:
    """Count the stones a seat has left of its 16."""
    return sum(h * board.count(stack(seat, h)) for h in (WALL, TOWER, CATAPULT))


START: Board = bytes([TOWER] * 8 + [EMPTY] * 40 + [stack(GAULS, TOWER)] * 8)
GOAL = {ROMANS: slice(48, 56), GAULS: slice(0, 8)}
"""The row each seat wants to reach: its opponent's home row."""
STACKS = {ROMANS: (1, 2, 3), GAULS: (4, 5, 6)}
"""The cell values of a seat's wall, tower and catapult."""
RAISED = {ROMANS: bytes([1, 2, 3]), GAULS: bytes([4, 0, 0, 0, 5, 6])}
"""For every cell value: what a stone of this seat makes of it."""
LOWERED = bytes([0, 0, 1, 2, 0, 4, 5])
"""For every cell value: what is left without its upper stone."""
LANDINGS = {
    (seat, advanced): bytes(cell in (EMPTY, *STACKS[seat][: 1 + advanced]) for cell in range(256))
    for seat in (ROMANS, GAULS)
    for advanced in (False, True)
}
"""Tables for `translate`: the cells on which a seat's distribution may put a stone become 1."""
PREY = {
    seat: bytes(cell in (wall, catapult) for cell in range(256))
    for seat, (wall, _, catapult) in ((ROMANS, STACKS[GAULS]), (GAULS, STACKS[ROMANS]))
}
"""Tables for `translate`: the enemy stacks to which a seat's towers may give stones become 1."""
SECOND_ROW = {ROMANS: range(8, 16), GAULS: range(40, 48)}


class Sign(StrEnum):
    """The sign of a move between its two squares."""

    TO = "-"
    TAKE = "x"
    TAKE_TWO = "*"


TO, TAKE, TAKE_TWO = Sign
"""The signs by themselves: to look one up in its class takes longer than to compare it."""


@dataclass(frozen=True, slots=True)
class Move:
    """A tower distributes or gives stones, or a catapult fires.

    `a1-a3` puts a tower's stones on a2 and a3, or throws a catapult's stone on the empty a3;
    `d4xd5` takes one enemy stone; `d4*d5` gives both stones of a tower for two of a catapult.
    Squares are numbers.
    """

    origin: int
    sign: Sign
    target: int


@dataclass(frozen=True, slots=True)
class Redistribution:
    """`a1-b2,c2`: the first turn of that variant; a tower becomes two walls, in ascending order."""

    origin: int
    first: int
    second: int


Action: TypeAlias = Move | Redistribution


def _distributions(origin: int) -> Iterator[tuple[int, int, Move]]:
    for right, up in COMPASS:
        near, far = GRID.step(origin, right, up), GRID.step(origin, 2 * right, 2 * up)
        if near is not None and far is not None:
            yield near, far, Move(origin, TO, far)


def _neighbours(origin: int) -> tuple[tuple[int, Move, Move], ...]:
    squares = (GRID.step(origin, right, up) for right, up in COMPASS)
    return tuple(
        (square, Move(origin, TAKE, square), Move(origin, TAKE_TWO, square))
        for square in squares
        if square is not None
    )


def _shots(seat: Seat, origin: int) -> tuple[tuple[int, Move, Move], ...]:
    forward = 1 if seat == ROMANS else -1
    directions = [(right, up) for right, up in COMPASS if up != -forward]
    squares = (
        GRID.step(origin, right * reach, up * reach) for right, up in directions for reach in (2, 3)
    )
    return tuple(
        (square, Move(origin, TO, square), Move(origin, TAKE, square))
        for square in squares
        if square is not None
    )


DISTRIBUTIONS = tuple(tuple(_distributions(square)) for square in range(len(GRID)))
"""For every square: (near, far, the move) in each direction with room for both."""
BETWEEN = tuple({far: near for near, far, _ in lines} for lines in DISTRIBUTIONS)
"""For every square: the one between it and each square a distribution from it can end on."""
NEIGHBOURS = tuple(_neighbours(square) for square in range(len(GRID)))
"""For every square: (neighbour, taking one stone there, giving two stones there)."""
AROUND = tuple(sum(1 << 8 * square for square, _, _ in each) for each in NEIGHBOURS)
"""For every square: its neighbours in one number, a byte for each square of the board."""
SHOTS = {
    seat: tuple(_shots(seat, square) for square in range(len(GRID))) for seat in (ROMANS, GAULS)
}
"""For a seat's catapult on every square: (target, throwing on it, hitting it); never backward."""
REDISTRIBUTIONS = {
    seat: tuple(
        Redistribution(origin, first, second)
        for origin in home
        for first in SECOND_ROW[seat]
        for second in SECOND_ROW[seat]
        if first < second
    )
    for seat, home in ((ROMANS, range(8)), (GAULS, range(48, 56)))
}


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the published ways to play: `basic` or `advanced`, then `+` additions."""

    advanced: bool = False
    redistribution: bool = False
    escape: bool = False

    @property
    def text(self) -> str:
        base = "advanced" if self.advanced else "basic"
        return base + "+redistribution" * self.redistribution + "+escape" * self.escape


VARIANTS = {
    variant.text: variant
    for escape in (False, True)
    for redistribution in (False, True)
    for advanced in (False, True)
    for variant in [Variant(advanced, redistribution, escape)]
}
"""Every variant by its text, the default first."""
