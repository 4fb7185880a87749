"""Pictures as they are painted: rows ready for a PNG, and nothing done twice."""

from __future__ import annotations

import pytest

from bot.ui.words.catalogue import catalogue
from games.library import GAMES
from render.draw import scene
from render.look import Look
from render.paint import paint
from render.scene import Box, Run, Scene, Stamp, Text, Tile
from render.theme import TOKENS

from .test_every_game import views


@pytest.mark.parametrize("game", GAMES)
def test_every_row_begins_with_the_filter_type_of_a_png(game: str) -> None:
    for view in views(game, GAMES[game].info.variants[0])[:2]:
        picture = paint(scene(view, Look(catalogue("en"))))
        assert len(picture.rows) == (picture.width + 1) * picture.height
        assert not any(picture.rows[:: picture.width + 1])


@pytest.mark.parametrize("clear", [False, True])
def test_what_is_drawn_beyond_the_left_edge_is_cut_off_there(clear: bool) -> None:
    tokens = TOKENS["dark"]
    page = Box(0, 0, 60, 20, tokens.page)
    square = Tile(("square",), 20, 10, (Box(0, 0, 20, 10, tokens.ink),))
    word = Text(-4, 5, "left", (Run("MMM", 12, tokens.ink),), tokens.page)
    stamp = Stamp(-10, 8, square, clear)
    drawn = paint(Scene("murus-dark", Tile(("page",), 60, 20, (page,)), (stamp,), (word,)))
    rows = [drawn.rows[at : at + 61] for at in range(0, len(drawn.rows), 61)]
    assert not any(row[0] for row in rows)
    assert rows[12][1] == rows[12][10] != rows[12][11]
