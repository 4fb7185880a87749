"""Games of flip Junqi recorded by a reference program, replayed through the line protocol."""

from typing import Any

import pytest

from games.junqi.board import COLOURS, GRID, POINTS
from games.junqi.pieces import SET
from tests.games.driver import Answer, Driver, brief, recordings
from tests.samples import chosen

from .recorded import SEATS, News, colours, missed, options, replay

SIDES = {"r": "@junqi.seat.0", "b": "@junqi.seat.1"}
FATES = {"attacker": "junqi.took", "defender": "junqi.failed", "both": "junqi.traded"}
PACK = [f"{colour}:{code}" for colour in COLOURS for code in SET]


def faces(board: dict[str, str]) -> list[int]:
    """Return the draw that deals a board."""
    left, draw = list(PACK), []
    for at in POINTS[:-1]:
        draw.append(left.index(board[GRID.names[at]]) + 1)
        left.pop(draw[-1] - 1)
    return draw


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


def expected(events: list[dict[str, Any]]) -> list[News]:
    """List the recorded events as news, but for those with other words here."""
    news: list[News] = []
    for event in events:
        match event["kind"]:
            case "flip":
                colour, _, code = event["piece"].partition(":")
                piece = {"square": event["at"], "side": SIDES[colour], "piece": code}
                news.append(("junqi.flipped", piece))
            case "combat" if event["defender"][2] != "F":
                colour, _, code = event["defender"].partition(":")
                news.append((FATES[event["result"]], {"side": SIDES[colour], "piece": code[0]}))
    return news


def kept(event: Answer) -> News | None:
    """Strip news of the words of its piece."""
    words = ("name", "ranked")
    if event["code"] not in ("junqi.flipped", *FATES.values()):
        return None
    return event["code"], {k: v for k, v in event["args"].items() if k not in words}


@pytest.mark.parametrize(
    "game", chosen(recordings("junqi", "flip"), brief), ids=lambda game: game["id"]
)
def test_a_recorded_game_is_played_as_it_was(game: dict[str, Any]) -> None:
    driver = Driver()
    begin(driver, game)
    final, seen = game["final"], replay(driver, game, expected, kept)
    assert seen["cells"] == {**final["board"], **dict.fromkeys(final["face_down"], "#")}
    assert seen["dead"] == sorted(final["dead"])
