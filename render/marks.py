"""The marks on cells, the same in every game: what just happened, and what the reader may do.

All are drawn in a cell whose upper left corner is (0, 0) and whose side is `cell` px (ART,
section 4). A source is open (brackets), a target closed (ring), a choice has dots: no mark needs
its colour.
"""

from __future__ import annotations

from math import hypot
from typing import Literal

from .scene import Box, Oval, Point, Polygon, Shape, Stroke
from .theme import GRID_LINE, Tokens

Sign = Literal["x", "+", "-"]


def grid_lines(cell: float, seams: str) -> tuple[Shape, ...]:
    """A cell's half of the lines between cells, on the sides ("lrtb") with a neighbour."""
    edges = {
        "l": (0, 0, 1, cell),
        "r": (cell - 1, 0, cell, cell),
        "t": (0, 0, cell, 1),
        "b": (0, cell - 1, cell, cell),
    }
    return tuple(Box(*edges[side], GRID_LINE) for side in seams)


def brackets(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """The corners of the cell the last move came from."""
    near, far = 5.25, cell - 5.25
    leg = 0.32 * (cell - 6)
    return tuple(
        Stroke(((x, y + down), (x, y), (x + right, y)), 4.5, tokens.lastink)
        for x, right in ((near, leg), (far, -leg))
        for y, down in ((near, leg), (far, -leg))
    )


def ring(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """The cell the last move went to."""
    return (Box(2, 2, cell - 2, cell - 2, None, 5, tokens.lastink, 4),)


def chosen(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """The piece or square picked so far."""
    return (Box(1, 1, cell - 1, cell - 1, None, 4, tokens.pick, 5),)


def dot(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """An empty square to go to."""
    radius = 0.14 * cell
    return _disc(cell / 2, cell / 2, radius, 0.03 * cell, tokens.pick, tokens)


def cross(cell: float, ink: str) -> tuple[Shape, ...]:
    """An empty square that is closed, said quietly."""
    near, far = 0.42 * cell, 0.58 * cell
    lines = (((near, near), (far, far)), ((near, far), (far, near)))
    return tuple(Stroke(line, 3, ink) for line in lines)


def passing(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """An empty square that gets something on the way."""
    radius = 0.13 * cell
    return (Oval(cell / 2, cell / 2, radius, radius, tokens.page, tokens.pick, 4),)


def corner_dot(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """A square with a piece of one's own to go to; however large, it stays in its cell."""
    radius = 0.125 * cell
    inset = max(13.5, radius + 3)
    return _disc(cell - inset - 1, inset, radius, 2, tokens.pick, tokens)


def prey(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """An enemy that may be taken; its badge comes over the piece."""
    return (Box(4, 4, cell - 4, cell - 4, None, 12, tokens.pick, 5),)


def badge(cell: float, tokens: Tokens, fill: str, ink: str, sign: Sign) -> tuple[Shape, ...]:
    """A disc with a sign in the cell's upper right corner."""
    x, y, radius = cell - 15, 15, 13
    half = 0.44 * radius
    arms: dict[Sign, tuple[tuple[Point, Point], ...]] = {
        "x": (((-half, -half), (half, half)), ((-half, half), (half, -half))),
        "+": (((-half, 0), (half, 0)), ((0, -half), (0, half))),
        "-": (((-half, 0), (half, 0)),),
    }
    strokes = (
        Stroke(((x + a, y + b), (x + c, y + d)), 0.32 * radius, ink)
        for (a, b), (c, d) in arms[sign]
    )
    return (*_disc(x, y, radius, 2, fill, tokens), *strokes)


def arrow(start: Point, end: Point, tokens: Tokens, width: float = 5.5) -> tuple[Shape, ...]:
    """A piece went from one point to the other by itself; the head is 3.5 times as wide."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    right, down = (x2 - x1) / length, (y2 - y1) / length
    head, half = 3 * width, 1.75 * width
    neck = x2 - right * head, y2 - down * head
    barbs = (
        (neck[0] - down * half, neck[1] + right * half),
        (neck[0] + down * half, neck[1] - right * half),
    )
    line = Stroke((start, (neck[0] + right, neck[1] + down)), width, tokens.lastink)
    return line, Polygon((end, *barbs), tokens.lastink)


def _disc(
    x: float, y: float, radius: float, rim: float, fill: str, tokens: Tokens
) -> tuple[Shape, ...]:
    outer = radius + max(1, round(rim))
    return Oval(x, y, outer, outer, tokens.page), Oval(x, y, radius, radius, fill)
