"""One cell of the Ponte del Diavolo board as a tile: water, and all that is on or across it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import hypot
from typing import Any

from games.ponte.board import DARK, ISLAND, LIGHT

from .. import marks
from ..look import Theme
from ..scene import Box, Oval, Point, Polygon, Run, Shape, Stamp, Stroke, Text, Tile, place_at
from ..theme import TOKENS, marking
from . import pieces
from .colours import NETWORKS, PONTE

EDGE = "#14131F"
"""The line round the colour of a network, so that it stands out from any water."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on the board: its layer, what its looks depend on, and its place in px.

    A cell's thing is placed by the cell's upper left corner, a bridge by the middle of its first
    tile. `reach` is how far it extends: left, up, right and down of that place; a thing on one cell
    alone names its `square`.
    """

    layer: str
    looks: tuple[Any, ...]
    x: float
    y: float
    reach: tuple[float, float, float, float]
    square: int | None = None

    @property
    def edges(self) -> tuple[float, float, float, float]:
        """The px it touches at the left, above, at the right and below, none of them included."""
        left, up, right, down = self.reach
        return self.x - left, self.y - up, self.x + right, self.y + down


Near = tuple[str, tuple[Any, ...], float, float]
"""An item as one cell sees it: layer, looks, and its place from the cell's corner."""


@lru_cache(maxsize=4096)
def tile(theme: Theme, side: int, shade: int, wave: int, near: tuple[Near, ...]) -> Tile:
    """Build a cell in layers, with everything that touches it."""
    ordered = sorted(near, key=lambda item: LAYERS.index(item[0]))
    drawn = (layer for entry in ordered if (layer := _layer(theme, side, entry)).shapes)
    name = ("cell", side, shade, wave, near)
    return Tile(name, side, side, (), (_water(theme, side, shade, wave), *drawn))


@lru_cache(maxsize=256)
def _water(theme: Theme, side: int, shade: int, wave: int) -> Tile:
    return Tile(("water", side, shade, wave), side, side, floor(theme, side, shade, wave))


@lru_cache(maxsize=1024)
def _layer(theme: Theme, side: int, near: Near) -> Tile:
    """Draw the part of one thing that reaches into the cell."""
    layer, looks, x, y = near
    drawn = place_at(DRAWN[layer](theme, side, *looks), x, y)
    inside = tuple(shape for shape in drawn if _touches(shape, side))
    return Tile(("layer", side, near), side, side, inside)


LINKS = tuple(
    "".join(links)
    for count in range(ISLAND)
    for links in combinations("lrtb1234", count)
    if all(set(links) & set(pieces.BETWEEN[link]) for link in links if link in pieces.BETWEEN)
)
"""The directions in which a tile of a group can have neighbours of it."""


def coasts(theme: Theme, side: int) -> Iterator[Tile]:
    """Yield land of either colour with all neighbours that a group's tile can have, its foam, and
    the rims of the first networks, which reach into the cells beside."""
    for links in LINKS:
        near: list[Near] = [("foam", (links,), 0, 0)]
        for x, y in product((-side, 0, side), repeat=2):
            near.append(("edge", (links,), x, y))
            near += (("halo", (links, fill), x, y) for fill in NETWORKS[:3])
        for colour, island, free in product((LIGHT, DARK), (False, True), (False, True)):
            if links if island else len(links) < ISLAND - 1:
                near.append(("land", (colour, island, links, free), 0, 0))
        yield from (tile for each in near if (tile := _layer(theme, side, each)).shapes)


def _touches(shape: Shape, side: int) -> bool:
    """Tell whether a shape reaches into the cell; most of a bridge is in other cells."""
    match shape:
        case Stroke(points=points, width=width):
            margin = width
        case Polygon(points=points):
            margin = 0.0
        case Oval(x=x, y=y, across=across, down=down):
            points, margin = ((x - across, y - down), (x + across, y + down)), 0.0
        case _:
            return True
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    return (
        min(xs) - margin < side
        and max(xs) + margin > 0
        and min(ys) - margin < side
        and max(ys) + margin > 0
    )


def floor(theme: Theme, side: int, shade: int, wave: int) -> tuple[Shape, ...]:
    """Draw water with half of its grid lines, and perhaps a small wave."""
    colours = PONTE[theme]
    shapes: list[Shape] = [
        Box(0, 0, side, side, colours.water[shade]),
        Box(0, 0, 2, side, colours.grid),
        Box(0, 0, side, 2, colours.grid),
    ]
    if wave and colours.wave:
        x, y = side * (0.28 + 0.06 * (wave % 5)), side * (0.35 + 0.07 * (wave % 6))
        points = tuple((x + n * 4.5, y + (3.0 if n % 2 else 0.0)) for n in range(6))
        shapes.append(Stroke(points, 2.4, colours.wave))
    return tuple(shapes)


def _fresh(theme: Theme, side: int, planned: bool) -> tuple[Shape, ...]:
    tokens = marking(theme, planned)
    edge = tokens.keyline if planned else tokens.lastink
    return (
        Box(0, 0, side, side, None, 16, edge, 8),
        Box(1.5, 1.5, side - 1.5, side - 1.5, None, 15, tokens.last, 5),
    )


@lru_cache(maxsize=64)
def counter(theme: Theme, letter: str, fill: str) -> Tile:
    """Draw a badge on the page, for the rows under the final picture."""
    ground = Box(0, 0, 34, 34, TOKENS[theme].page)
    return Tile(("counter", letter, fill), 34, 34, (ground, *_disc(theme, 17, 14, letter, fill)))


def badge(theme: Theme, side: int, letter: str, fill: str, x: int, y: int) -> Stamp:
    """Put a network's letter, or the white square of an island alone, with its middle at (x, y)."""
    tile = _badge(theme, max(12, round(0.2 * side)), letter, fill)
    return Stamp(x - tile.width // 2, y - tile.height // 2, tile, clear=True)


@lru_cache(maxsize=64)
def _badge(theme: Theme, radius: int, letter: str, fill: str) -> Tile:
    wide = 2 * radius + 6
    shapes = _disc(theme, wide / 2, radius, letter, fill)
    return Tile(("badge", radius, letter, fill), wide, wide, shapes)


def _disc(theme: Theme, at: float, radius: int, letter: str, fill: str) -> tuple[Shape, ...]:
    word = Text(at, at, "middle", (Run(letter, 20, EDGE, "ExtraBold"),))
    if letter == "1":
        wide = radius - 3
        return Box(at - wide, at - wide, at + wide, at + wide, "#FFFFFF", 5, EDGE, 2), word
    return (
        Oval(at, at, radius + 2, radius + 2, TOKENS[theme].page),
        Oval(at, at, radius, radius, fill),
        word,
    )


def ghost(theme: Theme, one: Point, other: Point) -> Stamp:
    """Draw a bridge that could be built between the middles of two tiles as a dashed line."""
    (x1, y1), (x2, y2) = one, other
    left, top = round(min(x1, x2)) - 8, round(min(y1, y2)) - 8
    right, low = round(max(x1, x2)) + 8, round(max(y1, y2)) + 8
    ends = (x1 - left, y1 - top, x2 - left, y2 - top)
    return Stamp(left, top, _ghost(theme, right - left, low - top, ends), clear=True)


@lru_cache(maxsize=64)
def _ghost(theme: Theme, wide: int, high: int, ends: tuple[float, float, float, float]) -> Tile:
    tokens, (x1, y1, x2, y2) = TOKENS[theme], ends
    long = hypot(x2 - x1, y2 - y1)
    right, down = (x2 - x1) / long, (y2 - y1) / long
    dashes = [
        ((x1 + right * at, y1 + down * at), (x1 + right * (at + 9), y1 + down * (at + 9)))
        for at in range(20, int(long) - 28, 20)
    ]
    shapes = (
        *(Stroke(dash, 11, tokens.page) for dash in dashes),
        *(Stroke(dash, 7, tokens.pick) for dash in dashes),
    )
    return Tile(("ghost", wide, high, ends), wide, high, shapes)


def _hatch_closed(theme: Theme, side: int) -> tuple[Shape, ...]:
    """Hatch lightly a square where the reader may place no tile, though it might seem so."""
    ink = TOKENS[theme].lastink if theme == "contrast" else PONTE[theme].hatch
    low, high = 0.3 * side, 0.7 * side
    lines = (
        ((low, high), (high, low)),
        ((low, side / 2), (side / 2, low)),
        ((side / 2, high), (high, side / 2)),
    )
    return tuple(Stroke(line, 3, ink) for line in lines)


DRAWN: dict[str, Callable[..., tuple[Shape, ...]]] = {
    "edge": lambda theme, side, links: pieces.rim(side, links, 9, 22, EDGE),
    "edge bridge": lambda theme, side, right, down: pieces.halo_bridge(
        right * side, down * side, 0.62 * side + 5, EDGE
    ),
    "halo": lambda theme, side, links, fill: pieces.rim(side, links, 7, 20, fill),
    "halo bridge": lambda theme, side, right, down, fill: pieces.halo_bridge(
        right * side, down * side, 0.62 * side + 2, fill
    ),
    "shadow": lambda theme, side, right, down: pieces.shadow(
        theme, right * side, down * side, side
    ),
    "foam": lambda theme, side, links: pieces.rim(side, links, 0, 17, PONTE[theme].foam),
    "land": pieces.land,
    "building": pieces.small_building,
    "fresh": _fresh,
    "closed": _hatch_closed,
    "chosen": lambda theme, side: marks.mark_chosen(side, TOKENS[theme]),
    "dot": lambda theme, side: marks.dot(side, TOKENS[theme]),
    "bridge": lambda theme, side, colour, right, down, fresh: pieces.bridge(
        theme, colour, right * side, down * side, side, fresh
    ),
}
"""Everything that can cover the water, from below."""
LAYERS = tuple(DRAWN)
