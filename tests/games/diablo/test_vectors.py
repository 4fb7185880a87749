"""Games of Diablo recorded by a reference program, replayed through the line protocol."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from games.core import Act
from games.diablo.rules import DIABLO
from tests.games.driver import Driver, needs, vectors

FILE, EDGES = "diablo.jsonl", "diablo-edge-cases.jsonl"
SEATS = {"b": 0, "g": 1}


@needs(FILE)
@pytest.mark.parametrize("game", vectors(FILE), ids=lambda game: f"{game['size']}-{game['seed']}")
def test_a_recorded_game_is_played_as_it_was(game: dict[str, Any]) -> None:
    driver = Driver()
    answer = driver.ask(op="new", game="diablo", variant=f"size-{game['size']}")
    decisions = zip(game["plies"], game["actions"], strict=True)
    for _, turn in groupby(decisions, key=lambda one: one[0]["turn"]):
        plies = list(turn)
        first = plies[0][0]
        seat = SEATS[first["to_move"]]
        assert answer["turn"] == {"roll": [game["size"] // 2] * 2}
        assert driver.ask(op="roll", faces=first["dice"])["turn"] == {"act": [seat]}
        cells = driver.ask(op="view", seat=1 - seat)["cells"]
        assert cells == {
            square: f"{SEATS[whose]}:{height}" for square, (whose, height) in first["board"].items()
        }
        done: list[str] = []
        for ply, action in plies:
            legal = driver.ask(op="legal", seat=seat, after=" ".join(done))["legal"]
            assert legal == ply["legal"]
            done.append(action)
        seen = driver.ask(op="view", seat=None)
        assert (seen["stage"], seen["dice"]) == (first["stage"], first["dice"])
        answer = driver.ask(op="play", seat=seat, text=" ".join(done))
        assert answer["text"] == " ".join(done)
    result = game["result"]
    over = {"winners": [SEATS[result["winner"]]], "reason": result["reason"], "scores": []}
    assert answer["turn"] == {"over": over}
    assert driver.ask(op="view", seat=None)["turn_number"] == result["turns"]


@needs(EDGES)
@pytest.mark.parametrize("case", vectors(EDGES), ids=lambda case: case["title"])
def test_an_edge_case(case: dict[str, Any]) -> None:
    ends = [step["state"] for step in case["steps"][1:]] + [case["end"]]
    for step, end in zip(case["steps"], ends, strict=True):
        state = DIABLO.load(step["state"])
        turn = DIABLO.turn(state)
        assert isinstance(turn, Act)
        (seat,) = turn.seats
        view = DIABLO.view(state, seat)
        assert sorted(map(DIABLO.format, DIABLO.legal(view))) == step["legal"]
        state = DIABLO.apply(state, seat, DIABLO.parse(view, step["action"]))
        assert DIABLO.dump(state).split()[:9] == end.split()
