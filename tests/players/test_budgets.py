"""Levels look at the nodes that they are given."""

from functools import cache
from random import Random
from typing import Any

import pytest

from games.core import Act, Entry, Roll
from games.replay import Course
from games.rulebook import RULES
from lab.match import in_full
from players.library import OPPONENTS, PLAYERS
from tests.samples import chosen

USUAL = [(game, number % 3 + 1) for number, game in enumerate(PLAYERS)]
"""Every game once, weaker levels in turn."""
CASES = [(game, level) for game in PLAYERS for level in range(1, 6)]


@cache
def middle_game(game: str) -> list[tuple[Any, ...]]:
    """Return what the seat to act has seen, some times in a game between players of level 2."""
    rules, player, chance = RULES[game], PLAYERS[game], Random(1)
    table: Course[Any, Any, Any] = Course(rules, in_full(game, ""))
    found, number = [], 0
    while number < OPPONENTS[game].middle.stop:
        turn = rules.turn(table.state)
        if isinstance(turn, Roll):
            faces = " ".join(str(chance.randint(1, sides)) for sides in turn.sides)
            table.follow(Entry("roll", None, faces))
            continue
        assert isinstance(turn, Act)
        seat = min(turn.seats)
        past = table.views(seat)
        if number in OPPONENTS[game].middle:
            found.append(past)
        choice = player.choose(past[-1], past, player.budget(past[-1], 2), number)
        table.follow(Entry("act", seat, choice.text))
        number += 1
    return found


@pytest.mark.parametrize(("game", "level"), chosen(CASES, USUAL.__contains__))
def test_a_level_looks_at_half_of_its_nodes_or_more_in_a_middle_game(game: str, level: int) -> None:
    player = PLAYERS[game]
    pasts = middle_game(game)
    budget = player.budget(pasts[0][-1], level)
    nodes = [player.choose(past[-1], past, budget, 1).nodes for past in pasts]
    assert 2 * sum(nodes) >= len(nodes) * budget.nodes
