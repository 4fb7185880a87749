"""Shapes fitted to the pixels of the finished picture, as hinting fits letters."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import floor

from .scene import Box, Oval, Point, Polygon, Shape, Stroke, Text


def fitted(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    """Shapes with their level and upright edges on whole px: sharper, and shorter as PNG."""
    return tuple(_fitted(shape) for shape in shapes)


def _fitted(shape: Shape) -> Shape:
    match shape:
        case Stroke():
            width = max(1, round(shape.width))
            return replace(shape, width=width, points=_settled(shape.points, width % 2 / 2))
        case Polygon():
            return replace(shape, points=_settled(shape.points, 0.5))
        case Box():
            left, top = round(shape.left), round(shape.top)
            right = left + max(1, round(shape.right - shape.left))
            bottom = top + max(1, round(shape.bottom - shape.top))
            width = round(shape.width)
            return replace(shape, left=left, top=top, right=right, bottom=bottom, width=width)
        case Oval():
            x, across = _middled(shape.x, shape.across)
            y, down = _middled(shape.y, shape.down)
            width = round(shape.width)
            return replace(shape, x=x, y=y, across=across, down=down, width=width)
        case Text():
            return shape


def _settled(points: tuple[Point, ...], offset: float) -> tuple[Point, ...]:
    """Points on px edges, or with an offset of 0.5 on their middles."""
    return tuple((round(x - offset) + offset, round(y - offset) + offset) for x, y in points)


def _middled(middle: float, half: float) -> tuple[float, float]:
    """The middle and half width of a whole number of px."""
    wide = round(2 * half)
    start = floor(middle - half + 0.5)
    return start + wide / 2, wide / 2
