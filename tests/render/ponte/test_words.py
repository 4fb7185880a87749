"""Ponte del Diavolo in words."""

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.ponte.rules import PONTE_RULES
from games.submission import foresee
from render.draw import describe
from render.look import Look


def test_a_tile_that_waits_for_its_second_is_among_the_sandbanks() -> None:
    view = PONTE_RULES.view(PONTE_RULES.initial("standard"), Seat(0))
    half = foresee(PONTE_RULES.game, view, "d4")[0]
    assert "Light, score 0. Islands: none. Sandbanks: d4." in describe(half, Look(catalogue("en")))
