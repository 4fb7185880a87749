"""Questions about a position of Diablo."""

from games.core import Seat
from games.rulebook import RULES

from ..asking import asked_of

STUCK = "diablo1 6 ....../....../....../g3...../g3...../b2g3g3... b remove2 1,2 - 9 -"
"""Black can move with neither die, and has to remove two checkers."""


def test_nothing_of_a_side_that_has_to_remove_checkers_can_move() -> None:
    rules = RULES["diablo"]
    view = rules.view(rules.load(STUCK), Seat(0))
    assert list(map(rules.game.format, rules.game.legal(view))) == ["-a1"]
    assert not [line for line in asked_of("diablo", STUCK).can("a1") if "move to" in line]
