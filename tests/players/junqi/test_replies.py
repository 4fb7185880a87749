"""The best levels of Junqi with hidden pieces think of replies, and judge all moves alike."""

from typing import Any

import pytest

from games.junqi.dark.board import GROUND as DARK
from games.junqi.dark.rules import DARK_RULES
from games.junqi.four.board import GROUND as FOUR
from games.junqi.four.rules import FOUR_RULES
from players.junqi.hidden import consider
from players.junqi.opponents import DARK_STYLE, FOUR_STYLE
from tests.games.junqi.course import course

PLAIN = 100
"""Nodes for one turn alone."""


@pytest.mark.parametrize(
    ("rules", "player", "number", "nodes"),
    [
        (DARK_RULES, (DARK, DARK_STYLE), 102, 600),
        (DARK_RULES, (DARK, DARK_STYLE), 108, 600),
        (FOUR_RULES, (FOUR, FOUR_STYLE), 102, 900),
        (FOUR_RULES, (FOUR, FOUR_STYLE), 104, 900),
    ],
)
def test_a_blunder_among_the_moves_whose_replies_are_known_lifts_no_other(
    rules: Any, player: Any, number: int, nodes: int
) -> None:
    looks = course(rules, "standard", 1, bold=0.3)
    look = next(look for place, look in enumerate(looks) if place == number)
    ground, style = player
    before, after = (
        consider(ground, style, look.view, look.past, most)[0] for most in (PLAIN, nodes)
    )
    assert after != before
    assert after[0].score == pytest.approx(before[0].score, abs=0.05)
    assert max(idea.score for idea in after) == after[0].score
