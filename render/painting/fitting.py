"""Shapes fitted to the pixels of the finished picture, as hinting fits letters."""

from collections.abc import Iterable
from dataclasses import replace
from math import ceil, floor
from typing import TypeAlias

from ..scene import Box, Oval, Point, Polygon, Shape, Stroke, Text

Area: TypeAlias = tuple[int, int, int, int]
"""Left, top, right and bottom of a rectangle, in px."""


def fit_to_pixels(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Put the level and upright edges of shapes on whole px: sharper, and shorter as PNG."""
    return tuple(_fit(shape) for shape in shapes)


def _fit(shape: Shape) -> Shape:
    match shape:
        case Stroke():
            width = max(1, _whole(shape.width))
            return replace(shape, width=width, points=_on_pixels(shape.points, width % 2 / 2))
        case Polygon():
            return replace(shape, points=_on_pixels(shape.points, 0.5))
        case Box():
            left, top = _whole(shape.left), _whole(shape.top)
            right = left + max(1, _whole(shape.right - shape.left))
            bottom = top + max(1, _whole(shape.bottom - shape.top))
            width = _whole(shape.width)
            return replace(shape, left=left, top=top, right=right, bottom=bottom, width=width)
        case Oval():
            x, across = _middled(shape.x, shape.across)
            y, down = _middled(shape.y, shape.down)
            width = _whole(shape.width)
            return replace(shape, x=x, y=y, across=across, down=down, width=width)
        case Text():
            return shape


def _whole(length: float) -> int:
    """Round to whole px, a half always up, so that shapes look alike wherever their tile is."""
    return floor(length + 0.5)


def _on_pixels(points: tuple[Point, ...], offset: float) -> tuple[Point, ...]:
    """Move points to px edges, or with an offset of 0.5 to the middles of px."""
    return tuple((_whole(x - offset) + offset, _whole(y - offset) + offset) for x, y in points)


def _middled(middle: float, half: float) -> tuple[float, float]:
    """Return the middle and the half width of a whole number of px."""
    wide = _whole(2 * half)
    return _whole(middle - half) + wide / 2, wide / 2


def reachable_area(shapes: Iterable[Shape], width: int, height: int) -> Area:
    """Return the part of a tile that shapes can reach, at least a px of it."""
    areas = [_extent(shape, width, height) for shape in shapes] or [(0.0, 0.0, 1.0, 1.0)]
    lefts, tops, rights, lows = zip(*areas, strict=True)
    left = min(max(0, floor(min(lefts)) - 1), width - 1)
    top = min(max(0, floor(min(tops)) - 1), height - 1)
    right, low = (min(end, ceil(max(ends)) + 1) for end, ends in ((width, rights), (height, lows)))
    return left, top, max(right, left + 1), max(low, top + 1)


def _extent(shape: Shape, width: int, height: int) -> tuple[float, float, float, float]:
    match shape:
        case Stroke(points=points, width=wide):
            return _span(points, wide / 2)
        case Polygon(points=points):
            return _span(points, 0)
        case Box(left=left, top=top, right=right, bottom=bottom):
            return left, top, right, bottom
        case Oval(x=x, y=y, across=across, down=down):
            return x - across, y - down, x + across, y + down
        case Text():
            return 0, 0, width, height


def _span(points: tuple[Point, ...], beyond: float) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - beyond, min(ys) - beyond, max(xs) + beyond, max(ys) + beyond
