"""What descriptions and the text board say beside the pieces."""

from __future__ import annotations

import re

import pytest

from bot.ui.words.catalogue import catalogue, locales
from games.core import Over, Seat
from games.junqi.board import CAMPS, GRID, HEADQUARTERS, RAILS
from games.ponte.rules import PONTE_RULES
from games.rulebook import RULES
from games.submission import foresee
from render.draw import describe
from render.look import Look

ENGLISH = catalogue("en")


def test_a_tile_that_waits_for_its_second_is_among_the_sandbanks() -> None:
    view = PONTE_RULES.view(PONTE_RULES.initial("standard"), Seat(0))
    half = foresee(PONTE_RULES.game, view, "d4")[0]
    assert "Light, score 0. Islands: none. Sandbanks: d4." in describe(half, Look(ENGLISH))


def test_a_preview_that_wins_is_a_preview_still() -> None:
    rules = RULES["murus"]
    state = rules.load("basic .......t/......../...T..../......../......../......../........ 0 -")
    won = foresee(rules.game, rules.view(state, Seat(0)), "d5-d7")[0]
    assert isinstance(won.turn, Over)
    assert "A preview, not played yet." in describe(won, Look(ENGLISH, preview=True))


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("game", ["junqi-dark", "junqi-flip"])
def test_the_legend_names_all_camps_headquarters_and_railways(game: str, locale: str) -> None:
    legend = catalogue(locale)(f"{game}.letters")
    small = legend.rpartition("\n-# ")[2]
    named = re.findall(r"\b[a-e]\d+\b", small, re.ASCII)
    rails = {GRID.names[stop] for stop in RAILS}
    special = {GRID.names[square] for square in CAMPS | HEADQUARTERS}
    assert set(named) - {"c6", "c7"} == special
    rows = {name for name in GRID.names if name[1:] in ("2", "6", "7", "11")}
    files = {f"{file}{rank}" for file in "ae" for rank in range(2, 12)}
    assert rails == rows | files
    assert all(number in small for number in ("2", "6", "7", "11"))
