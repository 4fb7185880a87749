"""The fixed palettes: exactly as the script makes them, and no game repaints another."""

from collections.abc import Iterator
from typing import get_args

import pytest

from games.library import GAMES
from render.drawing import Paintbox
from render.library import DRAWINGS
from render.look import Theme
from render.scene import Box, Scene, Shape, Tile
from scripts.make_palettes import Subject, kept, made, subjects, written
from tests.samples import sampled

THEMES: tuple[Theme, ...] = get_args(Theme)
SUBJECTS = {subject.paintbox.name: subject for subject in subjects()}
CASES = [(name, theme) for theme in reversed(THEMES) for name in reversed(SUBJECTS)]
SIZES: dict[Theme, int] = {"light": 4, "dark": 4, "contrast": 4}
INK, PAPER = "#102030", "#F0E0D0"


@pytest.mark.slow
@pytest.mark.parametrize(("name", "theme"), sampled(CASES))
def test_the_script_makes_the_palettes_there_are(name: str, theme: Theme) -> None:
    old = kept(SUBJECTS[name])[theme]
    assert made(SUBJECTS[name], theme, old) == old


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_palette_is_written_as_the_script_writes_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scripts.make_palettes.made", lambda subject, theme, old: old)
    subject = SUBJECTS[name]
    assert written(subject, kept(subject)) == subject.file.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_named_colours_are_kept_in_a_palette_of_the_size_that_is_asked_for(game: str) -> None:
    (box,) = (drawing.paintbox for drawing in DRAWINGS.values() if drawing.game == game)
    for theme in THEMES:
        named = set(box.flat(theme))
        colours = kept(SUBJECTS[box.name])[theme]
        assert named <= set(colours)
        assert len(set(colours)) == len(colours) == max(len(named), box.sizes[theme])


def sheets(theme: Theme) -> Iterator[Scene]:
    """Draw a sheet of paper with a little ink, and two greys that have no names."""
    shapes: tuple[Shape, ...] = (
        Box(0, 0, 40, 40, PAPER),
        Box(0, 0, 10, 10, INK),
        Box(20, 0, 30, 10, "#707070"),
        Box(20, 20, 30, 30, "#909090"),
    )
    yield Scene("toy-light", Tile(("sheet",), 40, 40, shapes), (), ())


TOY = Subject(Paintbox("toy", lambda theme: (PAPER, INK, PAPER), SIZES), sheets)
NEW = [PAPER, INK, "#707070", "#909090"]


def test_blends_are_chosen_where_there_are_none() -> None:
    assert sorted(made(TOY, "light", ())) == sorted(NEW)


@pytest.mark.parametrize(
    ("old", "stays"),
    [
        ([PAPER, INK, "#909090", "#707070"], True),
        ([PAPER, INK, "#909090", "#7A7070"], False),
        ([INK, "#909090", PAPER, "#707070"], True),
        ([INK, "#F0E0D1", "#909090", "#707070"], False),
        ([PAPER, INK, "#909090"], False),
    ],
)
def test_blends_stay_while_they_serve(old: list[str], stays: bool) -> None:
    assert (made(TOY, "light", old) == old) is stays
