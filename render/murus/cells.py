"""One cell of the Murus Gallicus board, with its stones and the marks under them, as a tile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, TypeAlias

from games.murus.board import EMPTY, height, owner

from .. import marks
from ..look import Theme
from ..scene import Box, Run, Shape, Text, Tile, placed
from ..theme import marking, mixed, tints
from .colours import MURUS, Side
from .pieces import piece

CELL = 87
"""The side of a cell in px."""

Mark: TypeAlias = Literal["source", "target", "chosen", "dot", "passing", "prey"]


@dataclass(frozen=True, slots=True)
class Cell:
    """All that a cell's looks depend on.

    `shade` is 0 for the lighter cells, 1 for those as dark as a1; `seams` are the sides ("lrtb") on
    which a line parts it from its neighbour; `stack` is as on the board. The marks of a turn that
    is only `planned` look like a choice.
    """

    shade: int
    seams: str = ""
    stack: int = EMPTY
    marks: tuple[Mark, ...] = ()
    planned: bool = False


@lru_cache(maxsize=1024)
def tile(theme: Theme, cell: Cell) -> Tile:
    """Return the tile of a cell."""
    return Tile(("cell", cell), CELL, CELL, later=partial(_tile, theme, cell))


def _tile(theme: Theme, cell: Cell) -> Tile:
    """Build the cell from the ground up: floor and marks, then the stones as another layer."""
    about = (cell.shade, cell.seams, cell.marks, cell.planned)
    ground = Tile(("floor", *about), CELL, CELL, floor(theme, cell))
    layers = (ground, _stones(theme, cell.stack)) if cell.stack else (ground,)
    return Tile(("cell", cell), CELL, CELL, (), layers)


def floor(theme: Theme, cell: Cell) -> tuple[Shape, ...]:
    """Draw the cell's colour, tinted by its marks, its half of the grid lines, and the marks."""
    tokens = marking(theme, cell.planned)
    shapes: list[Shape] = [Box(0, 0, CELL, CELL, _colour(theme, cell))]
    shapes += marks.grid_lines(CELL, cell.seams)
    for mark in cell.marks:
        shapes += marks.UNDER[mark](CELL, tokens)
    return tuple(shapes)


def _colour(theme: Theme, cell: Cell) -> str:
    colour = MURUS[theme].cells[cell.shade]
    for mark, (over, percent) in tints(marking(theme, cell.planned)).items():
        if mark in cell.marks:
            colour = mixed(colour, over, percent)
    return colour


@lru_cache(maxsize=32)
def _stones(theme: Theme, stack: int) -> Tile:
    seat = owner(stack)
    shapes: tuple[Shape, ...] = ()
    if seat is not None:
        shapes = placed(piece(theme, seat, height(stack)).shapes, CELL / 2, CELL / 2, CELL)
        if theme == "contrast":
            shapes += _number(MURUS[theme].sides[seat], height(stack))
    return Tile(("stones", stack), CELL, CELL, shapes)


def _number(side: Side, stones: int) -> tuple[Shape, ...]:
    """Write the height on a plate in the lower right corner."""
    x, y = CELL - 13.5, CELL - 15
    ink = "#FFFFFF" if side.fill == side.outline else "#000000"
    return (
        Box(x - 10.5, y - 12.5, x + 10.5, y + 12.5, side.fill, 5, ink, 2),
        Text(x, y, "middle", (Run(str(stones), 21, ink, "ExtraBold"),)),
    )
