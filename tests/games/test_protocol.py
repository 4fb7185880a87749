"""The line protocol: the exact shapes of requests and answers."""

from pathlib import Path
from typing import Any

import pytest

from games.__main__ import main
from games.core import Act, Roll, Seat
from games.protocol import Session
from games.protocol_json import write_event, write_turn
from games.rulebook import RULES
from tests.laws.toys.cups import CUPS_RULES
from tests.laws.toys.quartet import QUARTET_RULES

from .driver import Driver

ROOT = Path(__file__).parents[2]
START = "basic tttttttt/......../......../......../......../......../TTTTTTTT 0 -"


@pytest.fixture
def murus() -> Driver:
    driver = Driver()
    assert driver.ask(op="new", game="murus", variant="basic") == {"ok": True, "turn": {"act": [0]}}
    return driver


@pytest.fixture
def cups() -> Driver:
    """Return the toy of the laws, past its hiding, with a die thrown."""
    driver = Driver(Session({"cups": CUPS_RULES}))
    assert driver.ask(op="new", game="cups")["turn"] == {"act": [0, 1]}
    assert driver.ask(op="play", seat=1, text="cba")["turn"] == {"act": [0]}
    assert driver.ask(op="play", seat=0, text="bac")["turn"] == {"roll": [3]}
    assert driver.ask(op="roll", faces=[2])["turn"] == {"act": [0]}
    return driver


def test_the_games_are_listed() -> None:
    answer = Driver().ask(op="games")
    assert answer["ok"]
    murus = next(game for game in answer["games"] if game["id"] == "murus")
    assert set(murus) == {"id", "version", "seats", "variants"}
    assert (murus["version"], murus["seats"], murus["variants"][0]) == (1, 2, "basic")


def test_legal_actions_are_sorted_and_only_the_movers(murus: Driver) -> None:
    legal = murus.ask(op="legal", seat=0, after="")["legal"]
    assert (len(legal), legal) == (20, sorted(legal))
    assert murus.ask(op="legal", seat=0)["legal"] == legal
    assert murus.ask(op="legal", seat=1, after="") == {"ok": True, "legal": []}


def test_a_turn_is_played_and_told_to_everybody(murus: Driver) -> None:
    args = {"near": "a2", "near_piece": "@murus.wall", "far": "a3", "far_piece": "@murus.wall"}
    news = [{"code": "murus.distributed", "args": args}]
    assert murus.ask(op="play", seat=0, text="A1 A3") == {
        "ok": True,
        "text": "a1-a3",
        "turn": {"act": [1]},
        "news": {"0": news, "1": news, "-": news},
    }


def test_a_view_has_cells_board_words_and_the_facts_of_its_game(murus: Driver) -> None:
    murus.ask(
        op="load",
        game="murus",
        position="advanced .......t/......../......../...Cw.../......../......../W....... 3 -",
    )
    assert murus.ask(op="view", seat=None) == {
        "ok": True,
        "turn": {"act": [1]},
        "cells": {"a1": "0:1", "d4": "0:3", "e4": "1:1", "h7": "1:2"},
        "board": "\n".join(
            [
                "  a b c d e f g h",
                "7 . . . . . . . t 7",
                "6 . . . . . . . . 6",
                "5 . . . . . . . . 5",
                "4 . . . C w . . . 4",
                "3 . . . . . . . . 3",
                "2 . . . . . . . . 2",
                "1 W . . . . . . . 1",
                "  a b c d e f g h",
            ]
        ),
        "alt": "0:1 on a1; 0:3 on d4; 1:1 on e4; 1:2 on h7",
        "ply": 3,
        "times": 1,
        "variant": "advanced",
    }


def test_a_position_is_dumped_and_loaded(murus: Driver) -> None:
    assert murus.ask(op="dump") == {"ok": True, "position": START}
    murus.ask(op="play", seat=0, text="a1-a3")
    position = murus.ask(op="dump")["position"]
    other = Driver()
    answer = other.ask(op="load", game="murus", position=position)
    assert (answer["ok"], answer["turn"]) == (True, {"act": [1]})
    assert other.ask(op="dump")["position"] == position


@pytest.mark.parametrize(
    ("request_", "over"),
    [
        ({"op": "lapse", "seat": 0}, {"winners": [1], "reason": "time", "scores": []}),
        (
            {"op": "forfeit", "seats": [1], "reason": "resign"},
            {"winners": [0], "reason": "resign", "scores": []},
        ),
        (
            {"op": "forfeit", "seats": [1, 0], "reason": "agreement"},
            {"winners": [], "reason": "agreement", "scores": []},
        ),
    ],
)
def test_a_game_can_end_otherwise(murus: Driver, request_: Any, over: Any) -> None:
    answer = murus.ask(**request_)
    assert (answer["ok"], answer["turn"]) == (True, {"over": over})
    again = murus.ask(**request_)
    assert (again["ok"], again["error"], again["code"]) == (False, "turn", "core.already_over")


def test_a_turn_of_two_actions_is_explored_action_by_action(cups: Driver) -> None:
    assert cups.ask(op="legal", seat=0, after="") == {"ok": True, "legal": ["1", "2", "3"]}
    assert cups.ask(op="legal", seat=0, after="2") == {"ok": True, "legal": ["1", "3"]}
    assert cups.ask(op="legal", seat=0, after="2,1") == {"ok": True, "legal": []}
    assert cups.ask(op="legal", seat=0, after="2,2")["code"] == "cups.not_now"
    assert cups.ask(op="legal", seat=0, after="2,1,3")["code"] == "core.too_many_actions"
    assert cups.ask(op="legal", seat=1, after="2")["error"] == "turn"


def test_a_turn_of_two_actions_is_played_whole_or_not_at_all(cups: Driver) -> None:
    position = cups.ask(op="dump")
    for text, code in [
        ("2", "core.incomplete"),
        ("2,2", "cups.not_now"),
        ("2,9", "core.unreadable"),
        ("2,1,3", "core.too_many_actions"),
    ]:
        assert cups.ask(op="play", seat=0, text=text)["code"] == code
        assert cups.ask(op="dump") == position
    answer = cups.ask(op="play", seat=0, text="2; 1")
    assert (answer["text"], answer["turn"]) == ("2,1", {"roll": [3]})
    assert [event["args"] for event in answer["news"]["1"]] == [
        {"cup": "2", "letter": "b"},
        {"cup": "1", "letter": "c"},
    ]


def test_scores_are_told_at_the_end(cups: Driver) -> None:
    for seat, text, face in [(0, "2,1", 1), (1, "1,2", 3), (0, "3", 3), (1, "3", 0)]:
        answer = cups.ask(op="play", seat=seat, text=text)
        assert answer["ok"], answer
        if face:
            cups.ask(op="roll", faces=[face])
    over = {"winners": [1], "reason": "score", "scores": [2, 3]}
    assert answer["turn"] == {"over": over}


def test_what_is_hidden_from_a_seat_is_not_in_its_view(cups: Driver) -> None:
    assert cups.ask(op="view", seat=0)["cells"]["b1"] == "1:?"
    assert cups.ask(op="view", seat=1)["cells"]["b1"] == "1:c"
    assert cups.ask(op="view", seat=None)["alt"] == "0:? on a1, a2, a3; 1:? on b1, b2, b3"


def test_of_four_seats_one_may_give_up_and_its_partner_plays_on() -> None:
    driver = Driver(Session({"quartet": QUARTET_RULES}))
    assert driver.ask(op="new", game="quartet")["turn"] == {"act": [0, 1, 2, 3]}
    for seat in (2, 0, 3, 1):
        answer = driver.ask(op="play", seat=seat, text="oso")
    assert (answer["turn"], set(answer["news"])) == ({"act": [0]}, {"0", "1", "2", "3", "-"})
    assert driver.ask(op="forfeit", seats=[1], reason="resign")["turn"] == {"act": [0]}
    assert driver.ask(op="play", seat=0, text="wait")["turn"] == {"act": [2]}
    assert driver.ask(op="forfeit", seats=[1], reason="resign")["code"] == "core.no_such_seat"
    over = {"winners": [0, 2], "reason": "stars", "scores": []}
    assert driver.ask(op="play", seat=2, text="d2")["turn"] == {"over": over}


@pytest.mark.parametrize(
    ("kind", "text"), [("notation", "?"), ("illegal", "a1-a2"), ("illegal", "a1xa2")]
)
def test_a_refusal_names_its_kind(murus: Driver, kind: str, text: str) -> None:
    assert murus.ask(op="play", seat=0, text=text)["error"] == kind


def test_a_wrong_call_shows_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve"]) == 2
    assert "usage" in capsys.readouterr().err


def told(viewer: Seat | None) -> str:
    return "-" if viewer is None else str(viewer)


@pytest.mark.parametrize("game", sorted(RULES))
def test_whatever_happens_is_told_to_everybody(game: str) -> None:
    """A request that changes a game is answered with the turn and, by viewer, the news."""
    rules, driver = RULES[game], Driver()
    state = rules.initial("")
    driver.ask(op="new", game=game)

    def check(answer: dict[str, Any], now: Any) -> None:
        viewers = (*map(Seat, range(rules.game.info.seats)), None)
        news = {
            told(viewer): [write_event(event) for event in rules.view(now, viewer).news]
            for viewer in viewers
        }
        assert answer == {"ok": True, "turn": write_turn(rules.turn(now)), "news": news}

    while isinstance(turn := rules.turn(state), Roll):
        faces = tuple(min(2, side) for side in turn.sides)
        state = rules.roll(state, faces)
        check(driver.ask(op="roll", faces=list(faces)), state)
    position = rules.dump(state)
    check(driver.ask(op="load", game=game, position=position), rules.load(position))
    assert isinstance(turn, Act)
    missed = min(turn.seats)
    if not turn.free:
        check(driver.ask(op="lapse", seat=missed), rules.lapse(state, missed))
        driver.ask(op="load", game=game, position=position)
    over = rules.forfeit(rules.load(position), rules.game.info.everybody, "cancelled")
    seats = list(range(rules.game.info.seats))
    check(driver.ask(op="forfeit", seats=seats, reason="cancelled"), over)
