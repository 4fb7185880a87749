"""The cells of the Diablo board and its stacks."""

from games.diablo.board import owner

from ..look import Theme
from ..scene import Shape, placed
from ..squares import Squares
from .colours import DIABLO
from .pieces import piece


def stacks(theme: Theme, stack: int, side: int) -> tuple[Shape, ...]:
    """Draw a stack in a cell of that side."""
    seat = owner(stack)
    return () if seat is None else placed(piece(theme, seat, abs(stack), side).shapes, 0, 0, side)


SQUARES = Squares({theme: own.cells for theme, own in DIABLO.items()}, stacks)
