"""The board of Junqi: the places of its points on a picture, and all that is drawn under pieces.

The whole board reaches from y 126 to 913, the half board of a set-up is below a strip with the
mountains.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import cos, pi, sin
from typing import TypeAlias

from games.junqi.board import CAMPS, COLOURS, GRID, HEADQUARTERS, HOMES, LINES, RAILS, STEPS
from games.junqi.flip.refuge import REFUGES

from ..frame import MARGIN, TOP, WIDTH
from ..look import Look, Script, Theme
from ..painting.lettering import is_turned
from ..scene import Box, Oval, Point, Polygon, Run, Shape, Stroke, Text, place_at
from ..theme import TOKENS
from .colours import JUNQI, JunqiColours

LEFT, RIGHT = 40, 664
FILE, RANK, FRONT = 126, 61, 40
INSET = 38
STRIP = 36
"""The height of the strip above a half board."""
TILE = (100, 48)
MARK = (110, 58)
"""The size of a mark on a point."""
SIDE = (706, 786)
"""The column next to the board, from x to x."""
HALF = 6
Names: TypeAlias = tuple[str, str, str]
"""The words on camps, headquarters and mountains."""
NAMELESS = ("", "", "")
SLEEPER, VISIBLE = 7, 2
"""The distance between sleepers, and that of one in the middle of what a tile and its shadow leave
to be seen between two ranks, below the middle of both, in px."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The places of the points: seat 0 below unless `flipped`; only one `half` while setting up.
    `homes` are the colours of the headquarters by seat, "" until they are settled; `script` is that
    of the names on pieces."""

    flipped: bool = False
    half: bool = False
    homes: tuple[str, str] = (COLOURS[0], COLOURS[1])
    script: Script = "simplified"

    @property
    def bottom(self) -> int:
        """The lower edge of the board."""
        if self.half:
            return TOP + STRIP + 46 + (HALF - 1) * RANK + INSET
        return TOP + 2 * INSET + 11 * RANK + FRONT

    @property
    def rule(self) -> int:
        """The top of the line above the footer."""
        return self.bottom + (45 if self.half else 42)

    @property
    def height(self) -> int:
        return self.rule + 84

    def shows(self, square: int) -> bool:
        """Tell whether a square is on the picture."""
        return not self.half or (GRID.at(square)[1] >= HALF) == self.flipped

    def centre(self, square: int) -> tuple[int, int]:
        """Return the middle of a point."""
        if points := REFUGES.get(square):
            (x, one), (_, other) = map(self.centre, points)
            return x, (one + other) // 2
        file, rank = GRID.at(square)
        column = 4 - file if self.flipped else file
        row = rank if self.flipped else 11 - rank
        if self.half:
            return 100 + FILE * column, TOP + STRIP + 46 + RANK * (row - HALF)
        return 100 + FILE * column, TOP + INSET + RANK * row + (FRONT if row >= HALF else 0)

    def upper(self, square: int) -> bool:
        """Tell whether a square is in the half of the board that is up."""
        return (GRID.at(square)[1] < HALF) == self.flipped

    def area(self, square: int) -> tuple[int, int, int, int]:
        """Return left, top, right and bottom of the part of the board that belongs to a point."""
        x, y = self.centre(square)
        left = LEFT if x == 100 else x - FILE // 2
        right = RIGHT if x == 100 + 4 * FILE else x + FILE // 2
        low = self.bottom if y + INSET == self.bottom else y + 30
        return left, TOP if y - INSET == TOP else y - 31, right, low


def place_names(look: Look) -> Names:
    camp, home, mountain = (f"junqi.place.{place}" for place in ("camp", "home", "mountain"))
    return look.words(camp), look.words(home), look.words(mountain)


def ground(theme: Theme, plan: Plan, names: Names = NAMELESS) -> Iterator[Shape]:
    """Draw the page, the board with its lines, and every point without a piece."""
    tokens, colours = TOKENS[theme], JUNQI[theme]
    yield Box(0, 0, WIDTH, plan.height, tokens.page)
    yield Box(LEFT - 6, TOP - 6, RIGHT + 6, plan.bottom + 6, tokens.frame, 9)
    yield Box(LEFT, TOP, RIGHT, plan.bottom, colours.board)
    if plan.half:
        yield Box(LEFT, TOP, RIGHT, TOP + STRIP, colours.front)
    yield Box(MARGIN, plan.rule, WIDTH - MARGIN, plan.rule + 2, tokens.line)
    yield from _coordinates(theme, plan)
    yield from lines(colours, plan)
    for square in range(len(GRID)):
        if plan.shows(square):
            yield from point(colours, plan, square, names)


def _coordinates(theme: Theme, plan: Plan) -> Iterator[Shape]:
    ink = TOKENS[theme].ink2
    shown = [square for square in range(len(GRID)) if plan.shows(square)]
    for square in shown:
        x, y = plan.centre(square)
        if x == 100:
            number = (Run(GRID.names[square][1:], 22, ink, "SemiBold"),)
            yield from (Text(at, y, "middle", number) for at in (17, 687))
    for file in range(5):
        x, _ = plan.centre(shown[file])
        letter = (Run("abcde"[file], 22, ink, "SemiBold"),)
        yield from (Text(x, at, "middle", letter) for at in (TOP - 22, plan.bottom + 22))


def lines(colours: JunqiColours, plan: Plan) -> Iterator[Shape]:
    """Draw roads, then railways with their dashes."""
    rails = {frozenset(pair) for line in LINES for pair in pairwise(line)}
    pairs = {frozenset((step, other)) for step, near in enumerate(STEPS) for other in near}
    for pair in sorted(pairs - rails, key=sorted):
        one, other = sorted(pair)
        if plan.shows(one) and plan.shows(other):
            yield Stroke((plan.centre(one), plan.centre(other)), 3, colours.road)
    for pair in sorted(rails, key=sorted):
        one, other = sorted(pair)
        if plan.shows(one) and plan.shows(other):
            yield from _rail(plan.centre(one), plan.centre(other), colours)
        elif plan.shows(one) or plan.shows(other):
            x, y = plan.centre(one if plan.shows(one) else other)
            yield from _rail((x, TOP + STRIP), (x, y), colours)


def _rail(one: tuple[int, int], other: tuple[int, int], colours: JunqiColours) -> Iterator[Shape]:
    """Draw two dark rails, light between them, on sleepers that reach out on both sides."""
    (x1, y1), (x2, y2) = one, other
    across = y1 == y2
    start, end = sorted((x1, x2) if across else (y1, y2))

    def bar(near: int, far: int, half: int, ink: str) -> Box:
        if across:
            return Box(near, y1 - half, far, y1 + half, ink)
        return Box(x1 - half, near, x1 + half, far, ink)

    yield bar(start, end, 7, colours.rail)
    yield bar(start, end, 3, colours.dash)
    middle = (start + end) // 2 + (0 if across else VISIBLE)
    for step in range((start - middle) // SLEEPER, (end - middle) // SLEEPER + 1):
        at = middle + SLEEPER * step
        if start < at - 1 and at + 2 < end:
            yield bar(at - 1, at + 2, 13, colours.rail)


def point(
    colours: JunqiColours, plan: Plan, square: int, names: Names = NAMELESS
) -> tuple[Shape, ...]:
    """Draw a station, camp or headquarters without a piece."""
    x, y = plan.centre(square)
    if square in CAMPS:
        return place_at(camp(colours, name=names[0]), x, y)
    if square in HEADQUARTERS:
        owner = next(seat for seat, homes in enumerate(HOMES) if square in homes)
        name, upper = names[1], plan.upper(square)
        return place_at(home(colours, plan.homes[owner], upper=upper, name=name), x, y)
    return place_at(station(colours, stop=square in RAILS), x, y)


def station(colours: JunqiColours, *, stop: bool) -> tuple[Shape, ...]:
    """Draw a place for a piece; the stops of a railway have its dark line."""
    wide, high = TILE[0] / 2, TILE[1] / 2
    line, ink = (3, colours.rail) if stop else (2, colours.edge)
    return (Box(-wide, -high, wide, high, colours.station, 5, ink, line),)


def camp(colours: JunqiColours, fill: str = "", *, name: str = "") -> tuple[Shape, ...]:
    """Draw a camp, perhaps in another colour; under a mark it has no name."""
    shapes = (Oval(0, 0, 31, 31, colours.camp_line), Oval(0, 0, 29, 29, fill or colours.camp))
    run = Run(name, 21, colours.camp_text)
    if is_turned(run):  # such a word is longer
        run = replace(run, size=17)
    return (*shapes, Text(0, 0, "middle", (run,))) if name else shapes


def home(
    colours: JunqiColours, owner: str, fill: str = "", *, upper: bool, name: str = ""
) -> tuple[Shape, ...]:
    """Draw a headquarters, arched towards the middle of the board; under a mark it has no name."""
    line = colours.homes[COLOURS.index(owner)] if owner else colours.edge
    text = Text(0, 0, "middle", (Run(name, 24, colours.home_text),))
    shapes = (
        Polygon(arch(59, 29, 26, upper=upper), line),
        Polygon(arch(55.5, 25.5, 22.5, upper=upper), fill or colours.home),
    )
    return (*shapes, text) if name else shapes


def arch(wide: float, high: float, radius: float, *, upper: bool) -> tuple[Point, ...]:
    """Return the outline of a headquarters round (0, 0); its far side is flat."""
    turned = -1 if upper else 1
    bends = [
        (radius * (1 - cos(angle)), high - radius * (1 - sin(angle)))
        for angle in (pi / 2 * step / 6 for step in range(7))
    ]
    return (
        (wide, turned * high),
        (-wide, turned * high),
        *((in_ - wide, -turned * y) for in_, y in bends),
        *((wide - in_, -turned * y) for in_, y in reversed(bends)),
    )
