"""Games of flip Junqi recorded by a reference program, replayed through the line protocol."""

from __future__ import annotations

from typing import Any

import pytest

from games.junqi.board import COLOURS, GRID, POINTS, SET
from tests.games.driver import Answer, Driver, needs, vectors

from .recorded import SEATS, check_views, colours, missed, options, over, play

FILE = "junqi-flip.jsonl"
SIDES = {"r": "@junqi.red", "b": "@junqi.blue"}
FATES = {"attacker": "junqi.took", "defender": "junqi.failed", "both": "junqi.traded"}
PACK = [f"{colour}:{code}" for colour in COLOURS for code in SET]


def faces(board: dict[str, str]) -> list[int]:
    """The draw that deals a board."""
    left, found = list(PACK), []
    for at in POINTS[:-1]:
        found.append(left.index(board[GRID.names[at]]) + 1)
        left.pop(found[-1] - 1)
    return found


def begin(driver: Driver, game: dict[str, Any]) -> None:
    """Deal the recorded board, or load the position in which the recording starts."""
    setup, board = game["setup"], game["setup"]["board"]
    if setup["kind"] == "deal":
        driver.ask(op="new", game="junqi-flip", variant=options(game))
        assert driver.ask(op="roll", faces=faces(board))["ok"]
        return
    down = setup["face_down"]
    position = (
        options(game).replace(" ", "+"),
        str(SEATS[setup["to_move"]]),
        str(setup["ply"]),
        str(setup["quiet"]),
        ",".join(map(str, missed(setup["missed"]))),
        ",".join(colour or "-" for colour in colours(setup["colours"])),
        "-,-",
        ",".join(f"{at}:{'#' * (at in down)}{p.replace(':', '')}" for at, p in board.items()),
        "-",
        "-",
        "-",
    )
    assert driver.ask(op="load", game="junqi-flip", position=" ".join(position))["ok"]


def told(event: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """A recorded event as news; what is told in other ways is None."""
    match event["kind"]:
        case "flip":
            piece = {"square": event["at"], "side": SIDES[event["piece"][0]]}
            return "junqi.flipped", {**piece, "piece": event["piece"][2]}
        case "combat" if event["defender"][2] != "F":
            colour, _, code = event["defender"].partition(":")
            return FATES[event["result"]], {"side": SIDES[colour], "piece": code[0]}
    return None


def heard(answer: list[Answer]) -> list[tuple[str, dict[str, Any]]]:
    kept = ("junqi.flipped", *FATES.values())
    return [
        (event["code"], {k: v for k, v in event["args"].items() if k != "name"})
        for event in answer
        if event["code"] in kept
    ]


@needs(FILE)
@pytest.mark.parametrize("game", vectors(FILE), ids=lambda game: game["id"])
def test_a_recorded_game_is_played_as_it_was(game: dict[str, Any]) -> None:
    driver = Driver()
    begin(driver, game)
    for number, (ply, action) in enumerate(zip(game["plies"], game["moves"], strict=True)):
        mover = SEATS[ply["to_move"]]
        assert driver.ask(op="legal", seat=mover)["legal"] == ply["legal"]
        assert driver.ask(op="legal", seat=1 - mover)["legal"] == []
        check_views(driver, game, number)
        answer = play(driver, mover, action)
        assert answer["ok"], answer
        if "news" in answer:
            assert heard(answer["news"]["-"]) == list(filter(None, map(told, ply["events"])))
            first = ply["events"][0].get("colours")
            if first:
                assert driver.ask(op="view", seat=None)["colours"] == colours(first)
    check_views(driver, game, len(game["moves"]))
    final, seen = game["final"], driver.ask(op="view", seat=0)
    down = dict.fromkeys(final["face_down"], "#")
    assert seen["cells"] == {**final["board"], **down}
    assert seen["dead"] == sorted(final["dead"])
    assert (seen["ply"], seen["quiet"]) == (final["ply"], final["quiet"])
    assert seen["missed"] == missed(final["missed"])
    if game["result"]:
        assert seen["turn"] == over(game["result"])
