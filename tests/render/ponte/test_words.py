"""Ponte del Diavolo in words."""

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.ponte.rules import PONTE_RULES
from games.submission import foresee
from render.draw import describe
from render.look import Look
from render.ponte.scene import scene
from tests.render.sample import lines


def test_a_tile_that_waits_for_its_second_is_among_the_sandbanks() -> None:
    view = PONTE_RULES.view(PONTE_RULES.initial("standard"), Seat(0))
    half = foresee(PONTE_RULES.game, view, "d4")[0]
    assert "Light, score 0. Islands: none. Sandbanks: d4." in describe(half, Look(catalogue("en")))


def test_the_empty_sea_says_what_counts_until_the_first_tiles() -> None:
    worth = "4 tiles = 1 island = 1 point"
    for variant in ("standard", "unlimited"):
        view, look = PONTE_RULES.view(PONTE_RULES.initial(variant), Seat(0)), Look(catalogue("en"))
        assert f"{worth} · 2 joined by a bridge = 3 points" in lines(scene(view, look))
        assert worth in lines(scene(view, Look(catalogue("en"), private=True)))
        assert worth in describe(view, look)
        begun = foresee(PONTE_RULES.game, view, "d4")[0]
        assert not any(
            worth in line for line in (*lines(scene(begun, look)), describe(begun, look))
        )
