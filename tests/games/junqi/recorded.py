"""Recorded games of Junqi (`recordings/README.md`) in the terms of the line protocol."""

from collections.abc import Callable
from typing import Any, TypeAlias

from games.core import Seat
from tests.games.driver import Answer, Driver

SEATS = {"A": Seat(0), "B": Seat(1)}
SIDES = {"A": "@junqi.seat.0", "B": "@junqi.seat.1"}
VIEWERS: dict[str, int | None] = {**SEATS, "S": None}
STANDS = {
    "attacker": "junqi.attacker_stays",
    "defender": "junqi.defender_stays",
    "both": "junqi.both_removed",
}

News: TypeAlias = tuple[str, dict[str, Any]]
"""A piece of news: its code and its arguments."""


def over(result: dict[str, Any]) -> dict[str, Any]:
    """Write a recorded result as the protocol does."""
    winner = result["winner"]
    winners = [] if winner is None else [SEATS[winner]]
    return {"over": {"winners": winners, "reason": result["reason"], "scores": []}}


def missed(counts: dict[str, int]) -> list[int]:
    return [counts[side] for side in SEATS]


def colours(by_letter: dict[str, str | None]) -> list[str | None]:
    return [by_letter[letter] for letter in SEATS]


ENDING = ("timeout", "resign:", "draw")
"""The recorded actions that are no turns."""


def play(driver: Driver, seat: int, action: str) -> dict[str, Any]:
    """Send one recorded action."""
    if action == "timeout":
        return dict(driver.ask(op="lapse", seat=seat))
    if action.startswith("resign:"):
        return dict(driver.ask(op="forfeit", seats=[SEATS[action[-1]]], reason="resign"))
    if action == "draw":
        return dict(driver.ask(op="forfeit", seats=[0, 1], reason="agreement"))
    return dict(driver.ask(op="play", seat=seat, text=action))


def options(game: dict[str, Any]) -> str:
    """Return the variant text of a recorded game's options."""
    pairs = game["options"].items()
    return " ".join(["standard", *(f"{key}={str(value).lower()}" for key, value in pairs)])


def check_views(
    driver: Driver, game: dict[str, Any], after: int, piece: Callable[[str], str] = str
) -> None:
    """Check all views and refusals after this number of actions. `piece` puts a recorded piece into
    the terms of the protocol."""
    for asked in game["views"]:
        if asked["after"] != after:
            continue
        wanted, seen = asked["view"], driver.ask(op="view", seat=VIEWERS[asked["viewer"]])
        assert seen["cells"] == {at: piece(found) for at, found in wanted["board"].items()}
        assert seen["dead"] == sorted(map(piece, wanted["dead"]))
        assert seen.get("colours") == (colours(wanted["colours"]) if "colours" in wanted else None)
        assert (seen["ply"], seen["quiet"]) == (wanted["ply"], wanted["quiet"])
        assert seen["missed"] == missed(wanted["missed"])
        if wanted["result"]:
            assert seen["turn"] == over(wanted["result"])
        else:
            assert seen["turn"] == {"act": [SEATS[wanted["to_move"]]]}
    for turn in game["rejected"]:
        if turn["after"] == after:
            before = driver.ask(op="dump")
            mover = SEATS[game["plies"][after]["to_move"]]
            assert not play(driver, mover, turn["action"])["ok"]
            assert driver.ask(op="dump") == before


def replay(
    driver: Driver,
    game: dict[str, Any],
    expected: Callable[[list[dict[str, Any]]], list[News]],
    kept: Callable[[Answer], News | None],
    piece: Callable[[str], str] = str,
) -> Answer:
    """Play a recorded game that has begun, compare all news, and return its last view.

    `expected` puts recorded events into the terms of the protocol, `kept` news into those of the
    recording, or passes over them.
    """
    for number, (ply, action) in enumerate(zip(game["plies"], game["moves"], strict=True)):
        mover = SEATS[ply["to_move"]]
        assert driver.ask(op="legal", seat=mover)["legal"] == ply["legal"]
        assert driver.ask(op="legal", seat=1 - mover)["legal"] == []
        check_views(driver, game, number, piece)
        answer = play(driver, mover, action)
        assert answer["ok"], answer
        if action.startswith(ENDING):  # the news are still those of the last turn
            continue
        assert list(filter(None, map(kept, answer["news"]["-"]))) == expected(ply["events"])
        if first := ply["events"][0].get("colours"):
            assert driver.ask(op="view", seat=None)["colours"] == colours(first)
    check_views(driver, game, len(game["moves"]), piece)
    final, seen = game["final"], driver.ask(op="view", seat=0)
    assert (seen["ply"], seen["quiet"]) == (final["ply"], final["quiet"])
    assert seen["missed"] == missed(final["missed"])
    if game["result"]:
        assert seen["turn"] == over(game["result"])
    return seen
