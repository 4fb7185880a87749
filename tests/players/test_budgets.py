"""The levels of Junqi with hidden pieces look at the nodes that they are given."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from games.core import Act, Entry
from games.replay import Course
from games.rulebook import RULES
from players.library import PLAYERS

FIRST, LAST, EVERY = 20, 60, 8
"""The turns that count as a middle game, and how many of them are left out."""


@cache
def middle_game(game: str) -> list[tuple[Any, ...]]:
    """Return what the seat to act has seen, some times in a game between players of level 2."""
    rules, player = RULES[game], PLAYERS[game]
    table: Course[Any, Any, Any] = Course(rules, "standard")
    found = []
    for number in range(LAST):
        turn = rules.turn(table.state)
        assert isinstance(turn, Act)
        seat = min(turn.seats)
        past = table.views(seat)
        if number >= FIRST and number % EVERY == 0:
            found.append(past)
        choice = player.choose(past[-1], past, player.levels[1], number)
        table.follow(Entry("act", seat, choice.text))
    return found


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("game", ["junqi-dark", "junqi-four"])
def test_a_level_looks_at_half_of_its_nodes_or_more_in_a_middle_game(game: str, level: int) -> None:
    player = PLAYERS[game]
    budget = player.levels[level - 1]
    pasts = middle_game(game)
    nodes = [player.choose(past[-1], past, budget, 1).nodes for past in pasts]
    assert 2 * sum(nodes) >= len(nodes) * budget.nodes
