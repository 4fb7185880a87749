"""Games of dark Junqi recorded by a reference program, replayed through the line protocol."""

from typing import Any

import pytest

from games.junqi.board import GRID
from games.junqi.layout import HALVES, placement_faults, write_layout
from tests.games.driver import Answer, Driver, brief, recordings
from tests.samples import chosen

from .recorded import SEATS as LETTERS
from .recorded import SIDES, STANDS, News, missed, options, replay


def seat(token: str) -> str:
    return f"{LETTERS[token[0]]}{token[1:]}"


def begin(driver: Driver, game: dict[str, Any]) -> None:
    """Set both sides up, or load the position in which the recording starts."""
    setup = game["setup"]
    if setup["kind"] == "deploy":
        driver.ask(op="new", game="junqi-dark", variant=options(game))
        for letter in ("B", "A"):
            half = HALVES[LETTERS[letter]]
            codes = "".join(setup[letter][GRID.names[at]] for at in half)
            assert driver.ask(op="play", seat=LETTERS[letter], text=write_layout(codes))["ok"]
        return
    board = setup["board"]
    revealed = "".join(str(LETTERS[side]) for side in setup["revealed"]) or "-"
    shown = [at for at, piece in board.items() if piece[2] == "F" and piece[0] in setup["revealed"]]
    position = (
        options(game).replace(" ", "+"),
        str(LETTERS[setup["to_move"]]),
        str(setup["ply"]),
        str(setup["quiet"]),
        ",".join(map(str, missed(setup["missed"]))),
        "01",
        revealed,
        ",".join(shown) or "-",
        ",".join(f"{at}:{seat(piece).replace(':', '')}{at}" for at, piece in board.items()),
        "-",
        "-",
        "-",
    )
    assert driver.ask(op="load", game="junqi-dark", position=" ".join(position))["ok"]


def expected(events: list[dict[str, Any]]) -> list[News]:
    """List the recorded public events as the spectators' news, the end aside."""
    news: list[News] = []
    for event in events:
        match event["kind"]:
            case "combat":
                news.append((STANDS[event["result"]], {}))
                for flag in event.get("flag_revealed", ()):
                    side = {"side": SIDES[flag[0]], "square": flag[2:]}
                    news.append(("junqi.flag_revealed", side))
            case "timeout":
                news.append(("junqi.missed", {"side": SIDES[event["by"]]}))
            case "skip":
                news.append(("junqi.skipped", {"side": SIDES[event["by"]]}))
    return news


def kept(event: Answer) -> News | None:
    """Strip news of the counts that the recording does not carry."""
    plain = ("junqi.missed", "junqi.skipped", *STANDS.values())
    if event["code"] not in (*plain, "junqi.flag_revealed"):
        return None
    return event["code"], {k: v for k, v in event["args"].items() if k not in ("n", "limit")}


@pytest.mark.parametrize(
    "game", chosen(recordings("junqi", "dark"), brief), ids=lambda game: game["id"]
)
def test_a_recorded_game_is_played_as_it_was(game: dict[str, Any]) -> None:
    driver = Driver()
    begin(driver, game)
    final, seen = game["final"], replay(driver, game, expected, kept, seat)
    if game["result"]:
        assert seen["cells"] == {at: seat(piece) for at, piece in final["board"].items()}
        assert seen["dead"] == sorted(map(seat, final["dead"]))


@pytest.mark.parametrize(
    "case", recordings("junqi", "setups"), ids=lambda case: ",".join(case["errors"]) or "ok"
)
def test_a_recorded_deployment_is_judged_as_it_was(case: dict[str, Any]) -> None:
    faults = placement_faults(LETTERS[case["player"]], case["placed"])
    assert {fault.code.removeprefix("junqi.layout.") for fault in faults} == set(case["errors"])
    assert bool(faults) != case["valid"]
