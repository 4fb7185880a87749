"""First matches: a person's first board of a game says which side is theirs, and its aim."""

from __future__ import annotations

import re

import pytest
from simcord import Env

from bot.config import Settings
from games.clock import MINUTE

from .clockwork import Time
from .conftest import IN_BOTH, Evening, Lots, labels, refused, said
from .four import Table
from .phone import rows
from .test_computers import alone
from .test_moves import SHORT_GAME

EXPLAINED = ["Rules", "How to move"]
ROMANS, GAULS = "reach row 7.", "reach row 1."


async def test_everybodys_first_board_says_which_side_is_theirs(evening: Evening) -> None:
    await evening.begin()
    first, aim = evening.board().content.splitlines()[:2]
    assert first.startswith(f"<@{evening.livia.id}>, your move")
    assert aim == f"You are the Romans (below): {ROMANS}"
    assert labels(evening.board())[-2:] == EXPLAINED
    await evening.play("a1-a3")
    second, aim = evening.board().content.splitlines()[:2]
    assert second.startswith(f"<@{evening.brennus.id}>, your move")
    assert aim == f"You are the Gauls: {GAULS}"
    assert labels(evening.board())[-2:] == EXPLAINED


async def test_the_line_and_its_buttons_go_with_the_board(evening: Evening) -> None:
    await evening.begin()
    await evening.play("a1-a3 b7-b5")
    *before, board = evening.boards()
    assert all("You are" not in one.content and labels(one) == [] for one in before)
    assert "You are" not in board.content
    assert not {*EXPLAINED} & {*labels(board)}


async def test_the_line_stays_while_the_board_is_written_anew(evening: Evening) -> None:
    await evening.begin(pace="1d")
    before = evening.board()
    evening.time.ahead += MINUTE
    await evening.livia.slash(evening.channel, "match offer", what="pause")
    await evening.brennus.click(evening.last(), label="Accept")
    paused = evening.board()
    assert paused.id == before.id
    assert "paused" in paused.content.splitlines()[0]
    assert paused.content.splitlines()[1] == before.content.splitlines()[1]
    assert labels(paused)[-2:] == EXPLAINED


async def test_who_has_played_the_game_before_is_told_nothing(evening: Evening) -> None:
    await evening.begin()
    await evening.play(SHORT_GAME)
    evening.time.ahead += 1000
    await evening.begin()
    assert "You are" not in evening.board().content
    assert labels(evening.board()) == ["Move", "My board", "Text", "Offer", "More"]
    await evening.play("a1-a3")
    assert "You are" not in evening.board().content


async def test_another_game_is_a_first_match_again(evening: Evening) -> None:
    await evening.begin()
    await evening.play(SHORT_GAME)
    evening.time.ahead += 1000
    await evening.begin(game="ponte")
    assert evening.board().content.splitlines()[1].startswith("You are Light: join islands")


async def test_a_variant_with_another_aim_says_its_own(evening: Evening) -> None:
    await evening.begin(variant="basic+escape")
    aim = evening.board().content.splitlines()[1]
    assert aim == "You are the Romans (below): leave your opponent without a move."


async def test_in_flip_the_aim_names_a_colour_once_it_is_decided(evening: Evening) -> None:
    await evening.begin(game="junqi-flip")
    assert evening.board().content.splitlines()[1].startswith("No colour is yours yet")
    await evening.move(evening.livia, "c5")
    head, aim, *_ = evening.board().content.splitlines()
    colour = re.search("the second (Red|Blue)", head)
    assert colour
    assert aim == f"You are {colour[1]}: win the enemy's flag."


async def test_how_to_move_shows_the_page_about_a_turn_to_anybody(evening: Evening) -> None:
    await evening.begin()
    shown = await evening.mara.click(evening.board(), label="How to move")
    assert "Distributing a tower" in refused(shown)
    assert "**Move** under the board leads you through a turn" in said(shown)
    shown = await evening.mara.click(evening.board(), label="Rules")
    assert "The aim" in refused(shown)


@IN_BOTH
async def test_both_languages_tell_the_aim(evening: Evening) -> None:
    await evening.begin()
    words, board = evening.words, evening.board()
    wanted = words("murus.aim.0", below=words("aim.below"))
    assert board.content.splitlines()[1] == wanted
    assert labels(board)[-2:] == evening.named(*EXPLAINED)


async def test_a_set_up_tells_all_whom_it_calls_their_aim(evening: Evening) -> None:
    await evening.begin(game="junqi-dark")
    aim = evening.board().content.splitlines()[1]
    assert aim.startswith("Set up, then take the enemy's flag · [Fairness](https://discord.com/")


async def test_four_players_are_told_who_their_partner_is(evening: Evening) -> None:
    await alone(evening, "junqi-four")
    aim = evening.board().content.splitlines()[1]
    assert aim.startswith("You are South (below), and Computer North")
    assert "opposite is your partner" in aim


async def test_a_match_against_the_computer_says_what_the_game_is_about(evening: Evening) -> None:
    opened = await alone(evening)
    assert said(opened).splitlines()[1].startswith("Walls and towers of stone")
    assert labels(opened) == EXPLAINED


@pytest.mark.parametrize("game", ["murus", "diablo", "ponte"])
@IN_BOTH
async def test_a_newcomers_first_board_has_three_rows_on_a_phone(
    evening: Evening, game: str
) -> None:
    await alone(evening, game, seat="first")
    board = evening.board().content
    assert "](https://discord.com/" in board.splitlines()[0]
    assert len(rows(board)) <= 3, board


@IN_BOTH
async def test_the_first_board_of_four_newcomers_has_three_rows_on_a_phone(
    env: Env, settings: Settings, lots: Lots, time: Time, language: str
) -> None:
    table = Table(env, settings, language, lots, time)
    card = await table.invite()
    for guest in table.people[1:]:
        await table.press(guest, card, "Accept")
    board, words = table.board(), table.words
    assert all(f"<@{who.id}>" in board.content for who in table.people)
    assert words("junqi-four.aim.several") in board.content
    assert words("fairness.link", link="https://discord.com/").removesuffix(")") in board.content
    assert len(rows(board.content, moment="in 2 days")) <= 3, board.content
