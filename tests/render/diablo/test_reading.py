"""Questions about a position of Diablo."""

from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.rulebook import RULES
from render.draw import reading_view

from ..asking import asked_of

STUCK = "diablo1 6 ....../....../....../g3...../g3...../b2g3g3... b remove2 1,2 - 9 -"
"""Black can move with neither die, and has to remove two checkers."""


def test_nothing_of_a_side_that_has_to_remove_checkers_can_move() -> None:
    rules = RULES["diablo"]
    view = rules.view(rules.load(STUCK), Seat(0))
    assert list(map(rules.game.format, rules.game.legal(view))) == ["-a1"]
    assert not [line for line in asked_of("diablo", STUCK).can("a1") if "move to" in line]


def test_of_many_checkers_that_can_be_taken_each_kind_is_named_once() -> None:
    rules = RULES["diablo"]
    view = rules.view(rules.initial("size-6"), Seat(0))
    theirs, own, _ = reading_view(view, catalogue("en")).describe_captures()
    green = "a2, a4, a6, b1, b3, b5, c2, c4, c6, d1, d3, d5, e2, e4, e6, f1, f3, f5"
    assert own == f"You can take: {green} (single checker, Green)."
    assert theirs.startswith("Green can take: a1, a3, a5, b2,")
    assert theirs.endswith(" f6 (single checker, yours).")
