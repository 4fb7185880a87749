"""One cell of the Ponte del Diavolo board as a tile: water, and all that lies or passes there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from .. import marks
from ..look import Theme
from ..scene import Box, Oval, Polygon, Run, Shape, Stroke, Text, Tile, placed
from ..theme import TOKENS
from . import pieces
from .colours import PONTE

LAYERS = (
    "halo",
    "halo bridge",
    "shadow",
    "foam",
    "land",
    "fresh",
    "closed",
    "chosen",
    "dot",
    "bridge",
    "badge",
)
"""Everything that can lie on the water, from below."""
BADGE = 14


@dataclass(frozen=True, slots=True)
class Item:
    """One thing on the board: its layer, what its looks depend on, and its place in px.

    A cell's thing is placed by the cell's upper left corner, a bridge by the middle of its first
    tile. `reach` is how far it extends: left, up, right and down of that place; what lies on one
    cell alone names its `square`.
    """

    layer: str
    looks: tuple[Any, ...]
    x: float
    y: float
    reach: tuple[float, float, float, float]
    square: int | None = None

    def over(self, x: float, y: float, side: float) -> bool:
        """Whether it touches the cell whose upper left corner is (x, y)."""
        left, up, right, down = self.reach
        return (
            self.x - left < x + side
            and self.x + right > x
            and self.y - up < y + side
            and self.y + down > y
        )


Near = tuple[str, tuple[Any, ...], float, float]
"""An item as one cell sees it: layer, looks, and its place from the cell's corner."""


@lru_cache(maxsize=4096)
def tile(theme: Theme, side: int, shade: int, wave: int, near: tuple[Near, ...]) -> Tile:
    """A cell with everything that touches it, in layers."""
    ordered = sorted(near, key=lambda one: LAYERS.index(one[0]))
    layers = (_layer(theme, side, one) for one in ordered)
    drawn = tuple(layer for layer in layers if layer.shapes)
    name = ("cell", side, shade, wave, near)
    return Tile(name, side, side, (), (_water(theme, side, shade, wave), *drawn))


@lru_cache(maxsize=256)
def _water(theme: Theme, side: int, shade: int, wave: int) -> Tile:
    return Tile(("water", side, shade, wave), side, side, floor(theme, side, shade, wave))


@lru_cache(maxsize=1024)
def _layer(theme: Theme, side: int, near: Near) -> Tile:
    """One thing, as far as it lies in the cell."""
    layer, looks, x, y = near
    drawn = placed(DRAWN[layer](theme, side, *looks), x, y)
    inside = tuple(shape for shape in drawn if _touches(shape, side))
    return Tile(("layer", side, near), side, side, inside)


def _touches(shape: Shape, side: int) -> bool:
    """Whether a shape reaches into the cell; most of a bridge lies in other ones."""
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
    """Water with half of its grid lines, and perhaps a small wave."""
    colours = PONTE[theme]
    shapes: list[Shape] = [
        Box(0, 0, side, side, colours.water[shade]),
        Box(0, 0, 1, side, colours.grid),
        Box(0, 0, side, 1, colours.grid),
    ]
    if wave and colours.wave:
        x, y = side * (0.28 + 0.06 * (wave % 5)), side * (0.35 + 0.07 * (wave % 6))
        points = tuple((x + n * 4.5, y + (3.0 if n % 2 else 0.0)) for n in range(6))
        shapes.append(Stroke(points, 1.8, colours.wave))
    return tuple(shapes)


def _fresh(theme: Theme, side: int) -> tuple[Shape, ...]:
    """The ring of a new tile."""
    tokens = TOKENS[theme]
    return (
        Box(0, 0, side, side, None, 16, tokens.lastink, 8),
        Box(1.5, 1.5, side - 1.5, side - 1.5, None, 15, tokens.last, 5),
    )


@lru_cache(maxsize=64)
def counter(theme: Theme, letter: str, fill: str) -> Tile:
    """A badge on the page, for the rows under the final picture."""
    ground = Box(0, 0, 34, 34, TOKENS[theme].page)
    return Tile(("counter", letter, fill), 34, 34, (ground, *_disc(theme, 17, 17, letter, fill)))


def _badge(theme: Theme, side: int, letter: str, fill: str) -> tuple[Shape, ...]:
    """A network's letter, or the white square of an island alone, in the upper right corner."""
    return _disc(theme, side - BADGE - 2, BADGE + 2, letter, fill)


def _disc(theme: Theme, x: float, y: float, letter: str, fill: str) -> tuple[Shape, ...]:
    page = TOKENS[theme].page
    if letter == "1":
        plate = Box(x - 10, y - 11, x + 10, y + 11, "#FFFFFF", 5, "#14131F", 2)
        return plate, Text(x, y, "middle", (Run("1", 20, "#14131F", "ExtraBold"),))
    return (
        Oval(x, y, BADGE + 2, BADGE + 2, page),
        Oval(x, y, BADGE, BADGE, fill),
        Text(x, y, "middle", (Run(letter, 20, "#14131F", "ExtraBold"),)),
    )


def _dot(theme: Theme, side: int) -> tuple[Shape, ...]:
    return marks.dot(side, TOKENS[theme])


def _closed(theme: Theme, side: int) -> tuple[Shape, ...]:
    """A small cross: no tile of the reader's may lie here."""
    tokens = TOKENS[theme]
    return marks.cross(side, tokens.lastink if theme == "contrast" else tokens.ink2)


def _chosen(theme: Theme, side: int) -> tuple[Shape, ...]:
    return marks.chosen(side, TOKENS[theme])


DRAWN: dict[str, Callable[..., tuple[Shape, ...]]] = {
    "halo": lambda theme, side, links, fill: pieces.rim(side, links, 6, 20, fill),
    "halo bridge": lambda theme, side, right, down, fill: pieces.halo_bridge(
        right * side, down * side, side, fill
    ),
    "shadow": lambda theme, side, right, down: pieces.shadow(
        theme, right * side, down * side, side
    ),
    "foam": lambda theme, side, links: pieces.rim(side, links, 0, 17, PONTE[theme].foam),
    "land": pieces.land,
    "fresh": _fresh,
    "closed": _closed,
    "chosen": _chosen,
    "dot": _dot,
    "bridge": lambda theme, side, colour, right, down, fresh: pieces.bridge(
        theme, colour, right * side, down * side, side, fresh
    ),
    "badge": _badge,
}
