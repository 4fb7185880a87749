"""Stacks and dice of Diablo: Black is round, Green is square (ART, section 6)."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from games.core import Seat
from games.diablo.board import BLACK, owner

from ..look import Theme
from ..scene import Box, Oval, Run, Shape, Sketch, Stroke, Text, Tile, place_at
from ..squares import Squares
from ..theme import TOKENS, themes


@dataclass(frozen=True, slots=True)
class StackColours:
    """The colours of one side's stacks in Diablo; `edge` is the line round a lower layer."""

    top: str
    layers: str
    edge: str
    outline: str
    ring: str
    numeral: str


@dataclass(frozen=True, slots=True)
class DiabloColours:
    """The board, stacks and dice of Diablo; `stacks` by seat; dice as (face, pips)."""

    cells: tuple[str, str]
    stacks: tuple[StackColours, StackColours]
    die: tuple[str, str]
    used_die: tuple[str, str]
    stroke: float = 0.03
    shadow: str | None = None


DIABLO = themes(DiabloColours, "diablo")
DISC, SQUARE, CORNER = 0.345, 0.318, 0.115
"""Half the width of a layer in cells, and the radius of a square one's corners."""
LAYERS, STEP, INSET = 6, 0.05, 0.024
OUTSIDE = 0.03
"""The part of an outline within a layer's width; a wider outline goes beyond it."""
SHADOW = (0.035, 0.055)
DIE = 46
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(maxsize=512)
def piece(theme: Theme, seat: Seat, height: int, cell: int) -> Sketch:
    """Draw a seat's stack; above six layers only its number grows. Small cells keep 2 px lines."""
    colours = DIABLO[theme]
    thick = _Lines(
        colours.stroke - OUTSIDE,
        max(INSET, 2 / cell),
        max(0.014, 1.1 / cell),
        max(0.033, 2.4 / cell),
    )
    return _drawing(thick, colours.stacks[seat], seat, height, colours.shadow)


class _Lines(NamedTuple):
    """The thickness of lines in cells: beyond and within a layer's edge, of a layer, of a ring."""

    beyond: float
    inset: float
    edge: float
    ring: float


def _drawing(
    lines: _Lines, stack: StackColours, seat: Seat, height: int, shadow: str | None
) -> Sketch:
    """Draw the stack on its shadow, if it has one: there is no ground under a chip."""
    round_ = seat == BLACK
    depth = (min(height, LAYERS) - 1) * STEP / 2
    half = DISC if round_ else SQUARE
    shapes: list[Shape] = []
    if shadow:
        right, down = SHADOW
        shapes += _body(round_, half, right, depth + down, -depth + down, shadow)
    shapes += _body(round_, half + lines.beyond, 0, depth, -depth, stack.outline)
    for layer in range(min(height, LAYERS)):
        top = layer == min(height, LAYERS) - 1
        y = depth - layer * STEP
        shapes.append(_layer(round_, half - lines.inset, y, stack, lines.edge, top=top))
    shapes += _mark(round_, height, -depth, stack, lines.ring)
    return Sketch(f"stack {seat} {height} {stack.outline} {lines} {shadow}", tuple(shapes))


CHIP_LINES = _Lines(0.03, 0.024, 0.014, 0.033)


def _body(
    round_: bool, half: float, x: float, lowest: float, highest: float, fill: str
) -> list[Shape]:
    """Draw the silhouette of all layers from the lowest centre to the highest."""
    if not round_:
        return [Box(x - half, highest - half, x + half, lowest + half, fill, CORNER + 0.01)]
    ends: list[Shape] = [Oval(x, y, half, half, fill) for y in (lowest, highest)]
    return [*ends, Box(x - half, highest, x + half, lowest, fill)] if lowest > highest else ends


def _layer(
    round_: bool, half: float, y: float, stack: StackColours, line: float, *, top: bool
) -> Shape:
    fill, edge = (stack.top, stack.top) if top else (stack.layers, stack.edge)
    if round_:
        return Oval(0, y, half, half, fill, edge, line)
    return Box(-half, y - half, half, y + half, fill, CORNER - 0.015, edge, line)


def _mark(round_: bool, height: int, y: float, stack: StackColours, line: float) -> list[Shape]:
    """Write the number on the top layer; a single checker gets an inner ring instead."""
    if height > 1:
        size = 0.46 if height < 10 else 0.39
        return [Text(0, y, "middle", (Run(str(height), size, stack.numeral, "ExtraBold"),))]
    if round_:
        return [Oval(0, y, 0.21, 0.21, None, stack.ring, line)]
    return [Box(-0.175, y - 0.175, 0.175, y + 0.175, None, 0.05, stack.ring, line)]


@lru_cache(maxsize=16)
def chip(theme: Theme, seat: Seat, lit: bool = False) -> Sketch:
    """Draw a seat's single checker, for header and footer; `lit` is for the panel of the player to
    move: a black checker needs a white outline elsewhere."""
    stack, page = DIABLO[theme].stacks[seat], TOKENS[theme].page
    if stack.top == stack.outline == page and not lit:
        stack = replace(stack, outline=TOKENS[theme].ink)
    return _drawing(CHIP_LINES, stack, seat, 1, None)


@lru_cache(maxsize=128)
def die(theme: Theme, face: int, used: bool, side: int = DIE) -> Tile:
    """Draw a die of the header; a used one is sunk and struck through."""
    colours, page = DIABLO[theme], TOKENS[theme].page
    fill, ink = colours.used_die if used else colours.die
    middle = side / 2
    shapes: list[Shape] = [
        Box(0, 0, side, side, page),
        Box(0, 0, side, side, fill, 0.22 * side, ink, 2.6),
    ]
    if face in PIPS:
        radius = 0.095 * side
        shapes += (
            Oval(middle + right * 0.25 * side, middle + down * 0.25 * side, radius, radius, ink)
            for right, down in PIPS[face]
        )
    else:
        shapes.append(Text(middle, middle, "middle", (Run(str(face), 0.6 * side, ink, "Bold"),)))
    if used:
        shapes.append(Stroke(((0.15 * side, 0.85 * side), (0.85 * side, 0.15 * side)), 4, ink))
    return Tile(("die", face, used, side), side, side, tuple(shapes))


def stacks(theme: Theme, stack: int, side: int) -> tuple[Shape, ...]:
    """Draw a stack in a cell of that side."""
    seat = owner(stack)
    return () if seat is None else place_at(piece(theme, seat, abs(stack), side).shapes, 0, 0, side)


SQUARES = Squares({theme: own.cells for theme, own in DIABLO.items()}, stacks)
