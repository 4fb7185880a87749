"""Questions and answers travel as plain text, and only a legal choice of the question counts."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.library import GAMES
from players import wire
from players.core import Budget, Pause
from players.library import PLAYERS
from players.wire import LONGEST_ANSWER, Untrue, read_answer, read_question, reply, write_question
from players.worker import OtherVersion, Question, answer, versions
from tests.samples import chosen

from .situations import TABLES, THOUGHT, situations

OURS = versions()
USUAL = [(game, GAMES[game].info.variants[0]) for game in PLAYERS if game != "junqi-four"]


def test_another_python_or_player_is_named() -> None:
    ours = {"python": "3.13", "murus": "2", "ponte": "1"}
    assert wire.differences(ours, ours) == ""
    theirs = {"python": "3.11", "murus": "2"}
    assert wire.differences(ours, theirs) == "python 3.11, not 3.13, ponte -, not 1"
    forged = ours | {"python": "3\nERROR all is lost"}
    assert wire.differences(ours, forged) == "python -, not 3.13"


@pytest.mark.parametrize(("game", "variant"), chosen(TABLES, lambda table: table in USUAL))
def test_a_worker_is_asked_in_text_what_it_would_be_asked_at_home(game: str, variant: str) -> None:
    for situation in situations(game, variant, 2, 2):
        for seed in (12 << 240, None):
            question = Question(game, situation.past, THOUGHT, seed, PLAYERS[game].version)
            text = write_question(question, OURS)
            assert read_question(json.loads(text)) == question
            assert read_answer(question, reply(text), OURS) == (answer(question), "")


ONE = situations("murus", "basic", 1, 1)[0]
ASKED = Question("murus", ONE.past, Budget(30), 7, PLAYERS["murus"].version)
TRUE = json.loads(reply(write_question(ASKED, OURS)))
FIRST = TRUE["choices"][0]


def changed(at: int, value: object) -> dict[str, Any]:
    """Change a part of the true choice."""
    return {**TRUE, "choices": [[*FIRST[:at], value, *FIRST[at + 1 :]]]}


LINES: tuple[object, ...] = ("a1", [7], ["\n"], ["a" * 201], [[]], ["a"] * 1001)
FALSE = [
    None,
    b"{}",
    "",
    "{",
    "[]",
    "{}",
    "[" * LONGEST_ANSWER,
    " " * LONGEST_ANSWER + json.dumps(TRUE),
    "9" * 5000,
    *map(
        json.dumps,
        [
            TRUE | {"choices": []},
            TRUE | {"choices": [FIRST] * 2},
            TRUE | {"choices": {"a": 1}},
            TRUE | {"choices": [FIRST[:3]]},
            TRUE | {"error": "the flag\nis on e12"},
            TRUE | {"error": 7},
            TRUE | {"versions": None},
            *(changed(0, text) for text in ("", "a8-c6", "a1-h8", "a1 c3", "A1-C3", 7, None)),
            *(changed(1, value) for value in (-0.1, 1.1, float("nan"), 1e999, True, "1", None)),
            *(changed(2, line) for line in LINES),
            *(changed(3, nodes) for nodes in (1.5, "7", None, -1, 31, 10**400)),
        ],
    ),
]


@pytest.mark.parametrize("text", FALSE, ids=range(len(FALSE)))
def test_what_is_no_choice_of_the_question_is_no_answer(text: object) -> None:
    assert read_answer(ASKED, json.dumps(TRUE), OURS) == (answer(ASKED), "")
    with pytest.raises(Untrue):
        read_answer(ASKED, text, OURS)


LONG = replace(ASKED, budget=Budget(5), pause=Pause(2, (7,)))
"""A question that its player, who pauses after every second node, could go on with."""
PAUSES: list[object] = [
    None,
    [4],
    [3, [1]],
    [2, [1]],
    [6, [1]],
    [4.0, [1]],
    [4, {"a": 1}],
    [4, ["a1"]],
    [4, [True]],
    [4, [1.5]],
    [4, [1], 2],
]


@pytest.fixture
def pausing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PLAYERS", {"murus": replace(PLAYERS["murus"], slice=2)})


def paused(pause: object) -> str:
    return json.dumps({"versions": OURS, "error": "", "pause": pause})


@pytest.mark.usefixtures("pausing")
def test_a_thought_pauses_after_one_slice_exactly() -> None:
    assert read_answer(LONG, paused([4, [1, -2]]), OURS) == (Pause(4, (1, -2)), "")
    assert read_question(json.loads(write_question(LONG, OURS))) == LONG


@pytest.mark.usefixtures("pausing")
@pytest.mark.parametrize("pause", PAUSES)
def test_what_is_no_pause_after_the_slice_that_was_asked_for_is_no_answer(pause: object) -> None:
    with pytest.raises(Untrue):
        read_answer(LONG, paused(pause), OURS)


@pytest.mark.usefixtures("pausing")
def test_a_thought_does_not_pause_at_its_end_and_a_judgement_never() -> None:
    for question in (replace(LONG, budget=Budget(4)), replace(LONG, seed=None)):
        with pytest.raises(Untrue):
            read_answer(question, paused([4, [1]]), OURS)


def test_a_worker_of_another_version_does_not_think(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(wire, "answer", never)
    newer = OURS | {"murus": "99"}
    with pytest.raises(OtherVersion, match=f"^murus {OURS['murus']}, not 99$"):
        read_answer(ASKED, reply(write_question(ASKED, newer)), newer)


def test_of_a_player_that_fails_only_the_name_of_its_error_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(_: object) -> Callable[..., Any]:
        raise KeyError("the flag is on e12")

    monkeypatch.setattr(wire, "answer", broken)
    told = reply(write_question(ASKED, OURS))
    assert "e12" not in told
    assert read_answer(ASKED, told, OURS) == ((), "KeyError")


@pytest.mark.parametrize(
    "name", ["os:system", "builtins:eval", "games.library:GAMES", "games.submission:play"]
)
def test_a_question_makes_nothing_but_what_views_are_made_of(name: str) -> None:
    asked = json.loads(write_question(ASKED, OURS))
    asked["rows"].append([name, "exit(1)"])
    with pytest.raises(TypeError):
        read_question(asked)
