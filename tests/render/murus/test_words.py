"""Murus Gallicus in words."""

from bot.ui.words.catalogue import catalogue
from games.core import Over, Seat
from games.murus.rules import MURUS_RULES
from games.submission import foresee
from render.draw import describe
from render.look import Look


def test_a_preview_that_wins_is_a_preview_still() -> None:
    rules = MURUS_RULES
    state = rules.load("basic .......t/......../...T..../......../......../......../........ 0 -")
    won = foresee(rules.game, rules.view(state, Seat(0)), "d5-d7")[0]
    assert isinstance(won.turn, Over)
    assert "A preview, not played yet." in describe(won, Look(catalogue("en"), preview=True))
