"""Dark Junqi's best levels think of replies, and judge all moves alike."""

from __future__ import annotations

import pytest

from games.junqi.dark.board import GROUND
from games.junqi.dark.rules import DARK_RULES
from players.junqi.dark import STYLE
from players.junqi.hidden import considered

from .course import course

PLAIN, DEEPER = 100, 600
"""Nodes for one turn alone, and for the replies to some of the moves."""


@pytest.mark.parametrize("number", [102, 108])
def test_a_blunder_among_the_moves_whose_replies_are_known_lifts_no_other(number: int) -> None:
    looks = course(DARK_RULES, "standard", 1, bold=0.3)
    look = next(one for place, one in enumerate(looks) if place == number)
    before, after = (
        considered(GROUND, STYLE, look.view, look.past, nodes)[0] for nodes in (PLAIN, DEEPER)
    )
    assert after != before
    assert after[0].score == pytest.approx(before[0].score, abs=0.05)
    assert max(one.score for one in after) == after[0].score
