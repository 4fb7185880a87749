"""Evenings of Diablo: messages about the turn to come, and about what both sides have left."""

import random

import pytest

from bot.ui.words import lines

from .conftest import IN_BOTH, Evening, Lots, expect, said
from .phone import plain, rows
from .test_computers import any_turn


@pytest.fixture
def lots() -> Lots:
    """Return the same dice every time."""
    return random.Random(1).randbytes


async def test_diablo_begins_with_one_move_and_rolls_have_owners(evening: Evening) -> None:
    await evening.begin(game="diablo", variant="size-4")
    first = evening.board()
    assert ": use one · " in first.content
    assert ": one move, with either of them." in (first.attachments[0].description or "")
    assert "Livia, you rolled" in said(await evening.livia.click(first, label="My board"))
    assert "Livia to move · rolled" in said(await evening.brennus.click(first, label="My board"))
    action = (await evening.seen()).game.legal((await evening.seen()).view)[0]
    text = (await evening.seen()).game.format(action)
    assert not await evening.move(evening.livia, text)
    expect(evening.board().content, f"`{text}`", ", you rolled ")
    assert "one move" not in evening.board().content
    await evening.resign(evening.livia)
    alt = evening.board().attachments[0].description or ""
    assert "final position after 1 turn." in alt, "as many as were played"


@IN_BOTH
async def test_a_board_of_diablo_names_the_actions_of_the_last_turn_alone(evening: Evening) -> None:
    await evening.begin(game="diablo")
    names, rng = {evening.livia.id: "Livia", evening.brennus.id: "Brennus"}, random.Random(7)
    ends, _, _ = plain(evening.words("time.ends", when="|")).partition("|")
    for player in ("Livia", "Brennus") * 2:
        turn = await any_turn(evening, rng)
        await evening.move(evening.to_move(await evening.seen()), turn)
        chips = " ".join(f"`{action}`" for action in turn.split())
        board = plain(evening.board().content)
        assert f" · {player} {chips} · {ends}<t:" in board
        assert len(rows(board, names)) <= 3, board


async def test_who_reads_words_is_told_what_a_turn_did_and_what_is_left(evening: Evening) -> None:
    await evening.begin(game="diablo", variant="size-4")
    for who in (evening.livia, evening.brennus):
        await evening.move(who, await any_turn(evening, random.Random(7)))
    seen, words = await evening.seen(), evening.words
    assert seen.game.material
    counted = seen.game.material(seen.view)
    told = lines.effects(seen.view.news, words)
    text = await evening.press(evening.livia, evening.board(), "Text")
    assert f": {told} · {words.tell(counted)} · ends" in said(text)
    alt = evening.board().attachments[0].description or ""
    expect(alt, f"{told}. ", f"Black, checkers left {counted.args['first']}: ")
    assert f"Green, checkers left {counted.args['second']}: " in alt
    goal = await evening.livia.slash(evening.channel, "match ask", question="goal")
    assert words("diablo.far", **counted.args) in said(goal)
    played = await evening.livia.slash(evening.channel, "match ask", question="played")
    assert f": {told}" in said(played)
