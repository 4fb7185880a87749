"""Master thinks in slices, each of them anywhere, and comes to the same choice."""

from dataclasses import replace
from functools import cache

import pytest

from players.core import Budget, Choice, Pause
from players.junqi import turns as hidden
from players.junqi.flip import player as flip
from players.junqi.flip import search as flip_search
from players.library import PLAYERS, WITHOUT_MASTER
from players.murus import player as murus
from players.wire import LONGEST_ANSWER, read_answer, reply, write_question
from players.worker import Question, answer, versions
from tests.samples import FULL

from .situations import Situation, situations

MASTERS = [name for name, player in PLAYERS.items() if player.master]
OPEN = {
    "murus": ("basic", range(10, 100)),
    "junqi-flip": ("standard", range(150, 250)),
    "junqi-dark": ("standard", range(20, 150)),
    "junqi-four": ("standard", range(20, 150)),
}
"""A variant of each game, and the turns of a walk after which Master needs all of its nodes."""


MODULES = {"murus": murus, "junqi-flip": flip, "junqi-dark": hidden, "junqi-four": hidden}


@pytest.fixture
def short_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make slices a tenth as long, so that some of them take no time."""
    for game, module in MODULES.items():
        player = replace(PLAYERS[game], slice=PLAYERS[game].slice // 10)
        monkeypatch.setitem(PLAYERS, game, player)
        monkeypatch.setattr(module, "SLICE", player.slice)


def undecided(game: str, variant: str = "") -> Situation:
    """Return a position in which nothing is decided yet."""
    usual, turns = OPEN[game]
    walk = situations(game, variant or usual, 5, 10)
    return next(situation for situation in walk if len(situation.past) in turns)


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
    assert MASTERS == ["junqi-dark", "junqi-flip", "junqi-four", "murus"]
    assert {PLAYERS[name].highest for name in MASTERS} == {6}
    assert {player.highest for player in WITHOUT_MASTER.values()} == {5}


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize("slices", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", MASTERS)
def test_slices_make_the_same_choice_wherever_each_of_them_is_thought(
    game: str, slices: int
) -> None:
    one = undecided(game)
    slice_ = one.player.slice
    budget = slices * slice_ + slice_ // 2
    choice, pauses = thought_apart(asked(one, budget))
    assert choice == one.player.choose(one.view, one.past, Budget(budget), 7)
    assert [pause.nodes for pause in pauses] == [slice_, 2 * slice_][:slices]
    assert slices * slice_ < choice.nodes <= budget


@pytest.mark.parametrize("game", MASTERS)
def test_other_levels_think_in_one_slice(game: str) -> None:
    one = undecided(game)
    for level in range(1, 6):
        budget = one.player.budget(one.view, level)
        assert budget.nodes < one.player.slice
        assert not isinstance(answer(asked(one, budget.nodes)), Pause)


@pytest.mark.slow
def test_a_thought_in_slices_comes_to_its_end_with_only_a_few_more_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = next(
        situation
        for situation in situations("junqi-flip", "standard", 5, 10)
        if len(situation.past) > 430
    )
    whole = one.player.choose(one.view, one.past, Budget(80_000), 7)
    assert 20_000 < whole.nodes < 80_000
    monkeypatch.setattr(flip, "SLICE", 4_000)
    choice = one.player.choose(one.view, one.past, Budget(160_000), 7)
    assert (choice.text, choice.value) == (whole.text, whole.value)
    assert choice.nodes < 1.3 * whole.nodes


@cache
def paused() -> tuple[Question, Pause]:
    """Return a question about flip Junqi, and the pause after its first slice."""
    question = asked(undecided("junqi-flip"), 2 * flip.SLICE)
    pause = answer(question)
    assert isinstance(pause, Pause)
    return question, pause


def forged(changes: dict[int, int], length: int | None = None) -> Question:
    """Return the question after a pause whose state was changed at some places, and cut short."""
    question, pause = paused()
    state = [changes.get(n, number) for n, number in enumerate(pause.state[:length])]
    return replace(question, pause=Pause(pause.nodes, tuple(state)))


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize(
    ("changes", "length"),
    [
        ({0: flip_search.DEEPEST}, None),
        ({0: 0}, None),
        ({0: 10**9}, None),
        ({1: 64 * 64 - 1}, None),
        ({3: 0}, None),
        ({6: -1}, None),
        ({6: 1 << 2000}, None),
        ({9: 0}, None),
        ({}, 2),
        ({}, 10),
    ],
)
def test_nobody_goes_on_from_what_no_search_says(
    changes: dict[int, int], length: int | None
) -> None:
    with pytest.raises((ValueError, ArithmeticError)):
        answer(forged(changes, length))


@pytest.mark.usefixtures("short_slices")
@pytest.mark.parametrize("points", [-(10**9), 10**9])
def test_whoever_lies_about_a_position_makes_no_other_worker_a_liar(points: int) -> None:
    question = forged({2: points, 3: 1} | dict.fromkeys(range(8, 600, 6), points))
    found, error = read_answer(question, reply(write_question(question, versions())), versions())
    assert not error
    assert not isinstance(found, Pause)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "variant"),
    [
        ("murus", "basic"),
        ("junqi-flip", "standard"),
        ("junqi-dark", "standard"),
        *((("murus", "advanced"), ("murus", "basic+escape")) if FULL else ()),
    ],
)
def test_master_looks_at_half_of_its_nodes_or_more_in_a_middle_game(
    game: str, variant: str
) -> None:
    one = undecided(game, variant)
    budget = one.player.budget(one.view, 6)
    assert budget == one.player.master
    assert 2 * one.player.choose(one.view, one.past, budget, 1).nodes >= budget.nodes
