"""One cell of the Diablo board, with its stack and marks, as a tile."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from games.diablo.board import owner

from .. import marks
from ..look import Theme
from ..scene import Box, Oval, Point, Run, Shape, Text, Tile, placed
from ..theme import PICKED, TOKENS, Tokens, mixed
from .colours import DIABLO
from .pieces import piece

Mark: TypeAlias = Literal[
    "source", "target", "took", "merged", "removed", "chosen", "dot", "corner dot", "prey"
]
UNDER = {
    "source": marks.brackets,
    "target": marks.ring,
    "chosen": marks.chosen,
    "prey": marks.prey,
    "dot": marks.dot,
}


@dataclass(frozen=True, slots=True)
class Cell:
    """All that a cell's looks depend on; `arrows` are lines over it, from its upper left corner.

    `stack` is as on the board, `order` the number of the action that emptied the cell, 0 for none.
    """

    side: int
    shade: int
    seams: str
    stack: int = 0
    marks: tuple[Mark, ...] = ()
    arrows: tuple[tuple[Point, Point], ...] = ()
    order: int = 0


@lru_cache(maxsize=2048)
def tile(theme: Theme, cell: Cell) -> Tile:
    """The cell from the ground up: floor, marks, arrows, stack, badges."""
    tokens, side = TOKENS[theme], cell.side
    shapes: list[Shape] = list(floor(theme, cell))
    for mark in cell.marks:
        if mark in UNDER:
            shapes += UNDER[mark](side, tokens)
    for start, end in cell.arrows:
        shapes += marks.arrow(start, end, tokens, 5)
    whose = owner(cell.stack)
    if whose is not None:
        drawing = piece(theme, whose, abs(cell.stack))
        shapes += placed(drawing.shapes, side / 2, side / 2, side)
    elif cell.order:
        shapes += _order(side, cell.order, tokens)
    badges: dict[Mark, tuple[str, marks.Sign]] = {
        "took": (tokens.bad, "x"),
        "removed": (tokens.bad, "-"),
        "merged": (tokens.good, "+"),
    }
    for mark, (fill, sign) in badges.items():
        if mark in cell.marks:
            shapes += marks.badge(side, tokens, fill, tokens.badge, sign)
    if "prey" in cell.marks:
        shapes += marks.badge(side, tokens, tokens.pick, tokens.pickink, "x")
    if "corner dot" in cell.marks:
        shapes += marks.corner_dot(side, tokens)
    return Tile(("cell", cell), side, side, tuple(shapes))


def _order(side: int, number: int, tokens: Tokens) -> tuple[Shape, ...]:
    """Which of two actions began here."""
    radius = max(14.0, 0.19 * side)
    ink = tokens.page if tokens.page != tokens.lastink else "#FFFFFF"
    run = Run(str(number), max(20.0, 0.26 * side), ink, "ExtraBold")
    middle = side / 2
    disc = Oval(middle, middle, radius, radius, tokens.lastink)
    return disc, Text(middle, middle, "middle", (run,))


def floor(theme: Theme, cell: Cell) -> tuple[Shape, ...]:
    """The cell's colour, tinted by its marks, and its half of the lines between cells."""
    side = cell.side
    ground = Box(0, 0, side, side, _colour(theme, cell))
    if theme != "contrast":
        return (ground,)
    return ground, *marks.grid_lines(side, cell.seams)


def tints(tokens: Tokens) -> dict[Mark, tuple[str, float]]:
    """The colours that marks lay over a cell, with their shares in per cent."""
    return {
        "source": (tokens.last, tokens.source),
        "target": (tokens.last, tokens.target),
        "chosen": (tokens.pick, PICKED),
    }


def _colour(theme: Theme, cell: Cell) -> str:
    colour = DIABLO[theme].cells[cell.shade]
    for mark, (over, percent) in tints(TOKENS[theme]).items():
        if mark in cell.marks:
            return mixed(colour, over, percent)
    return colour
