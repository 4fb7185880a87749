"""The cross of four-player Junqi without pieces: roads, curved railways, stations, camps."""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from math import cos, hypot, pi, sin

from games.junqi.four.board import ARCS, BASES, CAMPS, GRAPH, HEADQUARTERS, NAMES, RAILWAYS, point

from ...frame import MARGIN, WIDTH
from ...look import Theme
from ...scene import Box, Oval, Point, Run, Shape, Stroke, Text, Tile, place_at
from ...theme import TOKENS
from ..colours import FOUR, JUNQI, JunqiColours
from .plan import Plan

DASH = 8
"""The length of a railway's dash, and of the gap after it."""
HEART = point("i9")
"""The point in the middle of the board."""
CURVE = 12
"""The number of straight pieces in a bend."""
RAILS = {frozenset(pair) for line in RAILWAYS for pair in pairwise(line)}
BENDS = {
    frozenset(pair)
    for line in ARCS
    for pair in pairwise(line)
    if not any(set(pair) <= set(straight) for straight in RAILWAYS[:-4])
}
"""The four segments at which an arc goes round a corner of the centre."""


@lru_cache(maxsize=64)
def floor(theme: Theme, plan: Plan) -> Tile:
    """Draw the picture without pieces and words."""
    return Tile(("four ground", plan), WIDTH, plan.height, later=partial(_floor, theme, plan))


def _floor(theme: Theme, plan: Plan) -> Tile:
    return Tile(("four ground", plan), WIDTH, plan.height, tuple(ground(theme, plan)))


def ground(theme: Theme, plan: Plan) -> Iterator[Shape]:
    """Draw the page, the board with its lines, and every point without a piece."""
    tokens, colours = TOKENS[theme], JUNQI[theme]
    yield Box(0, 0, WIDTH, plan.height, tokens.page)
    left, top, right, low = plan.left, plan.top, plan.right, plan.bottom
    if plan.zone:
        yield Box(left - 6, top - 6, right + 6, low + 6, tokens.frame, 9)
        yield Box(left, top, right, low, colours.board)
    else:
        (x1, y1), (x2, y2) = plan.middle
        arms = ((left, y1, right, y2), (x1, top, x2, low))
        yield from (Box(a - 6, b - 6, c + 6, d + 6, tokens.frame, 9) for a, b, c, d in arms)
        yield from (Box(*arm, colours.board) for arm in arms)
    yield Box(MARGIN, plan.rule, WIDTH - MARGIN, plan.rule + 2, tokens.line)
    yield from _coordinates(theme, plan)
    pairs = {frozenset((step, far)) for step, near in enumerate(GRAPH.steps) for far in near}
    for pair in sorted(pairs - RAILS, key=sorted):
        if all(map(plan.shows, pair)):
            one, other = map(plan.centre, sorted(pair))
            yield Stroke((one, other), 3 * plan.scale, colours.road)
    for pair in sorted(RAILS, key=sorted):
        if all(map(plan.shows, pair)):
            yield from _rail(plan, pair, colours)
    for at in range(len(NAMES)):
        if plan.shows(at):
            yield from place_at(spot(theme, at), *plan.centre(at), plan.scale)


def _coordinates(theme: Theme, plan: Plan) -> Iterator[Shape]:
    ink = TOKENS[theme].ink2
    across, upward = plan.labels()
    for number, name in enumerate(across):
        x = plan.left + (number + 0.5) * plan.cell
        run = (Run(name, 20, ink, "SemiBold"),)
        yield from (Text(x, y, "middle", run) for y in (plan.top - 22, plan.bottom + 22))
    for number, name in enumerate(upward):
        y = plan.bottom - (number + 0.5) * plan.cell
        run = (Run(name, 20, ink, "SemiBold"),)
        yield from (Text(x, y, "middle", run) for x in (plan.left - 22, plan.right + 22))


def _rail(plan: Plan, pair: frozenset[int], colours: JunqiColours) -> Iterator[Shape]:
    """Draw a dark line with light dashes, the same seen from both ends."""
    (one, other), scale = sorted(pair), plan.scale
    way: tuple[Point, ...] = (plan.centre(one), plan.centre(other))
    if pair in BENDS:
        way = bend(plan, one, other)
    yield Stroke(way, 7 * scale, colours.rail)
    (x1, y1), (x2, y2) = way[0], way[-1]
    dashes = max(2, round(hypot(x2 - x1, y2 - y1) / (2 * DASH * scale)))
    for number in range(dashes):
        start, end = (number + 0.25) / dashes, (number + 0.75) / dashes
        yield Stroke((_along(way, start), _along(way, end)), 3 * scale, colours.dash)


def bend(plan: Plan, one: int, other: int) -> tuple[Point, ...]:
    """Return a quarter of a circle between two points at a corner of the centre."""
    (x1, y1), (x2, y2) = plan.centre(one), plan.centre(other)
    middle = plan.centre(HEART)
    corners = ((x1, y2), (x2, y1))
    # the corner away from the middle of the board is where the circle has its centre
    x, y = max(corners, key=lambda at: hypot(at[0] - middle[0], at[1] - middle[1]))
    return tuple(
        (
            x + (x1 - x) * cos(pi / 2 * step / CURVE) + (x2 - x) * sin(pi / 2 * step / CURVE),
            y + (y1 - y) * cos(pi / 2 * step / CURVE) + (y2 - y) * sin(pi / 2 * step / CURVE),
        )
        for step in range(CURVE + 1)
    )


def _along(way: tuple[Point, ...], part: float) -> Point:
    """Return the point at this part of a way of equal pieces."""
    place = part * (len(way) - 1)
    at = min(int(place), len(way) - 2)
    (x1, y1), (x2, y2) = way[at], way[at + 1]
    return x1 + (x2 - x1) * (place - at), y1 + (y2 - y1) * (place - at)


def spot(theme: Theme, at: int, fill: str = "") -> tuple[Shape, ...]:
    """Draw a station, camp or headquarters round (0, 0), perhaps in another colour."""
    colours = JUNQI[theme]
    if at in CAMPS:
        return (Oval(0, 0, 18, 18, colours.camp_line), Oval(0, 0, 16, 16, fill or colours.camp))
    if at in HEADQUARTERS:
        owner = next(seat for seat, homes in enumerate(BASES) if at in homes)
        rim = FOUR[theme][owner].fill if theme != "contrast" else "#000000"
        return (Box(-19, -17, 19, 17, fill or colours.home, 12, rim, 4),)
    line, ink = (2.5, colours.rail) if at in GRAPH.rails else (1.5, colours.edge)
    return (Box(-16, -12, 16, 12, fill or colours.station, 4, ink, line),)
