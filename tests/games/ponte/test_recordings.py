"""Games of Ponte del Diavolo recorded by another program, replayed through the line protocol."""

import hashlib
from typing import Any

import pytest

from games.ponte.game import PONTE
from games.submission import join_actions
from tests.games.driver import Driver, recordings
from tests.samples import thinned

SAMPLED = 29
"""The complete list is compared once in this many turns; the slow test compares them all."""


def variant(game: dict[str, Any]) -> str:
    if game["variant"] == "standard_limited":
        return "standard pie=off"
    return "unlimited pie=off" if game["size"] == 10 else f"size-{game['size']} pie=off"


def cells(board: str, size: int) -> dict[str, str]:
    return {
        f"{'abcdefghijkl'[file]}{size - row}": str(int(sign) - 1)
        for row, line in enumerate(board.split("/"))
        for file, sign in enumerate(line)
        if sign != "."
    }


def whole_turns(driver: Driver, seat: int) -> list[str]:
    """List all turns, asking for the continuations of every beginning."""
    turns = set()
    for text in driver.ask(op="legal", seat=seat)["legal"]:
        if not text[-1].isdigit() or "-" in text:
            turns.add(text)
            continue
        seconds = driver.ask(op="legal", seat=seat, after=text)["legal"]
        turns |= {join_actions(PONTE.info, [text, second]) for second in seconds}
    return sorted(turns)


def check_legal(ply: dict[str, Any], legal: list[str]) -> None:
    if "legal" in ply:
        assert legal == ply["legal"]
        return
    digest = hashlib.sha256("\n".join(legal).encode()).hexdigest()
    assert (len(legal), digest) == (ply["legal_count"], ply["legal_sha256"])
    assert [text for text in legal if "-" in text] == ply["legal_bridges"]


def replay(game: dict[str, Any], every: int) -> None:
    driver = Driver()
    answer = driver.ask(op="new", game="ponte", variant=variant(game))
    for number, (ply, move) in enumerate(zip(game["plies"], game["moves"], strict=True)):
        seat = ply["to_move"] - 1
        assert answer["turn"] == {"act": [seat]}
        seen = driver.ask(op="view", seat=1 - seat)
        assert seen["cells"] == cells(ply["board"], game["size"])
        assert seen["bridges"] == ply["bridges"]
        assert seen["final_turn"] == ply.get("final_turn", False)
        if number % every == 0:
            check_legal(ply, whole_turns(driver, seat))
        answer = driver.ask(op="play", seat=seat, text=move)
        assert (answer["ok"], answer["text"]) == (True, move)
    result = game["result"]
    winners = [] if result["reason"] == "tie" else [winner - 1 for winner in result["winner"]]
    scores = [result["scores"][player]["score"] for player in ("1", "2")]
    over = {"winners": winners, "reason": result["reason"], "scores": scores}
    assert answer["turn"] == {"over": over}


@pytest.mark.parametrize(
    "game", thinned(recordings("ponte", "games"), 9), ids=lambda game: game["id"]
)
def test_a_recorded_game_is_played_as_it_was(game: dict[str, Any]) -> None:
    replay(game, SAMPLED)


@pytest.mark.slow
@pytest.mark.parametrize("game", recordings("ponte", "games"), ids=lambda game: game["id"])
def test_every_list_of_turns_is_complete(game: dict[str, Any]) -> None:
    replay(game, 1)
