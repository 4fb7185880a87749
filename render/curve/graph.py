"""The graph of a match: one side's expected score in the seats' colours, with marked turns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TypeAlias

from games.core import Seat, View

from ..drawing import Livery
from ..frame import name_of
from ..library import DRAWINGS
from ..look import Look
from ..painting.lettering import cut, width
from ..scene import Box, Oval, Point, Polygon, Run, Shape, Stroke, Text, place_at
from ..theme import TOKENS, Tokens

LEFT, RIGHT = 16, 784
ABOVE, UNDER = 46, 74
"""The room over the graph for one side's name, and under it for numbers and the other's name."""
MIDDLE = 0.5
LETTERS, SMALL, LARGE = 22, 20, 26
"""The sizes of names and sentences, of the axis, and of the numbers in the graph."""
CHIP = 34
"""The side of a cell in which a chip beside a name would be a piece."""
NAME, SHARED_NAME = 400, 240
"""The longest name of a player alone and with a partner, in px."""
STEPS = (1, 2, 10, 20, 50, 100)
APART = 52
"""The least room for the number of a turn on the axis."""
HIGH = 36
"""The height of the label of a turn."""
NUMBERED = 3
"""The most turns whose numbers are written beside their dots: those that lost most."""
DOT, INSET = 9, 13
"""Half the size of a dot, and the least distance of its middle from the frame."""

Spot: TypeAlias = tuple[int, float]
"""The number of turns taken, and the expected score then (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A turn worth marking: its number, its text, and how much of the score it `lost`. A `bad` one
    is round, another square."""

    turn: int
    bad: bool
    text: str = ""
    lost: float = 0


@dataclass(frozen=True, slots=True)
class Course:
    """How a match went for its `own` side, which is on top: before each turn, and at the end;
    perhaps with the board after the worst turn, the `turning` point."""

    own: frozenset[Seat]
    spots: tuple[Spot, ...]
    swings: tuple[Swing, ...] = ()
    turning: View | None = None

    @property
    def worst(self) -> Swing | None:
        """The turn that lost most, if any is marked."""
        return max(self.swings, key=lambda swing: swing.lost, default=None)


@dataclass(frozen=True, slots=True)
class Graph:
    """The place of a course on a picture: its frame's upper, lower and left edge."""

    course: Course
    top: int
    bottom: int
    left: int = LEFT

    @property
    def middle(self) -> float:
        """The height at which both sides are even."""
        return (self.top + self.bottom) / 2

    def x(self, turn: float) -> float:
        """Return the place of a number of turns."""
        first, last = self.course.spots[0][0], self.course.spots[-1][0]
        return self.left + (RIGHT - self.left) * (turn - first) / max(1, last - first)

    def y(self, value: float) -> float:
        """Return the height of an expected score."""
        return self.bottom - (self.bottom - self.top) * min(1.0, max(0.0, value))

    def after(self, turn: int) -> Point:
        """Return the point of the curve after a turn."""
        spots = self.course.spots
        n, value = next((spot for spot in spots if spot[0] >= turn), spots[-1])
        return self.x(n), self.y(value)

    def within(self, point: Point) -> Point:
        """Return the nearest point that leaves room for a dot inside the frame."""
        x, y = point
        return (
            min(max(x, self.left + INSET), RIGHT - INSET),
            min(max(y, self.top + INSET), self.bottom - INSET),
        )


def draw_course(
    view: View, course: Course, look: Look, top: int, bottom: int, left: int = LEFT
) -> tuple[list[Shape], list[Text]]:
    """Draw a course between these edges, on a page that is there already. What is `left` of it is
    the room of its turning point, over which it then writes which turn that was."""
    tokens, graph = TOKENS[look.theme], Graph(course, top, bottom, left)
    drawing = DRAWINGS[type(view)]
    liveries = drawing.liveries(view, look.theme)
    own = [seat for seat in range(len(liveries)) if seat in course.own]
    others = [seat for seat in range(len(liveries)) if seat not in course.own]
    shapes: list[Shape] = [Box(left, top, RIGHT, bottom, drawing.cloth(look.theme))]
    for upper, points in _parts(course.spots):
        shapes += _area(graph, points, [liveries[seat] for seat in (own if upper else others)])
    shapes.append(Box(left - 2, top - 2, RIGHT + 2, bottom + 2, None, 4, tokens.frame, 3))
    words: list[Text] = []
    ends = (left, graph.middle), (RIGHT, graph.middle)
    shapes.append(Stroke(ends, 2, liveries[own[0]].outline))
    for part in (_numbers(graph, tokens), _marks(graph, tokens)):
        shapes += part[0]
        words += part[1]
    for seats, y in ((own, top - 25), (others, bottom + 52)):
        signs, names = _team(seats, liveries, look, left, y)
        shapes += signs
        words += names
    key = _key(course.worst, look) if course.worst and course.worst.text else ""
    if left > LEFT:
        run = cut(Run(key, LETTERS, tokens.ink2), left - LEFT - 24)
        return shapes, [*words, Text(LEFT, top - 25, "left", (run,), tokens.page)]
    turns = look.words("frame.turns", n=course.spots[-1][0])
    for y, text in ((bottom + 52, turns), *([(top - 25, key)] if key else [])):
        taken = max((word.x + width(word.runs) for word in words if word.y == y), default=left)
        run = cut(Run(text, LETTERS, tokens.ink2), RIGHT - taken - 24)
        words.append(Text(RIGHT, y, "right", (run,), tokens.page))
    return shapes, words


def _parts(spots: Sequence[Spot]) -> Iterator[tuple[bool, list[tuple[float, float]]]]:
    """Yield the pieces of the curve above the middle (True) and below it, cut where it crosses."""
    points: list[tuple[float, float]] = [spots[0]]
    for (n, here), (m, other) in pairwise(spots):
        if (here - MIDDLE) * (other - MIDDLE) < 0:
            points.append((n + (m - n) * (MIDDLE - here) / (other - here), MIDDLE))
        points.append((m, other))
    for upper, steps in groupby(pairwise(points), lambda ends: ends[0][1] + ends[1][1] >= 1):
        part = list(steps)
        yield upper, [part[0][0], *(end for _, end in part)]


def _area(
    graph: Graph, points: Sequence[tuple[float, float]], team: Sequence[Livery]
) -> Iterator[Shape]:
    """Fill the room between the curve and the middle, in bands where partners share it."""
    first, last = graph.x(points[0][0]), graph.x(points[-1][0])
    for number, livery in enumerate(team):
        share = 1 - number / len(team)
        edge = [(graph.x(n), graph.y(MIDDLE + share * (value - MIDDLE))) for n, value in points]
        ends = (last, graph.middle), (first, graph.middle)
        yield Polygon((*edge, *ends), livery.fill)
    curve = tuple((graph.x(n), graph.y(value)) for n, value in points)
    yield Stroke((*curve,), 4, team[0].outline)


def _numbers(graph: Graph, tokens: Tokens) -> tuple[list[Shape], list[Text]]:
    """Draw a tick under every ten turns, in a short match under every turn or two."""
    first, last = graph.course.spots[0][0], graph.course.spots[-1][0]
    a_turn = (RIGHT - graph.left) / max(1, last - first)
    named = next((step for step in STEPS if step * a_turn >= APART), STEPS[-1])
    shapes: list[Shape] = []
    words: list[Text] = []
    for turn in range(first + 1, last + 1):
        x, number = graph.x(turn), str(turn)
        if turn % min(named, 10) == 0:
            low = graph.bottom + (9 if turn % named == 0 else 5)
            shapes.append(Box(x - 1, graph.bottom, x + 1, low, tokens.ink2))
        if turn % named == 0:
            run = Run(number, SMALL, tokens.ink2)
            x = min(x, RIGHT - width((run,)) / 2)
            words.append(Text(x, graph.bottom + 20, "middle", (run,), tokens.page))
    return shapes, words


def _marks(graph: Graph, tokens: Tokens) -> tuple[list[Shape], list[Text]]:
    """Draw a dot for every turn that is marked, and beside the worst of them their numbers."""
    ordered = sorted(graph.course.swings, key=lambda swing: -swing.lost)
    dots = [graph.within(graph.after(swing.turn)) for swing in ordered]
    taken = [Box(x - DOT, y - DOT, x + DOT, y + DOT) for x, y in dots]
    leaders: list[Shape] = []
    labels: list[Shape] = []
    shapes: list[Shape] = []
    words: list[Text] = []
    for place, (swing, (x, y)) in enumerate(zip(ordered, dots, strict=True)):
        edge = tokens.bad if swing.bad else tokens.last
        runs = (Run(str(swing.turn), LARGE, tokens.ink, "Bold"),)
        if place < NUMBERED and (label := _free(graph, (x, y), width(runs) + 22, taken)):
            taken.append(label)
            middle = (label.left + label.right) / 2, (label.top + label.bottom) / 2
            leaders += (Stroke(((x, y), middle), 7, tokens.page), Stroke(((x, y), middle), 3, edge))
            radius = HIGH / 2 if swing.bad else 5
            labels.append(replace(label, fill=tokens.page, radius=radius, ink=edge, width=3))
            words.append(Text(middle[0], middle[1], "middle", runs, tokens.page))
        if swing.bad:
            shapes.append(Oval(x, y, DOT, DOT, edge, tokens.page, 2.5))
        else:
            box = Box(x - DOT, y - DOT, x + DOT, y + DOT, edge, 2, tokens.page, 2.5)
            shapes.append(box)
    return [*leaders, *labels, *reversed(shapes)], words


def _free(graph: Graph, dot: Point, wide: float, taken: Sequence[Box]) -> Box | None:
    """Find room for a label near its dot, first under it, then over it; None if there is none."""
    x, y = dot
    for far in (32, 64, 96, 128):
        for away in (far, -far):
            for aside in (0, -wide / 2, wide / 2, -wide, wide):
                left = round(min(max(x + aside - wide / 2, graph.left + 8), RIGHT - 8 - wide))
                top = round(y + away - HIGH / 2)
                label = Box(left, top, left + wide, top + HIGH)
                inside = graph.top + 8 <= top and label.bottom <= graph.bottom - 8
                if inside and not any(_touch(label, other) for other in taken):
                    return label
    return None


def _touch(one: Box, other: Box) -> bool:
    apart = one.right + 4 <= other.left or other.right + 4 <= one.left
    return not (apart or one.bottom + 4 <= other.top or other.bottom + 4 <= one.top)


def _team(
    seats: Sequence[int], liveries: Sequence[Livery], look: Look, left: int, y: float
) -> tuple[list[Shape], list[Text]]:
    tokens, x = TOKENS[look.theme], float(left)
    shapes: list[Shape] = []
    words: list[Text] = []
    for seat in seats:
        room = min(
            NAME if len(seats) == 1 else SHARED_NAME, (RIGHT - left) / len(seats) - CHIP - 32
        )
        run = cut(Run(drawable_name(seat, liveries, look), LETTERS, tokens.ink, "Bold"), room)
        shapes += place_at(liveries[seat].chip.shapes, x + CHIP / 2, y, CHIP)
        words.append(Text(x + CHIP + 8, y, "left", (run,), tokens.page))
        x += CHIP + 8 + width((run,)) + 24
    return shapes, words


def drawable_name(seat: int, liveries: Sequence[Livery], look: Look) -> str:
    """Return a player's name as it can be drawn, or else the seat's word."""
    return name_of(look, seat) or look.words(liveries[seat].word.code)


def describe_course(view: View, course: Course, look: Look) -> Iterator[str]:
    """Say a course in words: at most eleven points of it, the marked turns, and the worst."""
    words = look.words
    comma, spots = words("alt.comma"), course.spots
    step = max(1, -(-len(spots) // 10))
    some = dict([*spots[::step], spots[-1]])
    points = comma.join(f"{n}: {round(100 * value)} %" for n, value in some.items())
    marked = comma.join(str(swing.turn) for swing in course.swings) or words("alt.none")
    liveries = DRAWINGS[type(view)].liveries(view, look.theme)
    spoken = look.spoken or look.names
    side = " + ".join(
        spoken[seat] if seat < len(spoken) else words(liveries[seat].word.code)
        for seat in sorted(course.own)
    )
    yield words("analysis.alt", side=side, points=points, turns=marked)
    if course.worst and course.worst.text:
        yield words("alt.news", saying=_key(course.worst, look))


def _key(swing: Swing, look: Look) -> str:
    return look.words("analysis.key", n=swing.turn, action=swing.text)
