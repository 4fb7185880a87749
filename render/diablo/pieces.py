"""Stacks and dice of Diablo: Black is round, Green is square (ART, section 6)."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from games.core import Seat
from games.diablo.board import BLACK

from ..look import Theme
from ..scene import Box, Drawing, Oval, Run, Shape, Stroke, Text, Tile
from ..theme import TOKENS
from .colours import DIABLO, StackColours

DISC, SQUARE, CORNER = 0.345, 0.318, 0.115
"""Half the width of a layer in cells, and the radius of a square one's corners."""
LAYERS, STEP, INSET = 6, 0.05, 0.024
OUTSIDE = 0.03
"""How much of an outline lies within a layer's width; a wider one goes beyond it."""
SHADOW = (0.035, 0.055)
DIE = 46
"""The side of a die in px."""
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=512)
def piece(theme: Theme, seat: Seat, height: int) -> Drawing:
    """A stack of a seat; above six layers only the number grows."""
    return _drawing(theme, DIABLO[theme].stacks[seat], seat, height)


def _drawing(theme: Theme, stack: StackColours, seat: Seat, height: int) -> Drawing:
    colours = DIABLO[theme]
    round_ = seat == BLACK
    depth = (min(height, LAYERS) - 1) * STEP / 2
    half = DISC if round_ else SQUARE
    shapes: list[Shape] = []
    if colours.shadow:
        right, down = SHADOW
        shapes += _body(round_, half, right, depth + down, -depth + down, colours.shadow)
    edge = colours.stroke - OUTSIDE
    shapes += _body(round_, half + edge, 0, depth, -depth, stack.outline)
    for layer in range(min(height, LAYERS)):
        top = layer == min(height, LAYERS) - 1
        y = depth - layer * STEP
        shapes.append(_layer(round_, half - INSET, y, stack, top=top))
    shapes += _mark(round_, height, -depth, stack)
    return Drawing(f"stack {seat} {height} {stack.outline}", tuple(shapes))


def _body(
    round_: bool, half: float, x: float, lowest: float, highest: float, fill: str
) -> list[Shape]:
    """The silhouette of all layers from the lowest centre to the highest."""
    if not round_:
        return [Box(x - half, highest - half, x + half, lowest + half, fill, CORNER + 0.01)]
    ends: list[Shape] = [Oval(x, y, half, half, fill) for y in (lowest, highest)]
    return [*ends, Box(x - half, highest, x + half, lowest, fill)] if lowest > highest else ends


def _layer(round_: bool, half: float, y: float, stack: StackColours, *, top: bool) -> Shape:
    fill, edge = (stack.top, stack.top) if top else (stack.layers, stack.edge)
    if round_:
        return Oval(0, y, half, half, fill, edge, 0.014)
    return Box(-half, y - half, half, y + half, fill, CORNER - 0.015, edge, 0.014)


def _mark(round_: bool, height: int, y: float, stack: StackColours) -> list[Shape]:
    """The number on the top layer; on a single checker an inner ring instead."""
    if height > 1:
        size = 0.46 if height < 10 else 0.39
        run = Run(str(height), size, stack.numeral, "ExtraBold")
        return [Text(0, y, "middle", (run,))]
    if round_:
        return [Oval(0, y, 0.21, 0.21, None, stack.ring, 0.033)]
    return [Box(-0.175, y - 0.175, 0.175, y + 0.175, None, 0.05, stack.ring, 0.033)]


@lru_cache(maxsize=16)
def chip(theme: Theme, seat: Seat, lit: bool = False) -> Drawing:
    """A seat's single checker, for header and footer.

    `lit` is for the panel of the player to move: a black checker needs a white outline elsewhere.
    """
    stack, page = DIABLO[theme].stacks[seat], TOKENS[theme].page
    if stack.top == stack.outline == page and not lit:
        stack = replace(stack, outline=TOKENS[theme].ink)
    return _drawing(theme, stack, seat, 1)


@lru_cache(maxsize=128)
def die(theme: Theme, face: int, used: bool) -> Tile:
    """A die of the header; a used one is sunk and struck through."""
    colours, page = DIABLO[theme], TOKENS[theme].page
    fill, ink = colours.used_die if used else colours.die
    middle = DIE / 2
    shapes: list[Shape] = [
        Box(0, 0, DIE, DIE, page),
        Box(0, 0, DIE, DIE, fill, 0.22 * DIE, ink, 2.6),
    ]
    if face in PIPS:
        radius = 0.095 * DIE
        shapes += (
            Oval(middle + right * 0.25 * DIE, middle + down * 0.25 * DIE, radius, radius, ink)
            for right, down in PIPS[face]
        )
    else:
        run = Run(str(face), 0.6 * DIE, ink, "Bold")
        shapes.append(Text(middle, middle, "middle", (run,)))
    if used:
        shapes.append(Stroke(((7, DIE - 7), (DIE - 7, 7)), 4, ink))
    return Tile(("die", face, used), DIE, DIE, tuple(shapes))
