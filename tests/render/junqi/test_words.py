"""Both modes of Junqi in words."""

import re

import pytest

from bot.ui.words.catalogue import catalogue, locales
from games.junqi.board import CAMPS, GRID, HEADQUARTERS, MOUNTAINS, RAILS
from games.rulebook import RULES
from render.draw import describe
from render.look import Look


@pytest.mark.parametrize("locale", locales())
@pytest.mark.parametrize("game", ["junqi-dark", "junqi-flip"])
def test_the_legend_names_all_camps_headquarters_and_railways(game: str, locale: str) -> None:
    legend = catalogue(locale)(f"{game}.letters")
    small = legend.rpartition("\n-# ")[2]
    named = re.findall(r"\b[a-e]\d+\b", small, re.ASCII)
    rails = {GRID.names[stop] for stop in RAILS}
    mountains = {GRID.names[square] for pair in MOUNTAINS for square in pair}
    assert mountains <= set(named)
    bare = set(named) - {"c6", "c7"} - mountains
    assert bare == {GRID.names[square] for square in CAMPS | HEADQUARTERS}
    rows = {name for name in GRID.names if name[1:] in ("2", "6", "7", "11")}
    files = {f"{file}{rank}" for file in "ae" for rank in range(2, 12)}
    assert rails == rows | files
    assert all(number in small for number in ("2", "6", "7", "11"))


def test_a_match_called_off_in_the_set_up_waits_for_nobody() -> None:
    rules = RULES["junqi-dark"]
    over = rules.forfeit(rules.initial(""), rules.game.info.everybody, "cancelled")
    told = describe(rules.view(over, None), Look(catalogue("en")))
    assert "Called off" in told
    assert "set up in secret" not in told
    assert "set up in secret" in describe(
        rules.view(rules.initial(""), None), Look(catalogue("en"))
    )
