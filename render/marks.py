"""The marks on cells, the same in every game: what just happened, and what the reader may do.

Those of a cell are drawn with its upper left corner at (0, 0) and a side of `cell` px (ART, section
4). A source is open (brackets), a target closed (ring), a choice has dots: no mark needs its
colour. Badges and arrows are stamps of their own over cells and pieces.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import ceil, floor, hypot, pi, sin
from typing import Literal, TypeAlias

from .look import Theme
from .scene import Box, Oval, Point, Polygon, Run, Shape, Stamp, Stroke, Text, Tile
from .theme import GRID_LINE, TOKENS, Tokens, marking

Badge: TypeAlias = Literal["took", "merged", "removed", "prey", "dot"]
SIGNS = {"took": "x", "merged": "+", "removed": "-", "prey": "x"}
Way: TypeAlias = Sequence[Point]
CURVE = 16
EARLIER = 2.5
"""The width of the ways of turns before the last, in px."""


def grid_lines(cell: float, seams: str) -> tuple[Shape, ...]:
    """Draw a cell's half of the lines between cells, on the sides ("lrtb") with a neighbour."""
    edges = {
        "l": (0, 0, 1, cell),
        "r": (cell - 1, 0, cell, cell),
        "t": (0, 0, cell, 1),
        "b": (0, cell - 1, cell, cell),
    }
    return tuple(Box(*edges[side], GRID_LINE) for side in seams)


def brackets(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """Mark the corners of the cell the last move came from."""
    near, far = 5.25, cell - 5.25
    leg = 0.32 * (cell - 6)
    return tuple(
        Stroke(((x, y + down), (x, y), (x + right, y)), 4.5, tokens.lastink)
        for x, right in ((near, leg), (far, -leg))
        for y, down in ((near, leg), (far, -leg))
    )


def ring(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """Mark the cell the last move went to."""
    return (Box(2, 2, cell - 2, cell - 2, None, 5, tokens.lastink, 4),)


def mark_chosen(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """Mark the piece or square picked so far."""
    return (Box(1, 1, cell - 1, cell - 1, None, 4, tokens.pick, 5),)


def dot(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """Mark an empty square to go to."""
    return disc(cell / 2, cell / 2, 0.14 * cell, 0.03 * cell, tokens.pick, tokens)


def passing(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """Mark an empty square that gets something on the way."""
    radius = 0.13 * cell
    return (Oval(cell / 2, cell / 2, radius, radius, tokens.page, tokens.pick, 4),)


def prey(cell: float, tokens: Tokens) -> tuple[Shape, ...]:
    """Mark an enemy that may be taken; its badge comes over the piece."""
    return (Box(4, 4, cell - 4, cell - 4, None, 12, tokens.pick, 5),)


UNDER: dict[str, Callable[[float, Tokens], tuple[Shape, ...]]] = {
    "source": brackets,
    "target": ring,
    "chosen": mark_chosen,
    "prey": prey,
    "dot": dot,
    "passing": passing,
}
"""The drawing functions of the marks under a piece, by name."""


def disc(
    x: float, y: float, radius: float, rim: float, fill: str, tokens: Tokens
) -> tuple[Shape, ...]:
    """Draw a filled circle with a rim in the page's colour."""
    outer = radius + max(1, round(rim))
    return Oval(x, y, outer, outer, tokens.page), Oval(x, y, radius, radius, fill)


def badge(theme: Theme, x: int, y: int, cell: int, kind: Badge) -> Stamp:
    """Put a disc with a sign on the upper right corner of the cell whose own corner is (x, y),
    straddling the corner and reaching over the neighbours, so that it hides no number."""
    tile = _badge(theme, cell, kind)
    return Stamp(x + cell - tile.width // 2, y - tile.height // 2, tile, clear=True)


@lru_cache(maxsize=128)
def _badge(theme: Theme, cell: int, kind: Badge) -> Tile:
    tokens = TOKENS[theme]
    fill, ink = {
        "merged": (tokens.good, tokens.badge),
        "prey": (tokens.pick, tokens.pickink),
        "dot": (tokens.pick, tokens.pickink),
    }.get(kind, (tokens.bad, tokens.badge))
    radius = max(min(13.0, 0.18 * cell) if kind != "dot" else min(11.0, 0.15 * cell), 6.0)
    half = ceil(radius) + 3
    sign = draw_sign(half, half, radius, SIGNS[kind], ink) if kind in SIGNS else ()
    shapes = (*disc(half, half, radius, 2, fill, tokens), *sign)
    return Tile(("badge", cell, kind), 2 * half, 2 * half, shapes)


def draw_sign(x: float, y: float, radius: float, sign: str, ink: str) -> tuple[Shape, ...]:
    """Draw "x", "+" or "-" in a disc of that radius."""
    half = 0.44 * radius
    arms: dict[str, tuple[tuple[Point, Point], ...]] = {
        "x": (((-half, -half), (half, half)), ((-half, half), (half, -half))),
        "+": (((-half, 0), (half, 0)), ((0, -half), (0, half))),
        "-": (((-half, 0), (half, 0)),),
    }
    return tuple(
        Stroke(((x + a, y + b), (x + c, y + d)), 0.32 * radius, ink)
        for (a, b), (c, d) in arms[sign]
    )


def order(
    theme: Theme, x: int, y: int, cell: int, number: int, *, free: bool, planned: bool = False
) -> Stamp:
    """Number the action that began in a cell, in the middle if it is `free`, else upper left."""
    tile = _order(theme, cell, number, planned)
    half = tile.width // 2
    middle = cell // 2 if free else 0
    return Stamp(x + middle - half, y + middle - half, tile, clear=True)


@lru_cache(maxsize=64)
def _order(theme: Theme, cell: int, number: int, planned: bool) -> Tile:
    tokens = marking(theme, planned)
    radius = order_radius(cell)
    ink = tokens.pickink if planned else tokens.page
    ink = "#FFFFFF" if ink == tokens.lastink else ink
    half = ceil(radius) + 3
    run = Run(str(number), max(20.0, 0.26 * cell), ink, "ExtraBold")
    shapes = (
        Oval(half, half, radius + 2, radius + 2, tokens.keyline),
        Oval(half, half, radius, radius, tokens.lastink),
        Text(half, half, "middle", (run,)),
    )
    return Tile(("order", cell, number, planned), 2 * half, 2 * half, shapes)


def order_radius(cell: float) -> float:
    """Return the radius of the disc with an action's number."""
    return max(14.0, 0.19 * cell)


def arc(start: Point, end: Point, bow: float) -> tuple[Point, ...]:
    """Curve the way from one point to another like a throw: to the side that is up, else right."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    over, down = (y2 - y1) / length, (x1 - x2) / length
    if (round(down, 6), -round(over, 6)) > (0, 0):
        over, down = -over, -down
    steps = (step / CURVE for step in range(CURVE + 1))
    return tuple(
        (
            x1 + (x2 - x1) * part + over * bow * sin(pi * part),
            y1 + (y2 - y1) * part + down * bow * sin(pi * part),
        )
        for part in steps
    )


def round_corners(way: Way, radius: float) -> tuple[Point, ...]:
    """Round the corners of a way of straight pieces."""
    points: list[Point] = [way[0]]
    for before, corner, after in zip(way, way[1:], way[2:], strict=False):
        reach = min(radius, _long(before, corner) / 2, _long(corner, after) / 2)
        first, last = _towards(corner, before, reach), _towards(corner, after, reach)
        for step in range(7):
            part = step / 6
            a, b = _between(first, corner, part), _between(corner, last, part)
            points.append(_between(a, b, part))
    return (*points, way[-1])


def arrow(
    theme: Theme, way: Way, width: float = 5.5, *, shaft: bool = True, planned: bool = False
) -> Stamp:
    """Draw a piece's way over everything; without a `shaft` only its head, 3.5 times as wide."""
    left, top = floor(min(x for x, _ in way)) - 16, floor(min(y for _, y in way)) - 16
    right, low = ceil(max(x for x, _ in way)) + 16, ceil(max(y for _, y in way)) + 16
    tile = _arrow(
        theme,
        tuple((round(x - left, 2), round(y - top, 2)) for x, y in way),
        (right - left, low - top),
        width,
        shaft,
        planned,
    )
    return Stamp(left, top, tile, clear=True)


@lru_cache(maxsize=512)
def _arrow(
    theme: Theme,
    way: tuple[Point, ...],
    size: tuple[int, int],
    width: float,
    shaft: bool,
    planned: bool,
) -> Tile:
    tokens = marking(theme, planned)
    line = _shorten(way, 3 * width - 1)
    neck, tip = line[-1], way[-1]
    long = _long(neck, tip)
    right, down = (tip[0] - neck[0]) / long, (tip[1] - neck[1]) / long
    half = 1.75 * width
    barbs = (
        (neck[0] - down * half, neck[1] + right * half),
        (neck[0] + down * half, neck[1] - right * half),
    )
    head = (tip, *barbs)
    shapes: list[Shape] = []
    if shaft:
        shapes.append(Stroke(line, width + 4, tokens.keyline))
    shapes += (Stroke(head, 4, tokens.keyline, closed=True), Polygon(head, tokens.keyline))
    if shaft:
        shapes.append(Stroke(line, width, tokens.lastink))
    shapes.append(Polygon(head, tokens.lastink))
    return Tile(("arrow", way, width, shaft, planned), *size, tuple(shapes))


def _shorten(way: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Cut `by` px off the end of a way."""
    points = list(way)
    while len(points) > 2 and _long(points[-2], points[-1]) <= by:
        by -= _long(points[-2], points[-1])
        points.pop()
    reach = min(by, _long(points[-2], points[-1]) - 0.1)
    return (*points[:-1], _towards(points[-1], points[-2], reach))


def _long(one: Point, other: Point) -> float:
    return hypot(other[0] - one[0], other[1] - one[1])


def _towards(one: Point, other: Point, reach: float) -> Point:
    return _between(one, other, reach / (_long(one, other) or 1))


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
