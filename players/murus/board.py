"""The board as whole numbers, one bit a square, so that one product finds all moves at once.

A rank takes eleven bits, the last three of them always empty: no line of a move, not even a shot
three squares to the side, can run off one rank and on to the next.
"""

from collections.abc import Sequence
from typing import TypeAlias

from games.core import Seat
from games.grid import COMPASS
from games.murus.board import GRID, Board, Move, Redistribution, Sign, other, stack

Stacks: TypeAlias = tuple[int, int, int, int, int, int]
"""The walls, towers and catapults of the side to move, then those of the enemy."""

_RANK = 11
BITS = tuple(1 << square // GRID.files * _RANK + square % GRID.files for square in range(len(GRID)))
_SQUARES = {bit: square for square, bit in enumerate(BITS)}
BOARD = sum(BITS)
_HOME = (sum(BITS[:8]), sum(BITS[-8:]))
GOAL = (_HOME[1], _HOME[0])
"""The row each seat wants to reach."""
_SPAN = _RANK * GRID.ranks


class Fan:
    """Every line of some kind that can be drawn on the board, each a bit in one long number.

    For each step, in descending order, that number has a field as long as the board. `origins`
    times a set of squares puts the set into every field as it stands; `reach(n)` times a set puts
    it there moved back by n steps, so that the bits of "origins times towers, and reach(1) times
    free squares" are the towers with a free square one step on. The fields lie so far apart that
    no sum carries and no field reaches the next one's squares.
    """

    def __init__(self, steps: Sequence[tuple[int, int]], furthest: int) -> None:
        shifts = [up * _RANK + right for right, up in steps]
        self._ordered = sorted(shifts, reverse=True)
        self._margin = furthest * max(map(abs, shifts))
        self._field = _SPAN + self._margin
        self.origins = self.reach(0)
        self.sentinel = 1 << self._field * len(shifts) + self._margin
        self._length = self.sentinel.bit_length() + 1

    def reach(self, steps: int) -> int:
        return sum(
            1 << number * self._field + self._margin - steps * shift
            for number, shift in enumerate(self._ordered)
        )

    def places_in(self, lines: int) -> list[int]:
        """List the places of the lines in a number, as `line` knows them."""
        digits = bin(lines | self.sentinel)
        places = []
        place = digits.find("1", 3)
        while place > 0:
            places.append(place)
            place = digits.find("1", place + 1)
        return places

    def bit(self, place: int) -> int:
        """Return the bit of a place."""
        return 1 << self._length - place

    def line(self, place: int, steps: int) -> tuple[int, ...]:
        """List the squares of a line from its origin on; none if the place stands for no line."""
        number, bit = divmod(self._length - place - self._margin, self._field)
        if not 0 <= number < len(self._ordered) or not 0 <= bit < _SPAN:
            return ()
        bits = [1 << bit]
        for _ in range(steps):
            shift = self._ordered[number]
            bits.append(bits[-1] << shift if shift > 0 else bits[-1] >> -shift)
        return tuple(_SQUARES[each] for each in bits) if all(b & BOARD for b in bits) else ()

    @property
    def places(self) -> range:
        """Every number that can be a place."""
        return range(self._length + 1)


DISTRIBUTIONS = Fan(COMPASS, furthest=2)
"""Lines from a tower; its neighbours are those one step on."""
SHOTS = tuple(
    Fan([(r * far, u * far) for r, u in COMPASS if u != back for far in (2, 3)], furthest=1)
    for back in (-1, 1)
)
"""Lines of a seat's catapults, one long step each: never backward."""

TAKE, TAKE_TWO, SHOOT = 1000, 2000, 3000
"""The kinds of moves that are not distributions, added to the place of a line."""
NUMBERS = SHOOT + max(len(fan.places) for fan in SHOTS)
"""One more than the highest number of a move."""


def stacks(board: Board, seat: Seat) -> Stacks:
    """Read the board as its seat to move has it."""
    walls, towers, catapults, *theirs = (
        sum(bit for bit, cell in zip(BITS, board, strict=True) if cell == stack(side, height))
        for side in (seat, other(seat))
        for height in (1, 2, 3)
    )
    return walls, towers, catapults, theirs[0], theirs[1], theirs[2]


def after_redistribution(action: Redistribution, position: Stacks) -> Stacks:
    """Return the board after a redistribution, as the other side has it."""
    walls, towers, catapults, *theirs = position
    first, second = BITS[action.first], BITS[action.second]
    own = (walls | first | second, towers ^ BITS[action.origin], catapults)
    return theirs[0], theirs[1], theirs[2], *own


def action(move: int, side: int, position: Stacks) -> Move:
    """Return the move of this number, as the rules know it."""
    if move >= SHOOT:
        origin, target = SHOTS[side].line(move - SHOOT, 1)
        empty = not BITS[target] & (position[3] | position[4] | position[5])
        return Move(origin, Sign.TO if empty else Sign.TAKE, target)
    if move >= TAKE:
        origin, target = DISTRIBUTIONS.line(move % 1000, 1)
        return Move(origin, Sign.TAKE_TWO if move >= TAKE_TWO else Sign.TAKE, target)
    origin, _, target = DISTRIBUTIONS.line(move, 2)
    return Move(origin, Sign.TO, target)
