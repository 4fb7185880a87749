"""A picture as plain data: shapes, the tiles made of them, and the words written over them.

Lengths are px of the finished picture, 800 wide, y down; shapes of pieces are drawn up in units of
a cell's side from its centre and set in place by `placed`. Colours are "#RRGGBB".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Literal, TypeAlias

Point: TypeAlias = tuple[float, float]
Weight: TypeAlias = Literal["Medium", "SemiBold", "Bold", "ExtraBold"]
Anchor: TypeAlias = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled area."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, `width` wide, with round joints and ends."""

    points: tuple[Point, ...]
    width: float
    ink: str
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with its line inside its edge. Without a fill only the line is drawn."""

    left: float
    top: float
    right: float
    bottom: float
    fill: str | None = None
    radius: float = 0
    ink: str | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Oval:
    """An ellipse round (x, y) with its line inside its edge."""

    x: float
    y: float
    across: float
    down: float
    fill: str | None = None
    ink: str | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one kind, after `space` px left free."""

    text: str
    size: float
    ink: str
    weight: Weight = "Medium"
    space: float = 0

    def saying(self, text: str) -> Run:
        """Return the same run with another text."""
        return replace(self, text=text)

    def without_space(self) -> Run:
        """Return the same letters with nothing left free before them."""
        return replace(self, space=0) if self.space else self


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; y is its middle. `paper` is the flat colour under it, if there is one."""

    x: float
    y: float
    anchor: Anchor
    runs: tuple[Run, ...]
    paper: str = ""


Shape: TypeAlias = Polygon | Stroke | Box | Oval | Text


@dataclass(frozen=True, slots=True)
class Sketch:
    """A piece round (0, 0), in cells; sketches with equal names are equal in one theme."""

    name: str
    shapes: tuple[Shape, ...] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Tile:
    """A rectangle of the picture with everything in it; shapes are clipped at its edge.

    Its name says all that its shapes depend on: tiles of one palette with equal names look equal,
    and are painted once; one without a name is like no other and is not kept. A tile may be made of
    `layers` instead, from below: the first covers it whole, the others only where something is
    drawn; one that is smaller has its upper left corner at (`left`, `top`). That saves painting
    tiles again that differ only in which few things are on them. What is drawn `later` is only
    drawn up when the tile is painted, for most tiles have been painted before. Or it is a whole
    picture of the same palette, made as `small` as the tile.
    """

    name: tuple[object, ...]
    width: int
    height: int
    shapes: tuple[Shape, ...] = field(default=(), compare=False, repr=False)
    layers: tuple[Tile, ...] = field(default=(), compare=False, repr=False)
    left: int = field(default=0, compare=False)
    top: int = field(default=0, compare=False)
    later: Callable[[], Tile] | None = field(default=None, compare=False, repr=False)
    small: Scene | None = field(default=None, compare=False, repr=False)

    @property
    def whole(self) -> Tile:
        """The tile with its shapes or layers."""
        return self.later() if self.later else self


@dataclass(frozen=True, slots=True)
class Stamp:
    """A tile with its upper left corner at (x, y); a `clear` one covers only where it is drawn.

    A `bare` one lies on the ground alone, where no earlier stamp reaches: then what is below it
    need not be looked at each time.
    """

    x: int
    y: int
    tile: Tile
    clear: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture: the ground, tiles over it in this order, then words on flat colours. `palette`
    names the paintbox and the theme, as in "murus-light"."""

    palette: str
    ground: Tile
    stamps: tuple[Stamp, ...]
    words: tuple[Text, ...]


def compose(palette: str, ground: Tile, *parts: tuple[Iterable[Stamp], Iterable[Text]]) -> Scene:
    """Lay parts of a picture over its ground, in this order, and write their words."""
    stamps, words = zip(*parts, strict=True)
    return Scene(palette, ground, tuple(chain(*stamps)), tuple(chain(*words)))


def place_at(
    shapes: Iterable[Shape], x: float, y: float, unit: float = 1, mirrored: bool = False
) -> tuple[Shape, ...]:
    """Set shapes round (0, 0), in some unit of length, down at (x, y), perhaps left for right."""
    return tuple(_place(shape, x, y, unit, -unit if mirrored else unit) for shape in shapes)


def _place(shape: Shape, x: float, y: float, unit: float, across: float) -> Shape:
    match shape:
        case Polygon():
            return replace(shape, points=_move(shape.points, x, y, unit, across))
        case Stroke():
            points = _move(shape.points, x, y, unit, across)
            return replace(shape, points=points, width=shape.width * unit)
        case Box():
            one, other = x + shape.left * across, x + shape.right * across
            return replace(
                shape,
                left=min(one, other),
                top=y + shape.top * unit,
                right=max(one, other),
                bottom=y + shape.bottom * unit,
                radius=shape.radius * unit,
                width=shape.width * unit,
            )
        case Oval():
            return replace(
                shape,
                x=x + shape.x * across,
                y=y + shape.y * unit,
                across=shape.across * unit,
                down=shape.down * unit,
                width=shape.width * unit,
            )
        case Text():
            runs = tuple(replace(run, size=run.size * unit) for run in shape.runs)
            return replace(shape, x=x + shape.x * across, y=y + shape.y * unit, runs=runs)


def _move(
    points: tuple[Point, ...], x: float, y: float, unit: float, across: float
) -> tuple[Point, ...]:
    return tuple((x + right * across, y + down * unit) for right, down in points)
