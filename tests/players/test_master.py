"""Master thinks in slices, each of them anywhere, and comes to the same choice."""

from __future__ import annotations

from dataclasses import replace

import pytest

from players.core import Budget, Choice, Pause
from players.library import PLAYERS, WITHOUT_MASTER
from players.wire import LONGEST_ANSWER, read_answer, reply, write_question
from players.worker import Question, answer, versions

from .situations import Situation, situations

MASTERS = [name for name, player in PLAYERS.items() if player.master]
ENOUGH = 10
"""The turns after which a walk has come to a middle game."""


def middle_game(game: str, variant: str = "basic") -> Situation:
    """Return a position in which nothing is decided yet."""
    return next(one for one in situations(game, variant, 5, 10) if len(one.past) >= ENOUGH)


def asked(one: Situation, nodes: int) -> Question:
    return Question(one.game, one.past, Budget(nodes), 7, one.player.version)


def thought_apart(question: Question) -> tuple[Choice, list[Pause]]:
    """Think slice by slice, each time from the text of the question; return the pauses as well."""
    ours, pauses = versions(), list[Pause]()
    while True:
        text = reply(write_question(question, ours))
        assert len(text) <= LONGEST_ANSWER
        found, error = read_answer(question, text, ours)
        assert not error
        if not isinstance(found, Pause):
            return found[0], pauses
        pauses.append(found)
        question = replace(question, pause=found)


def test_only_a_host_who_allows_it_has_masters() -> None:
    assert MASTERS == ["murus"]
    assert {name: player.highest for name, player in PLAYERS.items() if player.master} == {
        "murus": 6
    }
    assert {player.highest for player in WITHOUT_MASTER.values()} == {5}


@pytest.mark.parametrize("slices", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", MASTERS)
def test_slices_make_the_same_choice_wherever_each_of_them_is_thought(
    game: str, slices: int
) -> None:
    one = middle_game(game)
    slice_ = one.player.slice
    budget = slices * slice_ + slice_ // 2
    choice, pauses = thought_apart(asked(one, budget))
    assert choice == one.player.choose(one.view, one.past, Budget(budget), 7)
    assert [pause.nodes for pause in pauses] == [slice_, 2 * slice_][:slices]
    assert slices * slice_ < choice.nodes <= budget


@pytest.mark.parametrize("game", MASTERS)
def test_other_levels_think_in_one_slice(game: str) -> None:
    one = middle_game(game)
    for level in range(1, 6):
        budget = one.player.budget(one.view, level)
        assert budget.nodes < one.player.slice
        assert not isinstance(answer(asked(one, budget.nodes)), Pause)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["basic", "advanced", "basic+escape"])
def test_master_looks_at_half_of_its_nodes_or_more_in_a_middle_game(variant: str) -> None:
    one = middle_game("murus", variant)
    budget = one.player.budget(one.view, 6)
    assert budget == one.player.master
    choice = one.player.choose(one.view, one.past, budget, 1)
    assert 2 * choice.nodes >= budget.nodes
