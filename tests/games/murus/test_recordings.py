"""Games of Murus Gallicus recorded by other programs, replayed through the line protocol."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from tests.games.driver import Driver, recordings
from tests.samples import thinned

SAMPLE = Path(__file__).with_name("sample.jsonl")
STACKS = {".": None, "W": "0:1", "T": "0:2", "C": "0:3", "w": "1:1", "t": "1:2", "c": "1:3"}


def variant(game: dict[str, Any]) -> str:
    written: str = game["variant"]
    return written.replace("redist", "redistribution")


def cells(board: str) -> dict[str, str]:
    """Return the cells of a vector's board: rows joined with "/", the highest first."""
    return {
        f"{'abcdefgh'[file]}{7 - row}": token
        for row, line in enumerate(board.split("/"))
        for file, sign in enumerate(line)
        if (token := STACKS[sign])
    }


def check_legal(ply: dict[str, Any], legal: list[str]) -> None:
    if "legal" in ply:
        assert legal == ply["legal"]
    else:
        digest = hashlib.sha256("\n".join(legal).encode()).hexdigest()
        assert (len(legal), digest) == (ply["legal_count"], ply["legal_sha256"])


@pytest.mark.parametrize("game", thinned(recordings("murus", "games")), ids=lambda game: game["id"])
def test_a_recorded_game_is_played_as_it_was(game: dict[str, Any]) -> None:
    driver = Driver()
    answer = driver.ask(op="new", game="murus", variant=variant(game))
    for ply, move in zip(game["plies"], game["moves"], strict=True):
        seat = ply["to_move"] - 1
        assert answer["turn"] == {"act": [seat]}
        assert driver.ask(op="view", seat=1 - seat)["cells"] == cells(ply["board"])
        check_legal(ply, driver.ask(op="legal", seat=seat)["legal"])
        assert driver.ask(op="legal", seat=1 - seat) == {"ok": True, "legal": []}
        answer = driver.ask(op="play", seat=seat, text=move)
        assert (answer["ok"], answer["text"]) == (True, move)
    result = game["result"]
    winners = [winner - 1 for winner in result["winner"]]
    over = {"winners": winners, "reason": result["reason"], "scores": []}
    assert answer["turn"] == {"over": over}
    assert driver.ask(op="view", seat=None)["cells"] == cells(result["final_board"])


@pytest.mark.parametrize(
    "line", SAMPLE.read_text("utf-8").splitlines(), ids=lambda line: json.loads(line)["variant"]
)
def test_a_sample_of_positions_keeps_its_actions_and_what_they_lead_to(line: str) -> None:
    sample = json.loads(line)
    driver = Driver()
    driver.ask(op="new", game="murus", variant=sample["variant"])
    for step in sample["steps"]:
        assert driver.ask(op="dump") == {"ok": True, "position": step["position"]}
        legal = driver.ask(op="legal", seat=step["seat"])["legal"]
        digest = hashlib.sha256("\n".join(legal).encode()).hexdigest()[:16]
        assert (len(legal), digest) == (step["legal"], step["sha256"])
        answer = driver.ask(op="play", seat=step["seat"], text=step["play"])
        assert answer["ok"]
        assert [event["code"] for event in answer["news"]["-"]] == step["news"]
    assert answer["turn"] == sample["end"]
