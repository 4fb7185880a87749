"""One cell of the Murus Gallicus board, with its stones and marks, as a tile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from games.murus.board import EMPTY, height, owner

from .. import marks
from ..look import Theme
from ..scene import Box, Point, Run, Shape, Text, Tile, placed
from ..theme import PICKED, TOKENS, Tokens, mixed
from .colours import MURUS, Side
from .pieces import piece

CELL = 87
"""The side of a cell in px."""

Mark: TypeAlias = Literal[
    "source", "target", "taken", "chosen", "dot", "passing", "corner dot", "prey"
]
UNDER = {
    "source": marks.brackets,
    "target": marks.ring,
    "chosen": marks.chosen,
    "prey": marks.prey,
    "dot": marks.dot,
    "passing": marks.passing,
}
"""How the marks under a piece are drawn; the others lie over it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """All that a cell's looks depend on.

    `shade` is 0 for the lighter cells, 1 for those as dark as a1; `stack` as on the board; `seams`
    the sides ("lrtb") with a neighbour beyond; `arrow` the ends of an arrow over it, from its upper
    left corner.
    """

    shade: int
    seams: str
    stack: int = EMPTY
    marks: tuple[Mark, ...] = ()
    arrow: tuple[Point, Point] | None = None


@lru_cache(maxsize=1024)
def tile(theme: Theme, cell: Cell) -> Tile:
    """The cell from the ground up: floor, marks, stones, badges."""
    tokens = TOKENS[theme]
    shapes: list[Shape] = list(floor(theme, cell))
    if cell.arrow:
        shapes += marks.arrow(*cell.arrow, tokens)
    for mark in cell.marks:
        if mark in UNDER:
            shapes += UNDER[mark](CELL, tokens)
    if cell.stack:
        shapes += _stones(theme, cell.stack)
    if "taken" in cell.marks:
        shapes += marks.badge(CELL, tokens, tokens.bad, tokens.badge, "x")
    if "prey" in cell.marks:
        shapes += marks.badge(CELL, tokens, tokens.pick, tokens.pickink, "x")
    if "corner dot" in cell.marks:
        shapes += marks.corner_dot(CELL, tokens)
    return Tile(("cell", cell), CELL, CELL, tuple(shapes))


def floor(theme: Theme, cell: Cell) -> tuple[Shape, ...]:
    """The cell's colour, tinted by its marks, and its half of the lines between cells."""
    floor = Box(0, 0, CELL, CELL, _colour(theme, cell))
    if theme != "contrast":
        return (floor,)
    return floor, *marks.grid_lines(CELL, cell.seams)


def tints(tokens: Tokens) -> dict[Mark, tuple[str, float]]:
    """The colours that marks lay over a cell, with their shares in per cent."""
    return {
        "source": (tokens.last, tokens.source),
        "target": (tokens.last, tokens.target),
        "chosen": (tokens.pick, PICKED),
    }


def _colour(theme: Theme, cell: Cell) -> str:
    colour = MURUS[theme].cells[cell.shade]
    for mark, (over, percent) in tints(TOKENS[theme]).items():
        if mark in cell.marks:
            colour = mixed(colour, over, percent)
    return colour


def _stones(theme: Theme, stack: int) -> tuple[Shape, ...]:
    seat = owner(stack)
    if seat is None:
        return ()
    stones = placed(piece(theme, seat, height(stack)).shapes, CELL / 2, CELL / 2, CELL)
    if theme != "contrast":
        return stones
    return *stones, *_number(MURUS[theme].sides[seat], height(stack))


def _number(side: Side, stones: int) -> tuple[Shape, ...]:
    """The height in writing, on a plate in the lower right corner."""
    x, y = CELL - 13.5, CELL - 15
    dark = side.fill == side.outline
    ink, rim = ("#FFFFFF", "#FFFFFF") if dark else ("#000000", "#000000")
    return (
        Box(x - 10.5, y - 12.5, x + 10.5, y + 12.5, side.fill, 5, rim, 2),
        Text(x, y, "middle", (Run(str(stones), 21, ink, "ExtraBold"),)),
    )
