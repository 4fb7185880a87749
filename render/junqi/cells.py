"""What stands on a point of Junqi's board, with its marks, as tiles; and what lies over them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

from games.junqi.board import CAMPS, GRID

from .. import marks
from ..look import Theme
from ..scene import Box, Oval, Run, Shape, Stamp, Stroke, Text, Tile, placed
from ..theme import PICKED, TOKENS, Tokens, mixed
from .board import MARK, Plan, camp, lines, point
from .colours import JUNQI
from .pieces import back, face, flag, slip

WIDE, HIGH = MARK[0] / 2, MARK[1] / 2


@dataclass(frozen=True, slots=True)
class Man:
    """A piece as it is drawn: of a colour ("r", "b"; "" face down), hidden without a code."""

    colour: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point that is not as empty as the ground.

    Marks are "source", "target", "revealed", "chosen", "dot", "prey" and "wrong". With `large`
    codes lead on pieces.
    """

    square: int
    man: Man | None = None
    marks: tuple[str, ...] = ()
    large: bool = False


def stamp(theme: Theme, plan: Plan, spot: Spot) -> Stamp:
    """The point with all that is on it, over its part of the board."""
    left, top, _, _ = plan.area(spot.square)
    twin = _twin(theme, plan, spot.square)
    large = spot.large and bool(spot.man and spot.man.code)
    return Stamp(left, top, _tile(theme, plan, twin, spot.man, spot.marks, large))


@lru_cache(maxsize=4096)
def _tile(
    theme: Theme, plan: Plan, square: int, man: Man | None, marked: tuple[str, ...], large: bool
) -> Tile:
    left, top, right, low = plan.area(square)
    x, y = plan.centre(square)
    over = placed(tuple(_on(theme, square, man, marked, large)), x - left, y - top)
    name = ("spot", plan, square, man, marked, large)
    shapes = (*_around(theme, plan, square), *over)
    return Tile(name, right - left, low - top, shapes)


@lru_cache(maxsize=1024)
def _twin(theme: Theme, plan: Plan, square: int) -> int:
    """The first square whose surroundings look the same: tiles are painted once for all of them."""
    kind, around = square in CAMPS, _around(theme, plan, square)
    return next(
        other
        for other in range(len(GRID))
        if plan.shows(other) and (other in CAMPS) == kind and _around(theme, plan, other) == around
    )


@lru_cache(maxsize=1024)
def _around(theme: Theme, plan: Plan, square: int) -> tuple[Shape, ...]:
    """The board under and around a point, from the corner of its area."""
    colours = JUNQI[theme]
    left, top, right, low = plan.area(square)
    touching = [shape for shape in lines(colours, plan) if _meets(shape, left, top, right, low)]
    paper = Box(0, 0, right - left, low - top, colours.board)
    shapes = (*touching, *point(colours, plan, square))
    return (paper, *placed(shapes, -left, -top))


def _meets(shape: Shape, left: float, top: float, right: float, low: float) -> bool:
    """Whether a line of the board reaches into a rectangle."""
    if isinstance(shape, Box):
        spans = (shape.left, shape.right), (shape.top, shape.bottom)
    elif isinstance(shape, Stroke):
        (x1, y1), (x2, y2) = shape.points
        spans = (min(x1, x2), max(x1, x2)), (min(y1, y2), max(y1, y2))
    else:
        return False
    (near, far), (high, deep) = spans
    return near < right and far > left and high < low and deep > top


def _on(
    theme: Theme, square: int, man: Man | None, marked: tuple[str, ...], large: bool
) -> list[Shape]:
    """What is drawn over a point, round its middle."""
    tokens, colours = TOKENS[theme], JUNQI[theme]
    shapes: list[Shape] = []
    tints = {
        "source": (tokens.last, tokens.source),
        "target": (tokens.last, tokens.target),
        "chosen": (tokens.pick, PICKED),
    }
    for mark, (colour, share) in tints.items():
        if mark in marked:
            tint = mixed(colours.station, colour, share)
            shapes.append(Box(-WIDE, -HIGH, WIDE, HIGH, tint, 5 if mark != "source" else 0))
    if square in CAMPS and not man and {"source", "target"} & set(marked):
        shapes += camp(colours)
    if man and square in CAMPS:
        shapes.append(Box(-57, -30, 57, 30, colours.camp, 15, colours.camp_line, 3))
    if "source" in marked:
        shapes += _brackets(tokens)
    if man:
        known = face(theme, man.colour, man.code, large=large) if man.code else None
        shapes += known or back(theme, man.colour)
    if "target" in marked:
        shapes.append(Box(-WIDE, -HIGH, WIDE, HIGH, None, 5, tokens.lastink, 4))
    if "revealed" in marked:
        shapes.append(Box(-57, -30.5, 57, 29.5, None, 11, tokens.frame, 2))
        shapes.append(Box(-55.5, -29, 55.5, 28, None, 10, tokens.last, 5.5))
    if "chosen" in marked:
        shapes.append(Box(-59, -30.5, 59, 29.5, None, 6, tokens.pick, 5))
    if "prey" in marked:
        shapes.append(Box(-58, -30.5, 58, 29.5, None, 12, tokens.pick, 5))
    if "dot" in marked:
        shapes += (Oval(0, 0, 13, 13, tokens.page), Oval(0, 0, 10, 10, tokens.pick))
    if "wrong" in marked:
        shapes += _dashes(tokens)
    return shapes


def _brackets(tokens: Tokens) -> list[Stroke]:
    wide, high, leg = WIDE - 2.25, HIGH - 2.25, 18
    return [
        Stroke(
            ((x * wide, y * (high - leg + 4)), (x * wide, y * high), (x * (wide - leg), y * high)),
            4.5,
            tokens.lastink,
        )
        for x in (-1, 1)
        for y in (-1, 1)
    ]


def _dashes(tokens: Tokens) -> list[Shape]:
    """A dashed ring, 12 on and 6 off, over a line in the page's colour."""
    wide, high = 56.5, 28
    ring: list[Shape] = [Box(-wide - 3, -high - 3, wide + 3, high + 3, None, 2, tokens.page, 6)]
    for n in range(-3, 4):
        ring += (Box(18 * n - 6, y - 2.5, 18 * n + 6, y + 2.5, tokens.bad) for y in (-high, high))
    for n in (-1, 0, 1):
        ring += (Box(x - 2.5, 18 * n - 6, x + 2.5, 18 * n + 6, tokens.bad) for x in (-wide, wide))
    return ring


def _badge(x: float, y: float, fill: str, tokens: Tokens, sign: str = "x") -> list[Shape]:
    """A disc of 26 px: a cross, or a sign in letters."""
    disc: list[Shape] = [Oval(x, y, 15, 15, tokens.page), Oval(x, y, 13, 13, fill)]
    ink = tokens.badge if fill == tokens.bad else tokens.pickink
    if sign == "x":
        half = 5.5
        arms = (((-half, -half), (half, half)), ((-half, half), (half, -half)))
        disc += (
            Stroke(tuple((x + right, y + down) for right, down in arm), 4, ink) for arm in arms
        )
    else:
        disc.append(Text(x, y, "middle", (Run(sign, 21, ink, "ExtraBold"),)))
    return disc


def over(theme: Theme, plan: Plan, square: int, kind: str) -> Stamp:
    """What lies over a piece and its neighbours.

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
        shapes = slip(theme, kind)
    x, y = plan.centre(square)
    tile = Tile(("over", kind), 176, 92, placed(shapes, 88, 60))
    return Stamp(x - 88, y - 60, tile, clear=True)


def arrow(theme: Theme, plan: Plan, origin: int, target: int) -> Stamp:
    """From the point a piece left to the edge of the one it went to."""
    (x1, y1), (x2, y2) = plan.centre(origin), plan.centre(target)
    right, down = x2 - x1, y2 - y1
    share = 1 - min(
        (WIDE + 3) / abs(right) if right else 1,
        (HIGH + 3) / abs(down) if down else 1,
    )
    end = (x1 + right * share, y1 + down * share)
    edge = 14
    left, top = floor(min(x1, end[0])) - edge, floor(min(y1, end[1])) - edge
    wide, high = ceil(abs(end[0] - x1)) + 2 * edge, ceil(abs(end[1] - y1)) + 2 * edge
    start, tip = (x1 - left, y1 - top), (end[0] - left, end[1] - top)
    page = TOKENS[theme].page if theme == "dark" else JUNQI[theme].board
    line, head = marks.arrow(start, tip, TOKENS[theme])
    under = [Stroke(line.points, 9.5, page)] if isinstance(line, Stroke) else []
    name = ("arrow", wide, high, start, tip)
    return Stamp(left, top, Tile(name, wide, high, (*under, line, head)), clear=True)
