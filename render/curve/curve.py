"""The curve of a match: each side's expectation after every turn, and the biggest changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..draw import Picture
from ..look import Look
from ..paint import paint
from ..png import packed
from ..scene import Anchor, Box, Oval, Point, Run, Scene, Shape, Stroke, Text, Tile
from ..theme import TOKENS, Tokens

WIDTH, HEIGHT = 800, 360
LEFT, RIGHT, TOP, BOTTOM = 74, 776, 56, 312
LETTERS = 22

Spot: TypeAlias = tuple[int, float]
"""The number of turns taken, and the expected score then (0 to 1)."""


@dataclass(frozen=True, slots=True)
class Swing:
    """A turn worth marking on the curve: its number, and whether it cost much."""

    turn: int
    bad: bool


def curve(
    course: Sequence[Spot], swings: Sequence[Swing], sides: tuple[str, str], look: Look
) -> Picture:
    """Draw the expected score of the first of both `sides`, whose win is on top, before each turn
    and at the end."""
    drawn = scene(course, swings, sides, look)
    return Picture(packed(paint(drawn)), _alt(course, swings, sides, look))


def scene(
    course: Sequence[Spot], swings: Sequence[Swing], sides: tuple[str, str], look: Look
) -> Scene:
    tokens = TOKENS[look.theme]
    turns = look.words("analysis.turns", n=course[-1][0])
    words = (
        _text(LEFT, 26, "left", f"100 %  {sides[0]}", tokens.ink, tokens.page),
        _text(LEFT, 338, "left", f"0 %  {sides[1]}", tokens.ink, tokens.page),
        _text(RIGHT, 338, "right", turns, tokens.ink2, tokens.page),
        _text(LEFT - 8, (TOP + BOTTOM) / 2, "right", "50 %", tokens.ink2, tokens.page),
    )
    ground = Tile((), WIDTH, HEIGHT, tuple(_shapes(course, swings, tokens)))
    return Scene(f"curve-{look.theme}", ground, (), words)


def _shapes(course: Sequence[Spot], swings: Sequence[Swing], tokens: Tokens) -> list[Shape]:
    points = [_point(course, spot) for spot in course]
    middle = (TOP + BOTTOM) / 2
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, HEIGHT, tokens.page),
        Box(LEFT, TOP, RIGHT, BOTTOM, tokens.panel, ink=tokens.line, width=1),
        Stroke(((LEFT, middle), (RIGHT, middle)), 1.5, tokens.line),
        Stroke(tuple(points), 4, tokens.pick),
    ]
    for swing in swings:
        after = (point for point, (n, _) in zip(points, course, strict=True) if n >= swing.turn)
        x, y = next(after, points[-1])
        fill = tokens.bad if swing.bad else tokens.last
        shapes.append(Oval(x, y, 16, 16, fill, tokens.page, 2))
    return shapes


def _point(course: Sequence[Spot], spot: Spot) -> Point:
    (n, value), first, last = spot, course[0][0], course[-1][0]
    across = (RIGHT - LEFT) * (n - first) / max(1, last - first)
    return LEFT + across, BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, value))


def _text(x: float, y: float, anchor: Anchor, text: str, ink: str, paper: str) -> Text:
    return Text(x, y, anchor, (Run(text, LETTERS, ink),), paper)


def _alt(
    course: Sequence[Spot], swings: Sequence[Swing], sides: tuple[str, str], look: Look
) -> str:
    """Describe the curve in words: at most ten points of it, and the marked turns."""
    words = look.words
    step = max(1, -(-len(course) // 10))
    points = words("alt.comma").join(f"{n}: {round(100 * value)} %" for n, value in course[::step])
    marked = words("alt.comma").join(str(swing.turn) for swing in swings) or words("alt.none")
    return words("analysis.alt", side=sides[0], points=points, turns=marked)[:1024]
