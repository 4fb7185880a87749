"""One cell of the Diablo board, with its stack and the marks under it, as a tile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Literal, TypeAlias

from games.diablo.board import owner

from .. import marks
from ..look import Theme
from ..scene import Box, Shape, Tile, placed
from ..theme import marking, mixed, tints
from .colours import DIABLO
from .pieces import piece

Mark: TypeAlias = Literal["source", "target", "chosen", "dot", "prey"]


@dataclass(frozen=True, slots=True)
class Cell:
    """The looks of a cell: `stack` as on the board, marks like a choice if only `planned`."""

    side: int
    shade: int
    seams: str = ""
    stack: int = 0
    marks: tuple[Mark, ...] = ()
    planned: bool = False


@lru_cache(maxsize=2048)
def tile(theme: Theme, cell: Cell) -> Tile:
    """Return the tile of a cell."""
    return Tile(("cell", cell), cell.side, cell.side, later=partial(_tile, theme, cell))


def _tile(theme: Theme, cell: Cell) -> Tile:
    """Build the cell from the ground up: floor and marks, then the stack as another layer."""
    side = cell.side
    about = (side, cell.shade, cell.seams, cell.marks, cell.planned)
    ground = Tile(("floor", *about), side, side, floor(theme, cell))
    layers = (ground, _stack(theme, side, cell.stack)) if cell.stack else (ground,)
    return Tile(("cell", cell), side, side, (), layers)


@lru_cache(maxsize=512)
def _stack(theme: Theme, side: int, stack: int) -> Tile:
    seat = owner(stack)
    shapes: tuple[Shape, ...] = ()
    if seat is not None:
        shapes = placed(piece(theme, seat, abs(stack), side).shapes, side / 2, side / 2, side)
    return Tile(("stack", side, stack), side, side, shapes)


def floor(theme: Theme, cell: Cell) -> tuple[Shape, ...]:
    """Draw the cell's colour, tinted by its marks, its half of the grid lines, and the marks."""
    tokens = marking(theme, cell.planned)
    shapes: list[Shape] = [Box(0, 0, cell.side, cell.side, _colour(theme, cell))]
    shapes += marks.grid_lines(cell.side, cell.seams)
    for mark in cell.marks:
        shapes += marks.UNDER[mark](cell.side, tokens)
    return tuple(shapes)


def _colour(theme: Theme, cell: Cell) -> str:
    colour = DIABLO[theme].cells[cell.shade]
    for mark, (over, percent) in tints(marking(theme, cell.planned)).items():
        if mark in cell.marks:
            return mixed(colour, over, percent)
    return colour
