"""First matches: a person's first board of a game says which side is theirs, and its aim."""

import re

import pytest

from games.library import GAMES

from .conftest import IN_BOTH, MINUTE, Evening, labels, refused, said
from .four import Table
from .phone import rows, unended
from .test_computers import alone

EXPLAINED = ["Show me", "Rules"]
ROMANS, GAULS = "reach row 7.", "reach row 1."


async def test_everybodys_first_board_says_which_side_is_theirs(evening: Evening) -> None:
    await evening.begin(pace="1d")
    board = evening.board()
    first, aim = board.content.splitlines()[:2]
    assert first.startswith(f"<@{evening.livia.id}>, your move")
    assert aim == f"You are the Romans (below): {ROMANS}"
    assert labels(board)[-2:] == EXPLAINED
    assert "Example 1 of 3" in refused(await evening.mara.click(board, label="Show me"))
    assert "The aim" in refused(await evening.mara.click(board, label="Rules"))
    evening.time.ahead += MINUTE
    await evening.livia.slash(evening.channel, "match offer", what="pause")
    await evening.brennus.click(evening.last(), label="Accept")
    paused = evening.board()
    assert paused.id == board.id
    assert "paused" in paused.content.splitlines()[0]
    assert (paused.content.splitlines()[1], labels(paused)[-2:]) == (aim, EXPLAINED)
    await evening.play("a1-a3")
    second, aim = evening.board().content.splitlines()[:2]
    assert second.startswith(f"<@{evening.brennus.id}>, your move")
    assert aim == f"You are the Gauls: {GAULS}"
    assert labels(evening.board())[-2:] == EXPLAINED
    await evening.move(evening.brennus, "b7-b5")
    *before, board = evening.boards()
    assert all("You are" not in message.content and labels(message) == [] for message in before)
    assert "You are" not in board.content
    assert not {*EXPLAINED} & {*labels(board)}


@pytest.mark.slow
async def test_each_variant_and_game_has_an_aim_of_its_own(evening: Evening) -> None:
    await evening.begin(variant="basic+escape")
    aim = evening.board().content.splitlines()[1]
    assert aim == "You are the Romans (below): block every move."
    await evening.begin_anew(game="junqi-flip")
    assert evening.board().content.splitlines()[1].startswith("Turn pieces up: they decide")
    await evening.move(evening.livia, "c5")
    _, aim, *_ = evening.board().content.splitlines()
    told = evening.board().attachments[0].description or ""
    colour = re.search("the second (Red|Blue)", told)
    assert colour
    assert aim == f"You are {colour[1]}: win the enemy's flag."
    await evening.begin_anew(game="junqi-dark")
    aim = evening.board().content.splitlines()[1]
    assert aim.startswith("Set up, then take the enemy's flag")
    evening.room()
    await alone(evening, "junqi-four")
    aim = evening.board().content.splitlines()[1]
    assert aim.startswith("You are South (below), with Computer North")
    assert "with Computer North opposite" in aim


@IN_BOTH
async def test_a_newcomers_first_board_has_three_rows_on_a_phone(evening: Evening) -> None:
    words = evening.words
    for game in (
        name for name, game in GAMES.items() if game.info.seats == 2 and not game.info.secrets
    ):
        evening.room()
        opened = await alone(evening, game, seat="first")
        board = evening.board()
        assert len(rows(board.content)) <= 3, board.content
        if game == "murus":
            wanted = words("murus.aim.0", below=words("aim.below"))
            assert unended(board.content).splitlines()[1] == wanted
        assert labels(board)[-2:] == labels(opened) == evening.named(*EXPLAINED)
        assert said(opened).splitlines()[1] == words(f"{game}.kind")


@pytest.mark.slow
@IN_BOTH
async def test_the_first_board_of_four_newcomers_has_three_rows_on_a_phone(table: Table) -> None:
    await table.sit()
    board, words = table.board(), table.words
    assert all(f"<@{who.id}>" in board.content for who in table.people)
    assert words("junqi-four.aim.several") in board.content
    assert len(rows(board.content, moment="in 2 days")) <= 3, board.content
