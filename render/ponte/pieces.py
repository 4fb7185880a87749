"""Islands, buildings and bridges of Ponte del Diavolo (ART, section 7), in cells or px."""

from math import hypot, pi, sin

from games.ponte.board import LIGHT

from ..look import Theme
from ..scene import Box, Oval, Point, Polygon, Shape, Stroke
from ..theme import marking
from .colours import PONTE, LandColours

INSET = {False: 6, True: 3}
RADIUS = {False: 16, True: 14}
LINE = {False: 3, True: 4}
"""For a sandbank and an island: px from the cell's edge, of the corners, of the outline."""
STEPS = 12


def _extent(side: int, links: str, inset: float) -> tuple[float, float, float, float]:
    """Return a cell's part of its group; sides with a neighbour ("lrtb") reach beyond the cell."""
    beyond = -2 * max(RADIUS.values())
    left = beyond if "l" in links else inset
    top = beyond if "t" in links else inset
    right = side - (beyond if "r" in links else inset)
    bottom = side - (beyond if "b" in links else inset)
    return left, top, right, bottom


def rim(side: int, links: str, grown: float, radius: float, fill: str) -> tuple[Shape, ...]:
    """Draw a cell of a group, grown where it has no neighbour: its foam, or its network's halo."""
    left, top, right, bottom = (0.0 if side in links else -grown for side in "ltrb")
    right, bottom = side - right, side - bottom
    half = side / 2
    fillers = {
        "l": Box(left, top, half, bottom, fill),
        "r": Box(half, top, right, bottom, fill),
        "t": Box(left, top, right, half, fill),
        "b": Box(left, half, right, bottom, fill),
    }
    joints = (box for link, box in fillers.items() if link in links)
    return (Box(left, top, right, bottom, fill, radius), *joints)


BETWEEN = {"1": ("l", "t"), "2": ("r", "t"), "3": ("l", "b"), "4": ("r", "b")}
"""The sides between which each corner lies."""


def land(
    theme: Theme, side: int, colour: int, island: bool, links: str, building: bool
) -> tuple[Shape, ...]:
    """Draw a cell of a sandbank or an island. `links` are the neighbours of the same group, corners
    ("1" to "4": upper left, upper right, lower left, lower right) among them."""
    colours = PONTE[theme].lands[colour]
    inset, radius, line = INSET[island], RADIUS[island], LINE[island]
    fill = colours.island if island else colours.sandbank
    shapes: list[Shape] = [
        Box(*_extent(side, links, inset), colours.outline, radius),
        Box(*_extent(side, links, inset + line), fill, radius - line),
    ]
    shapes += _notches(theme, side, colours, links, inset, line)
    half = side / 2
    if island and building:
        shapes += _building(colour, colours, half, side)
    elif building:
        shapes += _grain(colours, colour, half, side)
    return tuple(shapes)


def _notches(
    theme: Theme, side: int, colours: LandColours, links: str, inset: float, line: float
) -> list[Shape]:
    """Draw the inner corners of a bending group: a bit of outline and foam in the cell's corner."""
    shapes: list[Shape] = []
    for corner, (across, down) in BETWEEN.items():
        if across not in links or down not in links or corner in links:
            continue
        for reach, fill in ((inset + line, colours.outline), (inset, PONTE[theme].foam)):
            left = -1 if across == "l" else side - reach
            top = -1 if down == "t" else side - reach
            right = reach if across == "l" else side + 1
            bottom = reach if down == "t" else side + 1
            shapes.append(Box(left, top, right, bottom, fill))
    return shapes


def small_building(theme: Theme, side: int, colour: int) -> tuple[Shape, ...]:
    """Draw an island's building round (0, 0), for an island without a tile free for it."""
    return tuple(_building(colour, PONTE[theme].lands[colour], 0, 0.6 * side))


def _building(colour: int, colours: LandColours, half: float, u: float) -> list[Shape]:
    return (_house if colour == LIGHT else _church)(colours, half, u)


def _house(colours: LandColours, half: float, u: float) -> list[Shape]:
    roof = (
        (half - 0.24 * u, half - 0.02 * u),
        (half, half - 0.25 * u),
        (half + 0.24 * u, half - 0.02 * u),
    )
    left, top, right, bottom = half - 0.16 * u, half - 0.06 * u, half + 0.16 * u, half + 0.22 * u
    return [
        Box(left, top, right, bottom, colours.wall, 0, colours.outline, 0.035 * u),
        Box(half - 0.05 * u, half + 0.06 * u, half + 0.05 * u, half + 0.22 * u, colours.outline),
        Polygon(roof, colours.roof),
        Stroke(roof, 0.03 * u, colours.outline, closed=True),
    ]


def _church(colours: LandColours, half: float, u: float) -> list[Shape]:
    base = half + 0.23 * u
    arc = tuple(
        (half - 0.185 * u * sin(pi * (n / 10 + 0.5)), half + 0.01 * u - 0.2 * u * sin(pi * n / 10))
        for n in range(11)
    )
    pillars = [
        Box(half + (n - 0.04) * u, half + 0.08 * u, half + (n + 0.04) * u, base, colours.wall)
        for n in (-0.155, -0.052, 0.052, 0.155)
    ]
    line = 0.035 * u
    return [
        Box(half - 0.245 * u, half - line, half + 0.245 * u, base + line, colours.island),
        Stroke(((half, half - 0.3 * u), (half, half - 0.15 * u)), 0.035 * u, colours.roof),
        Oval(half, half - 0.31 * u, 0.042 * u, 0.042 * u, colours.roof),
        Polygon(arc, colours.roof),
        Stroke(arc, line, colours.island, closed=True),
        Box(half - 0.21 * u, half + 0.01 * u, half + 0.21 * u, half + 0.09 * u, colours.wall),
        *pillars,
    ]


def _grain(colours: LandColours, colour: int, half: float, u: float) -> list[Shape]:
    """Draw sand as six dots, stones as four small strokes."""
    if colour == LIGHT:
        spots = (
            (-0.18, -0.06),
            (0.02, -0.14),
            (0.16, 0.0),
            (-0.05, 0.06),
            (-0.16, 0.17),
            (0.1, 0.17),
        )
        return [Oval(half + x * u, half + y * u, 2.6, 2.6, colours.grain) for x, y in spots]
    strokes = ((-0.16, -0.12), (0.12, -0.14), (-0.1, 0.12), (0.15, 0.1))
    return [
        Stroke(
            (
                (half + (x - 0.08) * u, half + (y + 0.05) * u),
                (half + x * u, half + (y - 0.03) * u),
                (half + (x + 0.08) * u, half + (y + 0.05) * u),
            ),
            2,
            colours.grain,
        )
        for x, y in strokes
    ]


def _band(
    right: float, down: float, ends: float, middle: float, sag: float = 0
) -> tuple[Point, ...]:
    """Outline a deck from (0, 0): its half width grows from the ends to the middle."""
    length = hypot(right, down)
    over, under = -down / length, right / length
    one, other = [], []
    for step in range(STEPS + 1):
        part = step / STEPS
        bow = sin(pi * part)
        half = ends + (middle - ends) * bow
        x, y = right * part, down * part + sag * bow
        one.append((x + over * half, y + under * half))
        other.append((x - over * half, y - under * half))
    return (*one, *reversed(other))


def shadow(theme: Theme, right: float, down: float, u: float) -> tuple[Shape, ...]:
    """Draw a bridge's shadow on the water, sagging like the arch it is."""
    return (Polygon(_band(right, down, 0.1 * u, 0.15 * u, 0.17 * u), PONTE[theme].shadow),)


def bridge(
    theme: Theme, colour: int, right: float, down: float, u: float, fresh: str
) -> tuple[Shape, ...]:
    """Draw a bridge from (0, 0) as an arch seen from above; a `fresh` one has a band round it:
    "last", or "planned" in the colour of a choice."""
    colours, planned = PONTE[theme].bridges[colour], fresh == "planned"
    tokens = marking(theme, planned)
    plate = 0.215 * u - 2
    shapes: list[Shape] = []
    if fresh:
        edge = tokens.keyline if planned else tokens.lastink
        for extra, fill in ((11, edge), (8.5, tokens.last)):
            shapes += _body(right, down, u, plate, extra, fill)
    lines = (
        ((2.8, colours.edge),) if colour == LIGHT else ((3.6, colours.edge), (2.4, colours.rail))
    )
    for extra, fill in lines:
        shapes += _body(right, down, u, plate, extra, fill)
    shapes += _body(right, down, u, plate, 0, colours.deck)
    length = hypot(right, down)
    over, under = -down / length, right / length
    for number in range(2, int(length / (0.135 * u)) - 1):
        part = number * 0.135 * u / length
        half = (0.115 + 0.055 * sin(pi * part)) * u
        x, y = right * part, down * part
        thick_x, thick_y = right / length * 0.9, down / length * 0.9
        tread = (
            (x + over * half - thick_x, y + under * half - thick_y),
            (x + over * half + thick_x, y + under * half + thick_y),
            (x - over * half + thick_x, y - under * half + thick_y),
            (x - over * half - thick_x, y - under * half - thick_y),
        )
        shapes.append(Polygon(tread, colours.rail))
    for x, y in ((0.0, 0.0), (right, down)):
        if colour == LIGHT:
            half = 0.13 * u
            box = Box(x - half, y - half, x + half, y + half, colours.deck, 2, colours.rail, 3)
            shapes.append(box)
        else:
            shapes.append(Oval(x, y, 0.145 * u, 0.145 * u, colours.deck, colours.rail, 2.6))
    return tuple(shapes)


def _body(
    right: float, down: float, u: float, plate: float, extra: float, fill: str
) -> list[Shape]:
    """Draw deck and end plates in one colour, `extra` px wider on each side."""
    deck = Polygon(_band(right, down, 0.115 * u + extra, 0.17 * u + extra), fill)
    ends = ((0, 0), (right, down))
    return [deck, *(Oval(x, y, plate + extra, plate + extra, fill) for x, y in ends)]


def halo_bridge(right: float, down: float, wide: float, fill: str) -> tuple[Shape, ...]:
    """Draw a network's colour, or its edge, along a bridge."""
    return (Stroke(((0, 0), (right, down)), wide, fill),)
