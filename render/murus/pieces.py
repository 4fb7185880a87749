"""Walls, towers and catapults of both sides, seen from the front (ART, section 5).

Height is silhouette: low and wide, tall and narrow, wheels and an arm.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from games.core import Seat
from games.murus.board import CATAPULT, TOWER, WALL, height, owner

from .. import duel
from ..frame import TOP, Field
from ..look import Theme
from ..scene import Box, Oval, Point, Polygon, Run, Shape, Sketch, Stroke, Text, place_at
from ..squares import Squares
from ..theme import TOKENS, themes


@dataclass(frozen=True, slots=True)
class Side(duel.Side):
    """The colours of one side's stones in Murus Gallicus."""

    trim: str
    joints: str


@dataclass(frozen=True, slots=True)
class MurusColours(duel.Colours):
    """The board and stones of Murus Gallicus; `stroke` is the outline in cells."""

    sides: tuple[Side, Side]
    stroke: float = 0.036


MURUS = themes(MurusColours, "murus")
JOINT = 0.025
CHIP_STROKE = 0.05
BEAM = 0.036
"""Half the side of a beam head in a Gallic wall."""
GROUND = {WALL: (0.42, 0.07, 0.31), TOWER: (0.33, 0.065, 0.405), CATAPULT: (0.38, 0.06, 0.405)}
"""The shadow on the ground: half its width and height, and its distance below the centre."""


@lru_cache(maxsize=32)
def piece(theme: Theme, seat: Seat, height: int) -> Sketch:
    """Draw a seat's stack of this height."""
    colours = MURUS[theme]
    return _drawing(colours.shadow, colours.sides[seat], seat, height, colours.stroke)


@lru_cache(maxsize=16)
def chip(theme: Theme, seat: Seat, lit: bool = False) -> Sketch:
    """Draw a seat's tower with an outline that still stands when small; `lit` is for the panel of
    the player to move: a black tower needs a white outline elsewhere."""
    side, page = MURUS[theme].sides[seat], TOKENS[theme].page
    if side.fill == side.outline == page and not lit:
        side = replace(side, outline=TOKENS[theme].ink)
    return _drawing(None, side, seat, TOWER, CHIP_STROKE)


def _drawing(shadow: str | None, side: Side, seat: Seat, height: int, stroke: float) -> Sketch:
    """Draw the stack on its shadow, if it has one: there is no ground under a chip."""
    shapes: tuple[Shape, ...]
    match seat, height:
        case 0, 1:
            shapes = _roman_wall(side, stroke)
        case 0, 2:
            shapes = _roman_tower(side, stroke)
        case _, 1:
            shapes = _gallic_wall(side, stroke)
        case _, 2:
            shapes = _gallic_tower(side, stroke)
        case _:
            shapes = _catapult(side, stroke, roman=seat == 0)
    if shadow:
        across, down, y = GROUND[height]
        shapes = (Oval(0, y, across, down, shadow), *shapes)
    return Sketch(f"{seat}:{height} {side.outline} {stroke} {shadow}", shapes)


def _outline(points: tuple[Point, ...], fill: str, ink: str, width: float) -> tuple[Shape, ...]:
    return Polygon(points, fill), Stroke(points, width, ink, closed=True)


def _merlons(left: float, top: float, teeth: int, wide: float, gap: float) -> list[Point]:
    """Return the line along the top of a battlement, from left to right."""
    line: list[Point] = []
    for tooth in range(teeth):
        x = left + tooth * (wide + gap)
        line += [(x, top), (x, top - 0.12), (x + wide, top - 0.12), (x + wide, top)]
    return line


def _joint(x1: float, y1: float, x2: float, y2: float, ink: str) -> Stroke:
    """Draw a level or upright joint between stones."""
    return Stroke(((x1, y1), (x2, y2)), JOINT, ink)


def _beams(y: float, xs: tuple[float, ...], ink: str) -> tuple[Shape, ...]:
    return tuple(Box(x - BEAM, y - BEAM, x + BEAM, y + BEAM, ink) for x in xs)


def _roman_wall(side: Side, stroke: float) -> tuple[Shape, ...]:
    outline = (*_merlons(-0.38, -0.04, 4, 0.13, 0.08), (0.38, 0.30), (-0.38, 0.30))
    return (
        Polygon(outline, side.fill),
        _joint(-0.38, 0.17, 0.38, 0.17, side.joints),
        *(_joint(x, 0.05, x, 0.17, side.joints) for x in (-0.285, -0.095, 0.095, 0.285)),
        *(_joint(x, 0.17, x, 0.30, side.joints) for x in (-0.19, 0, 0.19)),
        Box(-0.38, -0.005, 0.38, 0.055, side.trim),
        Stroke(outline, stroke, side.outline, closed=True),
    )


def _gallic_wall(side: Side, stroke: float) -> tuple[Shape, ...]:
    stakes: list[Point] = [(-0.38, -0.03)]
    for stake in range(5):
        x = -0.38 + 0.152 * stake
        stakes += [(x + 0.076, -0.18), (x + 0.152, -0.03)]
    return (
        *_outline((*stakes, (0.38, 0.30), (-0.38, 0.30)), side.fill, side.outline, stroke),
        *_beams(0.07, (-0.2988, -0.1494, 0, 0.1494, 0.2988), side.trim),
        *_beams(0.20, (-0.2241, -0.0747, 0.0747, 0.2241), side.trim),
    )


def _roman_tower(side: Side, stroke: float) -> tuple[Shape, ...]:
    shaft = ((-0.22, -0.02), (0.22, -0.02), (0.25, 0.40), (-0.25, 0.40))
    head = (*_merlons(-0.29, -0.28, 3, 0.15, 0.065), (0.29, -0.02), (-0.29, -0.02))
    return (
        Polygon(shaft, side.fill),
        *(
            _joint(-x, y, x, y, side.joints)
            for x, y in ((0.229, 0.107), (0.237, 0.214), (0.244, 0.32))
        ),
        _joint(-0.12, -0.02, -0.12, 0.107, side.joints),
        _joint(0.135, 0.107, 0.135, 0.214, side.joints),
        Oval(0, 0.235, 0.075, 0.075, side.outline),
        Box(-0.075, 0.235, 0.075, 0.40, side.outline),
        Stroke(shaft, stroke, side.outline, closed=True),
        Polygon(head, side.fill),
        Box(-0.29, -0.14, 0.29, -0.07, side.trim),
        Stroke(head, stroke, side.outline, closed=True),
    )


def _gallic_tower(side: Side, stroke: float) -> tuple[Shape, ...]:
    shaft = ((-0.21, -0.06), (0.21, -0.06), (0.26, 0.40), (-0.26, 0.40))
    roof = ((0.0, -0.46), (0.33, -0.04), (-0.33, -0.04))
    thatch = (
        ((0.0, -0.29), (0.0, -0.09)),
        ((-0.065, -0.24), (-0.15, -0.10)),
        ((0.065, -0.24), (0.15, -0.10)),
    )
    return (
        *_outline(shaft, side.fill, side.outline, stroke),
        *_beams(0.06, (-0.115, 0, 0.115), side.trim),
        *_beams(0.188, (-0.0575, 0.0575), side.trim),
        *_beams(0.317, (-0.1265, 0, 0.1265), side.trim),
        *_outline(roof, side.trim, side.outline, stroke),
        *(Stroke(line, 0.7 * stroke, side.joints) for line in thatch),
    )


def _catapult(side: Side, stroke: float, roman: bool) -> tuple[Shape, ...]:
    """Draw the Romans' catapult, throwing to the right; the Gauls' is its mirror image."""
    post = ((-0.05, 0.12), (0.2, -0.28), (0.165, 0.12))
    arm = ((-0.30, 0.16), (0.22, -0.26))
    trims = (
        (Box(-0.37, 0.155, 0.37, 0.2, side.trim),)
        if roman
        else tuple(
            Box(x - 0.033, 0.14, x + 0.033, 0.205, side.trim)
            for x in (-0.285, -0.095, 0.095, 0.285)
        )
    )
    shapes = (
        *_outline(post, side.fill, side.outline, stroke),
        Stroke(arm, 0.105 + 1.25 * stroke, side.outline),
        Stroke(arm, 0.105, side.trim),
        Oval(0.265, -0.31, 0.135, 0.135, side.fill, side.outline, stroke),
        Box(-0.40, 0.10, 0.40, 0.25, side.fill, 0.02),
        *trims,
        Box(-0.40, 0.10, 0.40, 0.25, None, 0.02, side.outline, stroke),
        *(shape for x in (-0.22, 0.22) for shape in _wheel(x, side, stroke, roman)),
    )
    return shapes if roman else place_at(shapes, 0, 0, mirrored=True)


def _wheel(x: float, side: Side, stroke: float, roman: bool) -> tuple[Shape, ...]:
    y, radius = 0.29, 0.125
    rim = Oval(x, y, radius, radius, side.fill, side.outline, stroke)
    if not roman:
        return rim, Oval(x, y, 0.048, 0.048, side.trim)
    spokes = (((x - 0.1, y), (x + 0.1, y)), ((x, y - 0.1), (x, y + 0.1)))
    return rim, *(Stroke(spoke, 0.7 * stroke, side.outline) for spoke in spokes)


CELL = 87


def stones(theme: Theme, stack: int, side: int) -> Iterator[Shape]:
    """Draw a stack, in high contrast with its height."""
    seat = owner(stack)
    if seat is not None:
        yield from place_at(piece(theme, seat, height(stack)).shapes, 0, 0, side)
        if theme == "contrast":
            yield from _number(MURUS[theme].sides[seat], height(stack))


def _number(side: Side, stones: int) -> tuple[Shape, ...]:
    """Write the height on a plate in the lower right corner."""
    x, y = CELL / 2 - 13.5, CELL / 2 - 15
    ink = "#FFFFFF" if side.fill == side.outline else "#000000"
    return (
        Box(x - 10.5, y - 12.5, x + 10.5, y + 12.5, side.fill, 5, ink, 2),
        Text(x, y, "middle", (Run(str(stones), 21, ink, "ExtraBold"),)),
    )


def home_rows(theme: Theme, field: Field) -> tuple[Shape, ...]:
    """Put each side's trim on the frame along its home row."""
    one, other = MURUS[theme].sides
    lower, upper = (other, one) if field.flipped else (one, other)
    return (
        Box(field.left, TOP - 5, field.right, TOP, upper.trim),
        Box(field.left, field.bottom, field.right, field.bottom + 5, lower.trim),
    )


SQUARES = Squares({theme: own.cells for theme, own in MURUS.items()}, stones, home_rows)
