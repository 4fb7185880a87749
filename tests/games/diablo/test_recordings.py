"""Games of Diablo recorded by a reference program, replayed through the line protocol."""

from itertools import groupby
from typing import Any

import pytest

from games.core import Act, Seat
from games.diablo.game import DIABLO
from games.diablo.rules import DIABLO_RULES
from games.submission import foresee
from tests.games.driver import Driver, recordings
from tests.samples import thinned

from .positions import act, legal

SEATS = {"b": 0, "g": 1}


def cells(board: dict[str, list[Any]]) -> dict[str, str]:
    return {square: f"{SEATS[whose]}:{height}" for square, (whose, height) in board.items()}


def check_ply(driver: Driver, ply: dict[str, Any], done: str) -> None:
    """Check a recorded decision after the actions of this turn already `done`."""
    seat = SEATS[ply["to_move"]]
    assert driver.ask(op="legal", seat=seat, after=done)["legal"] == ply["legal"]
    state = DIABLO_RULES.load(driver.ask(op="dump")["position"])
    view, text = foresee(DIABLO, DIABLO_RULES.view(state, Seat(seat)), done)
    assert text == done
    assert view.turn == Act(frozenset({Seat(seat)}), begun=bool(done))
    assert DIABLO.cells(view) == cells(ply["board"])
    facts = DIABLO.facts(view)
    names = ("dice", "dice_left", "stage")
    assert {name: facts[name] for name in names} == {name: ply[name] for name in names}
    assert facts["turn_number"] == ply["turn"]


@pytest.mark.parametrize(
    "game",
    thinned(recordings("diablo", "games")),
    ids=lambda game: f"{game['size']}-{game['seed']}",
)
def test_a_recorded_game_is_played_as_it_was(game: dict[str, Any]) -> None:
    driver = Driver()
    answer = driver.ask(op="new", game="diablo", variant=f"size-{game['size']}")
    decisions = zip(game["plies"], game["actions"], strict=True)
    for number, turn in groupby(decisions, key=lambda decision: decision[0]["turn"]):
        plies = list(turn)
        first = plies[0][0]
        seat = SEATS[first["to_move"]]
        assert seat == (number + 1) % 2
        assert answer["turn"] == {"roll": [game["size"] // 2] * 2}
        assert driver.ask(op="roll", faces=first["dice"])["turn"] == {"act": [seat]}
        shown = driver.ask(op="view", seat=1 - seat)
        assert (shown["cells"], shown["dice"]) == (cells(first["board"]), first["dice"])
        assert (shown["dice_left"], shown["stage"]) == (first["dice_left"], first["stage"])
        assert driver.ask(op="legal", seat=1 - seat) == {"ok": True, "legal": []}
        done = ""
        for ply, action in plies:
            check_ply(driver, ply, done)
            done = f"{done} {action}".strip()
        answer = driver.ask(op="play", seat=seat, text=done)
        assert answer["text"] == done
    result = game["result"]
    over = {"winners": [SEATS[result["winner"]]], "reason": result["reason"], "scores": []}
    assert answer["turn"] == {"over": over}
    shown = driver.ask(op="view", seat=None)
    assert (shown["turn_number"], shown["stage"]) == (result["turns"], "over")
    assert shown["cells"] == cells(result["final_board"])


@pytest.mark.parametrize("case", recordings("diablo", "edge-cases"), ids=lambda case: case["title"])
def test_an_edge_case_goes_as_recorded_action_by_action(case: dict[str, Any]) -> None:
    ends = [step["state"] for step in case["steps"][1:]] + [case["end"]]
    for step, end in zip(case["steps"], ends, strict=True):
        state = DIABLO_RULES.load(step["state"])
        assert legal(state) == step["legal"]
        assert DIABLO_RULES.dump(act(state, step["action"])).split()[:9] == end.split()


@pytest.mark.parametrize("case", recordings("diablo", "edge-cases"), ids=lambda case: case["title"])
def test_an_edge_case_goes_as_recorded_turn_by_turn(case: dict[str, Any]) -> None:
    driver = Driver()
    position = case["steps"][0]["state"]
    seat = SEATS[position.split()[3]]
    assert driver.ask(op="load", game="diablo", position=position)["turn"] == {"act": [seat]}
    done = ""
    for step in case["steps"]:
        assert driver.ask(op="legal", seat=seat, after=done)["legal"] == step["legal"]
        done = f"{done} {step['action']}".strip()
    answer = driver.ask(op="play", seat=seat, text=done)
    if case["end"].split()[4].startswith("action2"):
        assert (answer["ok"], answer["code"]) == (False, "core.incomplete")
        return
    assert answer["text"] == done
    assert driver.ask(op="dump")["position"].split()[:9] == case["end"].split()
