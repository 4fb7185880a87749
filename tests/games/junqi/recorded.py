"""Recorded games of Junqi (vectors/junqi-FORMAT.md) in the terms of the line protocol."""

from __future__ import annotations

from typing import Any

from games.core import Seat

SEATS = {"A": Seat(0), "B": Seat(1)}
SIDES = {"A": "@junqi.red", "B": "@junqi.blue"}
VIEWERS: dict[str, int | None] = {**SEATS, "S": None}
STANDS = {
    "attacker": "junqi.attacker_stays",
    "defender": "junqi.defender_stays",
    "both": "junqi.both_removed",
}

Told = tuple[str, dict[str, Any]]


def over(result: dict[str, Any]) -> dict[str, Any]:
    """A recorded result as the protocol writes it."""
    winner = result["winner"]
    winners = [] if winner is None else [SEATS[winner]]
    return {"over": {"winners": winners, "reason": result["reason"], "scores": []}}


def missed(counts: dict[str, int]) -> list[int]:
    return [counts[side] for side in SEATS]


def play(driver: Any, seat: int, action: str) -> dict[str, Any]:
    """Send one recorded action."""
    if action == "timeout":
        return dict(driver.ask(op="lapse", seat=seat))
    if action.startswith("resign:"):
        return dict(driver.ask(op="forfeit", seats=[SEATS[action[-1]]], reason="resign"))
    if action == "draw":
        return dict(driver.ask(op="forfeit", seats=[0, 1], reason="agreement"))
    return dict(driver.ask(op="play", seat=seat, text=action))


def options(game: dict[str, Any]) -> str:
    """The variant text of a recorded game's options."""
    pairs = game["options"].items()
    return " ".join(["standard", *(f"{key}={str(value).lower()}" for key, value in pairs)])
