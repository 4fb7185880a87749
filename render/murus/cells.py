"""The cells of the Murus Gallicus board, its stones, and the home rows on its frame."""

from collections.abc import Iterator

from games.murus.board import height, owner

from ..frame import TOP, Field
from ..look import Theme
from ..scene import Box, Run, Shape, Text, placed
from ..squares import Squares
from .colours import MURUS, Side
from .pieces import piece

CELL = 87
"""The side of a cell in px."""


def stones(theme: Theme, stack: int, side: int) -> Iterator[Shape]:
    """Draw a stack, in high contrast with its height."""
    seat = owner(stack)
    if seat is not None:
        yield from placed(piece(theme, seat, height(stack)).shapes, 0, 0, side)
        if theme == "contrast":
            yield from _number(MURUS[theme].sides[seat], height(stack))


def _number(side: Side, stones: int) -> tuple[Shape, ...]:
    """Write the height on a plate in the lower right corner."""
    x, y = CELL / 2 - 13.5, CELL / 2 - 15
    ink = "#FFFFFF" if side.fill == side.outline else "#000000"
    return (
        Box(x - 10.5, y - 12.5, x + 10.5, y + 12.5, side.fill, 5, ink, 2),
        Text(x, y, "middle", (Run(str(stones), 21, ink, "ExtraBold"),)),
    )


def home_rows(theme: Theme, field: Field) -> tuple[Shape, ...]:
    """Put each side's trim on the frame along its home row."""
    one, other = MURUS[theme].sides
    lower, upper = (other, one) if field.flipped else (one, other)
    return (
        Box(field.left, TOP - 5, field.right, TOP, upper.trim),
        Box(field.left, field.bottom, field.right, field.bottom + 5, lower.trim),
    )


SQUARES = Squares({theme: own.cells for theme, own in MURUS.items()}, stones, home_rows)
