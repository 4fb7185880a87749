"""Views of Murus Gallicus drawn at the start, so that no tile is new."""

from collections.abc import Iterator

from games.core import Act, Seat
from games.murus.board import GRID, Move, Sign, Variant
from games.murus.view import MurusView

TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))


def portraits() -> Iterator[MurusView]:
    return map(_portrait, range(12))


def _portrait(number: int) -> MurusView:
    """Show every stack on both kinds of cells, and a shot or a distribution in each direction."""
    board = [(3 * square + square // 8 + number) % 7 for square in range(len(GRID))]
    origin = GRID.square("d4") + number // 6
    names = ("d6", "f6", "f4", "f2", "d2", "b2")
    target = GRID.square(names[number % 6]) + number // 6
    if number % 2:
        board[origin] = 0
    sign = Sign.TO if number % 2 else Sign.TAKE
    last = Move(origin, sign, target)
    ply = 20 + number // 2 % 2
    return MurusView(None, TURNS[ply % 2], (), bytes(board), Variant(advanced=True), ply, last)
