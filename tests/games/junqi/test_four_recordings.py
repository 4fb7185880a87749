"""Recorded matches of four-player Junqi (`recordings/FOUR.md`), by the line protocol."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, TypeAlias

import pytest

from games.core import Seat
from games.junqi import layout
from games.junqi.four.rules import FOUR_RULES
from games.junqi.four.view import faults
from games.protocol import Session
from games.protocol_json import write_event
from tests.games.driver import Answer, Driver, brief, recordings
from tests.samples import chosen

from .positions import four_at

RECORDED = recordings("junqi", "four")
MATCHES = [game for game in RECORDED if "moves" in game]
DEPLOYMENTS = [case for case in RECORDED if "moves" not in case]

News: TypeAlias = tuple[str, dict[str, Any]]
"""A piece of news: its code and its arguments."""


def table() -> Driver:
    return Driver(Session({"junqi-four": FOUR_RULES}))


def variant(game: dict[str, Any]) -> str:
    return " ".join(["standard", *(f"{key}={value}" for key, value in game["options"].items())])


def begin(driver: Driver, game: dict[str, Any]) -> None:
    """Set all sides up, or load the position in which the recording starts."""
    setup = game["setup"]
    if setup["kind"] == "position":
        state = four_at(
            " ".join(f"{at}:{piece.replace(':', '')}" for at, piece in setup["board"].items()),
            options=variant(game),
            mover=Seat(setup["to_move"]),
            ply=setup["ply"],
            quiet=setup["quiet"],
            missed=",".join(map(str, setup["missed"])),
            revealed="".join(map(str, setup["revealed"])),
            out=" ".join(f"{seat}{reason}" for seat, reason in setup["out"]),
        )
        assert driver.ask(op="load", game="junqi-four", position=FOUR_RULES.dump(state))["ok"]
        return
    driver.ask(op="new", game="junqi-four", variant=variant(game))
    for seat in (2, 0, 3, 1):
        assert driver.ask(op="play", seat=seat, text=layout.write_layout(setup[str(seat)]))["ok"]


def play(driver: Driver, mover: int, action: str) -> Answer:
    """Send one recorded action."""
    kind, _, seat = action.partition(":")
    match kind:
        case "timeout":
            return driver.ask(op="lapse", seat=mover)
        case "resign" | "escape":
            return driver.ask(op="forfeit", seats=[int(seat)], reason=kind)
        case "draw":
            return driver.ask(op="forfeit", seats=[0, 1, 2, 3], reason="agreement")
        case "cancel":
            return driver.ask(op="forfeit", seats=[0, 1, 2, 3], reason="cancelled")
    return driver.ask(op="play", seat=mover, text=action)


def expected(events: list[dict[str, Any]], limit: int) -> Iterator[News]:
    """List the recorded public events as a spectator's news, the end aside."""
    for event in events:
        side = {"side": side_of(event.get("by", event.get("seat", 0)))}
        match event["kind"]:
            case "combat":
                where = {"of": side_of(event["of"]), "square": event["to"]}
                yield f"junqi.clash_{event['result']}", {**side, **where}
                for piece in event.get("fell", ()):
                    yield "junqi.fell", {"side": side_of(piece[0]), "piece": piece[2]}
                if piece := event.get("stayed"):
                    yield "junqi.shown", {"side": side_of(piece[0]), "piece": piece[2]}
                for flag in event.get("flag_revealed", ()):
                    yield "junqi.flag_revealed", {"side": side_of(flag[0]), "square": flag[2:]}
            case "timeout":
                yield "junqi.missed", side
            case "skip":
                yield "junqi.skipped", side
            case "escape":
                yield "junqi.fled", side
            case "out" if event["reason"] == "missed_turns":
                yield "junqi.out_missed", {**side, "n": limit}
            case "out":
                yield "junqi.out", {**side, "why": f"@junqi.why.{event['reason']}"}


def side_of(seat: int | str) -> str:
    return f"@junqi-four.seat.{seat}"


DISCLOSED = {
    "result": ("junqi.quiet", "junqi.fell", "junqi.shown"),
    "loser": ("junqi.quiet", "junqi.shown"),
    "both": ("junqi.quiet",),
}
"""The news that a recording does not carry: some are of what all see at the end."""


def plain(event: Answer) -> News:
    """Strip news of the counts that the recording does not carry."""
    dropped = {"name", "ranked", "limit", "timed", "skipped"}
    if event["code"] in ("junqi.missed", "junqi.skipped"):
        dropped.add("n")
    return event["code"], {key: arg for key, arg in event["args"].items() if key not in dropped}


def news(driver: Driver) -> list[Answer]:
    """List a spectator's news of the last turn; a position tells any turn."""
    state = FOUR_RULES.load(driver.ask(op="dump")["position"])
    return [write_event(event) for event in FOUR_RULES.view(state, None).news]


def over(result: dict[str, Any]) -> Answer:
    return {"over": {"winners": result["winners"], "reason": result["reason"], "scores": []}}


def check_moves(driver: Driver, mover: int | None, ply: dict[str, Any]) -> None:
    """Compare the moves of the seat to move with the recorded ones; the others have none."""
    for seat in range(4):
        legal = driver.ask(op="legal", seat=seat)["legal"]
        if seat != mover:
            assert legal == []
            continue
        assert len(legal) == ply["n"]
        assert sha256("\n".join(legal).encode()).hexdigest()[:16] == ply["digest"]
        assert legal == ply.get("legal", legal)


def check_views(driver: Driver, game: dict[str, Any], after: int) -> None:
    """Check all views and refusals after this number of actions."""
    for asked in game["views"]:
        if asked["after"] != after:
            continue
        wanted, viewer = asked["view"], None if asked["viewer"] == "-" else asked["viewer"]
        seen = driver.ask(op="view", seat=viewer)
        assert seen["cells"] == wanted["board"]
        for key in ("dead", "ply", "quiet", "missed", "revealed", "out"):
            assert seen[key] == wanted[key], key
        result, mover = wanted["result"], wanted["to_move"]
        assert seen["turn"] == (over(result) if result else {"act": [mover]})
    for turn in game["rejected"]:
        if turn["after"] == after:
            before = driver.ask(op="dump")
            mover = driver.ask(op="view", seat=None)["turn"]["act"][0]
            assert not play(driver, mover, turn["action"])["ok"], turn["action"]
            assert driver.ask(op="dump") == before


@pytest.mark.parametrize("game", chosen(MATCHES, brief), ids=lambda game: game["id"])
def test_a_recorded_match_is_played_as_it_was(game: dict[str, Any]) -> None:
    driver = table()
    begin(driver, game)
    limit = game["options"].get("missed_limit", 5)
    passed_over = DISCLOSED[game["options"].get("combat_disclosure", "result")]
    for number, (ply, action) in enumerate(zip(game["plies"], game["moves"], strict=True)):
        mover = ply["to_move"]
        check_moves(driver, mover, ply)
        check_views(driver, game, number)
        answer = play(driver, mover, action)
        assert answer["ok"], answer
        if action not in ("draw", "cancel"):
            heard = [plain(event) for event in news(driver) if event["code"] not in passed_over]
            assert heard == list(expected(ply["events"], limit))
        end = ply["events"][-1] if ply["events"][-1]["kind"] == "end" else None
        assert answer["turn"] == over(end) if end else "act" in answer["turn"]
    check_views(driver, game, len(game["moves"]))
    check_end(driver, game)


def check_end(driver: Driver, game: dict[str, Any]) -> None:
    """Check the secret state after the last action, and the moves open there."""
    state, final = driver.ask(op="dump")["position"].split(), game["final"]
    assert pieces(state[8]) == final["board"]
    lost = state[9].split(".") if state[9] != "-" else []
    assert sorted(f"{piece[0]}:{piece[1]}" for piece in lost) == final["dead"]
    missed = ",".join(map(str, final["missed"]))
    assert state[2:5] == [str(final["ply"]), str(final["quiet"]), missed]
    seen = driver.ask(op="view", seat=None)
    assert (seen["revealed"], seen["out"]) == (final["revealed"], final["out"])
    result, mover = game["result"], final.get("to_move")
    assert seen["turn"] == (over(result) if result else {"act": [mover]})
    for seat in range(4):
        wanted = game["legal_end"] if seat == mover else []
        assert driver.ask(op="legal", seat=seat)["legal"] == wanted


def pieces(board: str) -> dict[str, str]:
    """Return the board of a dump as squares and tokens."""
    words = (word.partition(":") for word in board.split(",") if word != "-")
    return {at: f"{piece[0]}:{piece[1]}" for at, _, piece in words}


@pytest.mark.parametrize("case", DEPLOYMENTS, ids=lambda case: case["id"])
def test_a_recorded_deployment_is_judged_as_it_was(case: dict[str, Any]) -> None:
    driver, seat = table(), case["seat"]
    driver.ask(op="new", game="junqi-four", variant="")
    codes = layout.read(case["text"])
    if len(codes) == 25:
        found = {fault.code.removeprefix("junqi.layout.") for fault in faults(Seat(seat), codes)}
        assert found == set(case["errors"])
    else:
        assert "count" in case["errors"]
    assert driver.ask(op="play", seat=seat, text=case["text"])["ok"] == case["valid"]
    if case["valid"]:
        seen = driver.ask(op="view", seat=seat)["cells"]
        assert seen == {at: f"{seat}:{code}" for at, code in case["placed"].items()}
        assert set(driver.ask(op="view", seat=None)["cells"].values()) == {f"{seat}:?"}
