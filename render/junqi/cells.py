"""The points of Junqi's board as tiles, with pieces and marks; and everything over them."""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import cos, hypot, pi, radians, sin

from games.junqi.board import CAMPS, COLOURS, GRID, HEADQUARTERS, HOMES
from games.junqi.flip.refuge import ROADS

from .. import marks
from ..look import Script, Theme
from ..scene import Box, Oval, Point, Run, Shape, Stamp, Stroke, Text, Tile, place_at
from ..theme import TOKENS, Tokens, marking, mix, tints
from .board import MARK, Plan, arch, camp, home, lines, point
from .colours import JUNQI, JunqiColours
from .pieces import back, face, flag, note_tag

WIDE, HIGH = MARK[0] / 2, MARK[1] / 2
ROOM = (120, 60)
"""The size of the part of the board round a point that is its own, whichever point it is."""
APART: Theme = "light"
"""A theme in which no two colours of a board are the same, so that squares alike there are alike in
all of them."""
BEND = 18
"""The radius of a way's turns, in px."""


@dataclass(frozen=True, slots=True)
class PieceTile:
    """A piece as it is drawn: of a colour ("r", "b"; "" face down), hidden without a code."""

    colour: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point that is not as empty as the ground. Marks are "source", "target", "revealed",
    "chosen", "dot", "prey" and "wrong"; those of a move that is only `planned` look like a choice.
    With `large` codes lead on pieces."""

    square: int
    piece: PieceTile | None = None
    marks: tuple[str, ...] = ()
    large: bool = False
    planned: bool = False


def stamp(theme: Theme, plan: Plan, spot: Spot) -> Stamp:
    """Place the point with everything on it over its part of the board."""
    left, top, _, _ = plan.area(spot.square)
    own, square = _twins(plan)[spot.square]
    large = spot.large and bool(spot.piece and spot.piece.code)
    planned = spot.planned and bool(spot.marks)
    alike = Spot(square, spot.piece, spot.marks, large, planned)
    return Stamp(left, top, _tile(theme, own, alike))


@lru_cache(maxsize=4096)
def _tile(theme: Theme, plan: Plan, spot: Spot) -> Tile:
    left, top, right, low = plan.area(spot.square)
    later = partial(_build, theme, plan, spot)
    return Tile(("spot", plan, spot), right - left, low - top, later=later)


def _build(theme: Theme, plan: Plan, spot: Spot) -> Tile:
    """Build the ground with what is marked on it, and the piece as a layer of its own."""
    left, top, right, low = plan.area(spot.square)
    x, y = plan.centre(spot.square)
    wide, high = right - left, low - top
    bare = (spot.square, bool(spot.piece), spot.marks, spot.planned)
    under = place_at(tuple(_under(theme, plan, spot)), x - left, y - top)
    ground = Tile(
        ("under", plan, *bare), wide, high, (*_around(JUNQI[theme], plan, spot.square), *under)
    )
    layers = [ground]
    if spot.piece:
        piece = _standing(theme, spot.piece, plan.script, large=spot.large)
        layers.append(replace(piece, left=x - left - ROOM[0] // 2, top=y - top - ROOM[1] // 2))
    if marks_ := _marks_over(theme, plan, spot):
        layers.append(Tile(("over", plan, *bare), wide, high, place_at(marks_, x - left, y - top)))
    return Tile(("spot", plan, spot), wide, high, (), tuple(layers))


@lru_cache(maxsize=512)
def _standing(theme: Theme, piece: PieceTile, script: Script, *, large: bool) -> Tile:
    wide, high = ROOM
    known = face(theme, piece.colour, piece.code, script, large=large) if piece.code else None
    shapes = place_at(known or back(theme, piece.colour), wide / 2, high / 2)
    return Tile(("piece", piece, script, large), wide, high, shapes)


@lru_cache(maxsize=64)
def _twins(plan: Plan) -> dict[int, tuple[Plan, int]]:
    """Return for each square what of the plan its tile depends on, and the first square with its
    surroundings: one tile is painted for all."""
    plain = replace(plan, homes=COLOURS)
    firsts: dict[tuple[object, ...], int] = {}
    shown = filter(plan.shows, range(len(GRID)))
    return {
        square: (
            plan if square in HEADQUARTERS else plain,
            firsts.setdefault(
                (square in CAMPS, square in HEADQUARTERS, _around(JUNQI[APART], plan, square)),
                square,
            ),
        )
        for square in shown
    }


def _around(colours: JunqiColours, plan: Plan, square: int) -> tuple[Shape, ...]:
    left, top, _, _ = plan.area(square)
    ways = _ways(colours, Plan(plan.flipped, plan.half), square)
    return (*ways, *place_at(point(colours, plan, square), -left, -top))


@lru_cache(maxsize=1024)
def _ways(colours: JunqiColours, plan: Plan, square: int) -> tuple[Shape, ...]:
    """Draw the board under a point, and the roads and railways there, from its area's corner."""
    left, top, right, low = plan.area(square)
    touching = [shape for shape in _lines(colours, plan) if _meets(shape, left, top, right, low)]
    return (Box(0, 0, right - left, low - top, colours.board), *place_at(touching, -left, -top))


@lru_cache(maxsize=16)
def _lines(colours: JunqiColours, plan: Plan) -> tuple[Shape, ...]:
    return tuple(lines(colours, plan))


def _meets(shape: Shape, left: float, top: float, right: float, low: float) -> bool:
    """Tell whether a line of the board reaches into a rectangle."""
    if isinstance(shape, Box):
        spans = (shape.left, shape.right), (shape.top, shape.bottom)
    elif isinstance(shape, Stroke):
        (x1, y1), (x2, y2) = shape.points
        spans = (min(x1, x2), max(x1, x2)), (min(y1, y2), max(y1, y2))
    else:
        return False
    (near, far), (high, deep) = spans
    return near < right and far > left and high < low and deep > top


def _under(theme: Theme, plan: Plan, spot: Spot) -> list[Shape]:
    """Draw the marks under a piece, round the middle of its point, in the shape of that point."""
    tokens, colours = marking(theme, spot.planned), JUNQI[theme]
    square, marked = spot.square, spot.marks
    shapes: list[Shape] = []
    ground = colours.camp if square in CAMPS else colours.station
    tint = next((mix(ground, *ink) for mark, ink in tints(tokens).items() if mark in marked), "")
    if square in CAMPS and spot.piece:
        shapes.append(Box(-57, -30, 57, 30, tint or colours.camp, 15, colours.camp_line, 3))
    elif square in CAMPS and tint:
        shapes += camp(colours, tint)
    elif square in HEADQUARTERS and tint:
        owner = next(seat for seat, homes in enumerate(HOMES) if square in homes)
        shapes += home(colours, plan.homes[owner], tint, upper=plan.upper(square))
    elif tint:
        shapes.append(Box(-WIDE, -HIGH, WIDE, HIGH, tint, 0 if "source" in marked else 5))
    if "source" in marked:
        shapes += _open(plan, spot, tokens)
    return shapes


def _marks_over(theme: Theme, plan: Plan, spot: Spot) -> list[Shape]:
    tokens, marked = marking(theme, spot.planned), spot.marks
    shapes: list[Shape] = []
    if "target" in marked:
        shapes += _draw_end(plan, spot, tokens.lastink)
    if "revealed" in marked:
        shapes.append(Box(-57, -30.5, 57, 29.5, None, 11, tokens.frame, 2))
        shapes.append(Box(-55.5, -29, 55.5, 28, None, 10, TOKENS[theme].last, 5.5))
    if "chosen" in marked:
        shapes.append(Box(-59, -30.5, 59, 29.5, None, 6, tokens.pick, 5))
    if "prey" in marked:
        shapes.append(Box(-58, -30.5, 58, 29.5, None, 12, tokens.pick, 5))
    if "dot" in marked:
        x, y = (22, -20) if spot.square in CAMPS else (0, 0)
        x, y = (44, -17) if spot.square in HEADQUARTERS else (x, y)
        shapes += marks.disc(x, y, 10, 3, tokens.pick, tokens)
    if "wrong" in marked:
        shapes += _dashes(tokens)
    return shapes


def _open(plan: Plan, spot: Spot, tokens: Tokens) -> list[Shape]:
    """Mark the beginning of a move: four corners, on a camp four arcs."""
    ink = tokens.lastink
    if spot.square in CAMPS and not spot.piece:
        return [
            Stroke(tuple((24 * cos(radians(at)), 24 * sin(radians(at))) for at in arc), 4.5, ink)
            for arc in (range(angle - 24, angle + 25, 8) for angle in (45, 135, 225, 315))
        ]
    wide, high, leg = WIDE - 2.25, HIGH - 2.25, 18
    if spot.square in HEADQUARTERS:
        wide, high = 53, 23
    shapes: list[Shape] = []
    for x in (-1, 1):
        for y in (-1, 1):
            arched = spot.square in HEADQUARTERS and (y > 0) == plan.upper(spot.square)
            radius = 18 if arched else 0
            bend = [
                (
                    x * (wide - radius + radius * cos(pi / 2 * step / 4)),
                    y * (high - radius + radius * sin(pi / 2 * step / 4)),
                )
                for step in range(5)
            ]
            start = x * wide, y * (high - max(leg - 4, radius))
            end = x * (wide - leg), y * high
            shapes.append(Stroke((start, *bend, end), 4.5, ink))
    return shapes


def _draw_end(plan: Plan, spot: Spot, ink: str) -> list[Shape]:
    """Mark the end of a move with a ring in the shape of the point."""
    if spot.square in CAMPS and not spot.piece:
        return [Oval(0, 0, 28, 28, None, ink, 4)]
    if spot.square in HEADQUARTERS:
        return [Stroke(arch(57, 27, 24, upper=plan.upper(spot.square)), 4, ink, closed=True)]
    return [Box(-WIDE, -HIGH, WIDE, HIGH, None, 5, ink, 4)]


def _dashes(tokens: Tokens) -> list[Shape]:
    """Draw a dashed ring, 12 on and 6 off, over a line in the page's colour."""
    wide, high = 56.5, 28
    ring: list[Shape] = [Box(-wide - 3, -high - 3, wide + 3, high + 3, None, 2, tokens.page, 6)]
    for n in range(-3, 4):
        ring += (Box(18 * n - 6, y - 2.5, 18 * n + 6, y + 2.5, tokens.bad) for y in (-high, high))
    for n in (-1, 0, 1):
        ring += (Box(x - 2.5, 18 * n - 6, x + 2.5, 18 * n + 6, tokens.bad) for x in (-wide, wide))
    return ring


def _badge(x: float, y: float, fill: str, tokens: Tokens, sign: str = "x") -> list[Shape]:
    """Draw a disc of 26 px with a cross, or a sign in letters."""
    disc = marks.disc(x, y, 13, 2, fill, tokens)
    ink = tokens.badge if fill == tokens.bad else tokens.pickink
    if sign == "x":
        return [*disc, *marks.draw_sign(x, y, 12.5, sign, ink)]
    return [*disc, Text(x, y, "middle", (Run(sign, 21, ink, "ExtraBold"),))]


def over(theme: Theme, plan: Plan, square: int, kind: str) -> Stamp:
    """Draw one thing over a piece and its neighbours.

    "lost" and "prey" are crosses at its corner, "wrong" and "first" signs there, "fallen" a cross
    in the middle of an empty point; "r" and "b" are flags that go with it, "r stays" and "b stays"
    flags it only stands on; anything else is a private slip.
    """
    tokens = TOKENS[theme]
    badges = {
        "lost": (tokens.bad, "x"),
        "prey": (tokens.pick, "x"),
        "wrong": (tokens.bad, "!"),
        "first": (tokens.pick, "1"),
    }
    if kind == "fallen":
        shapes: tuple[Shape, ...] = tuple(_badge(0, 0, tokens.bad, tokens))
    elif kind in badges:
        fill, sign = badges[kind]
        shapes = tuple(_badge(50, -22, fill, tokens, sign))
    elif kind in ("r", "b", "r stays", "b stays"):
        shapes = flag(theme, kind[0], left=kind.endswith("stays"))
    else:
        shapes = note_tag(theme, kind)
    x, y = plan.centre(square)
    tile = Tile(("over", kind), 176, 92, place_at(shapes, 88, 60))
    return Stamp(x - 88, y - 60, tile, clear=True)


def arrow(
    theme: Theme, plan: Plan, way: tuple[int, ...], *, planned: bool, earlier: bool = False
) -> Stamp:
    """Draw a way from edge to edge of its points; a single step is only a head in the gap. A turn
    before the last has a thinner one from the middle, and no other mark."""
    points: list[Point] = [plan.centre(square) for square in way]
    if way[-1] in ROADS.steps[way[0]] and not earlier:
        (x1, y1), (x2, y2) = points
        long = hypot(x2 - x1, y2 - y1)
        right, down = (x2 - x1) / long, (y2 - y1) / long
        x, y = (x1 + x2) / 2, (y1 + y2) / 2
        tail, tip = (x - 16 * right, y - 16 * down), (x + 9 * right, y + 9 * down)
        return marks.arrow(theme, (tail, tip), shaft=False, planned=planned)
    start, end = _edge(points[0], points[1]), _edge(points[-1], points[-2])
    bent = marks.round_corners((points[0] if earlier else start, *points[1:-1], end), BEND)
    return marks.arrow(theme, bent, 3.5 if earlier else 5.5, planned=planned)


def _edge(centre: Point, towards: Point) -> Point:
    right, down = towards[0] - centre[0], towards[1] - centre[1]
    share = min((WIDE + 3) / abs(right) if right else 1, (HIGH + 3) / abs(down) if down else 1)
    return centre[0] + right * share, centre[1] + down * share
