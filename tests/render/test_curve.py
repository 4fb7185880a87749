"""The curve of a match: the seats' colours, numbered turns, and everything inside the picture."""

from dataclasses import replace
from itertools import combinations

import pytest

from bot.ui.words.catalogue import locales
from games.core import Seat
from games.library import GAMES
from render.curve.graph import LARGE, Course, Swing
from render.curve.poster import curve
from render.curve.poster import curve_scene as scene
from render.library import DRAWINGS
from render.look import Theme
from render.painting.lettering import width
from render.painting.palette import palette
from render.scene import Box, Oval, Polygon, Scene, Text

from .sample import OPEN, THEMES, lines, reader, shapes
from .test_every_game import views

NAMES = ("Livia", "Brennus", "Mara", "Tobias")
LONG = ("Maximilian von Wartenburg", "ᚠᚢᚦ", "W" * 32, "Wilhelmina Montgomery-Smythe the 2")
VALUES = (0.5, 0.55, 0.5, 0.6, 0.8, 0.7, 0.2, 0.1, 0.3, 0.45, 0.5, 0.9, 1.0)
SWINGS = (
    Swing(5, False, "c3-c5", 0.1),
    Swing(6, True, "d4xd6", 0.5),
    Swing(7, True, "a7-a5", 0.15),
)


def course(game: str, values: tuple[float, ...] = VALUES) -> Course:
    """Return a match's course for the first seat's side."""
    return Course(GAMES[game].info.team(Seat(0)), tuple(enumerate(values)), SWINGS)


def drawn(
    game: str, theme: Theme = "dark", locale: str = "en", names: tuple[str, ...] = NAMES
) -> Scene:
    look = reader(theme, locale, names)
    return scene(views(game, GAMES[game].info.variants[0])[-2], course(game), look)


def fills(scene: Scene) -> list[str]:
    """List the colours of the areas; chips are smaller."""
    return [
        shape.fill
        for shape in scene.ground.shapes
        if isinstance(shape, Polygon) and max(shape.points)[0] - min(shape.points)[0] > 60
    ]


def box(text: Text) -> Box:
    wide = width(text.runs)
    left = text.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[text.anchor] * wide
    return Box(left, text.y - 12, left + wide, text.y + 12)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", GAMES)
def test_each_side_is_filled_in_its_seats_colours(game: str, theme: Theme) -> None:
    view = views(game, GAMES[game].info.variants[0])[-2]
    (drawing,) = (drawing for drawing in DRAWINGS.values() if drawing.game == game)
    liveries = drawing.liveries(view, theme)
    assert {livery.fill for livery in liveries} <= set(fills(drawn(game, theme)))
    named = {f"#{r:02X}{g:02X}{b:02X}" for r, g, b in palette(drawn(game, theme).palette).colours}
    colours = {colour for livery in liveries for colour in (livery.fill, livery.outline)}
    assert named >= {*colours, drawing.cloth(theme)}
    assert {livery.fill for livery in liveries}.isdisjoint({drawing.cloth(theme)})


def test_one_side_is_above_the_middle_and_the_other_below() -> None:
    view, look = views(OPEN, "")[-1], reader("dark")
    fields = DRAWINGS[type(view)].liveries(view, "dark")
    tall = course(OPEN, (0.5, 0.7, 0.9))
    low = course(OPEN, (0.5, 0.3, 0.1))
    for shape, livery in ((tall, fields[0]), (low, fields[1])):
        assert livery.fill in fills(scene(view, shape, look))
        other = replace(shape, own=frozenset({Seat(1)}))
        assert livery.fill not in fills(scene(view, other, look))


def test_marked_turns_have_their_numbers_and_the_worst_its_text() -> None:
    assert {"5", "7", "6", "Turning point: 6. d4xd6", "12 turns"} <= set(lines(drawn(OPEN)))


@pytest.mark.parametrize(("turns", "named"), [(7, "1"), (15, "2"), (60, "10"), (300, "50")])
def test_the_axis_counts_the_turns(turns: int, named: str) -> None:
    even = course(OPEN, tuple(0.5 for _ in range(turns + 1)))
    seen = scene(views(OPEN, "")[-1], replace(even, swings=()), reader())
    numbers = [text for text in lines(seen) if text.isdecimal()]
    assert numbers[0] == named
    ticks = [
        shape
        for shape in shapes(seen.ground)
        if isinstance(shape, Box) and shape.right - shape.left == 2
    ]
    assert len(ticks) == turns // min(int(named), 10)


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_outside_or_over_other_words(game: str, locale: str) -> None:
    seen = drawn(game, "light", locale, LONG)
    boxes = [box(text) for text in seen.words]
    assert all(word.left >= 0 and word.right <= 800 and word.bottom <= 400 for word in boxes)
    for word, other in combinations(boxes, 2):
        apart = word.right <= other.left or other.right <= word.left
        assert apart or word.bottom <= other.top or other.bottom <= word.top


def test_the_three_worst_of_a_crowd_have_numbers_and_all_have_dots_inside_the_frame() -> None:
    turns = (*range(2, 246, 12), 246)
    crowd = tuple(Swing(n, True, "a1-a3", 0.5 if n in (2, 122, 246) else 0.2) for n in turns)
    seen = scene(views(OPEN, "")[-1], replace(course(OPEN, VALUES * 19), swings=crowd), reader())
    assert {"2", "122", "246"} == {t.runs[0].text for t in seen.words if t.runs[0].size == LARGE}
    frame = next(s for s in seen.ground.shapes if isinstance(s, Box) and not s.fill)
    dots = [s for s in seen.ground.shapes if isinstance(s, Oval) and s.width == 2.5]
    assert len(dots) == len(turns)
    for dot in dots:
        assert frame.left + 3 < dot.x - dot.across < dot.x + dot.across < frame.right - 3
        assert frame.top + 3 < dot.y - dot.down < dot.y + dot.down < frame.bottom - 3


def test_its_words_say_the_end_the_marked_turns_and_the_worst() -> None:
    view = views(OPEN, "")[-1]
    alt = curve(view, course(OPEN, VALUES * 3), reader()).alt
    assert alt.startswith("Livia's chances, by turn: 0: 50 %, ")
    assert alt.endswith("38: 100 %. Marked turns: 5, 6, 7. Turning point: 6. d4xd6.")
