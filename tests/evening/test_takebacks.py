"""Takebacks: asked for in public, granted by the other side, refused where something was shown."""

from __future__ import annotations

import random

import discord
import pytest
from simcord import MemberActor

from bot.matches.match.ids import MatchId

from .conftest import Evening, labels, options, press, refused, said
from .dark import ready
from .test_computers import any_turn


async def ask(evening: Evening, who: MemberActor) -> discord.Message:
    """Ask for a takeback; return the message with the question."""
    made = await who.slash(evening.channel, "match offer", what="takeback")
    assert made.ephemeral
    assert "stands until the next move" in said(made)
    asked = evening.last()
    assert "Takeback" not in labels(asked)
    return asked


async def begin_dark(evening: Evening) -> None:
    await evening.begin(game="junqi-dark")
    for who in (evening.livia, evening.brennus):
        await ready(evening, who, "decoy")


async def test_a_turn_is_taken_back_when_the_other_side_agrees(evening: Evening) -> None:
    await evening.begin()
    await evening.play("a1-a3 a7-a5")
    picker = await evening.livia.click(evening.board(), label="Move")
    asked = await ask(evening, evening.brennus)
    assert asked.content.endswith("Brennus asks to take back `a7-a5`.")
    assert [user.id for user in asked.mentions] == [evening.livia.id]
    assert labels(asked) == ["Accept", "Decline", "Withdraw"]
    assert "your own offer" in refused(await evening.brennus.click(asked, label="Accept"))
    old = evening.board()
    await evening.livia.click(asked, label="Accept")
    answered = next(m for m in evening.channel.history() if m.id == asked.id)
    assert "Livia agrees: the turn is taken back." in answered.content
    assert labels(answered) == []
    board = evening.board()
    assert board.id != old.id
    assert board.content.startswith(f"<@{evening.brennus.id}>")
    assert "move 2 · after a takeback · Livia `a1-a3`" in board.content
    late = await press(evening.livia, picker, "b1")
    assert "The board of" in said(late)
    assert "Brennus to move" in said(late)
    assert labels(late) == []
    assert "you played" in await evening.move(evening.brennus, "b7-b5")
    assert "after a takeback" not in evening.board().content


async def test_the_menu_offers_it_once_there_is_something_to_take_back(evening: Evening) -> None:
    await evening.begin()
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert labels(menu) == ["Draw", "Pause", "Call the match off"]
    await evening.play("a1-a3")
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert labels(menu) == ["Draw", "Takeback", "Pause", "Call the match off"]
    await press(evening.livia, menu, "Takeback")
    asked = evening.last()
    await evening.brennus.click(asked, label="Accept")
    assert "move 1 · after a takeback" in evening.board().content


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("murus", ""),
        ("diablo", "A takeback cannot go back past a roll"),
        ("junqi-flip", "A takeback cannot go back past a flip"),
    ],
)
async def test_what_cannot_be_taken_back_is_refused_with_its_reason(
    evening: Evening, game: str, why: str
) -> None:
    await evening.begin(game=game)
    early = await evening.livia.slash(evening.channel, "match offer", what="takeback")
    assert "You have no turn to take back." in refused(early)
    await evening.move(evening.livia, await any_turn(evening, random.Random(1)))
    menu = await evening.livia.click(evening.board(), label="Offer")
    draw = [] if game == "diablo" else ["Draw"]
    assert labels(menu) == [*draw, "Takeback", "Pause", "Call the match off"]
    if why:
        late = await evening.livia.slash(evening.channel, "match offer", what="takeback")
        assert why in refused(late)
        assert why in refused(await press(evening.livia, menu, "Takeback"))


async def test_of_two_questions_the_later_stands_and_the_earlier_is_gone(evening: Evening) -> None:
    await evening.begin()
    await evening.play("a1-a3 a7-a5")
    hers = await ask(evening, evening.livia)
    assert hers.content.endswith(
        "Livia asks to take back `a1-a3`, and with it what was played since."
    )
    theirs = await ask(evening, evening.brennus)
    hers = next(m for m in evening.channel.history() if m.id == hers.id)
    assert "Livia asked for a takeback; the request has lapsed." in hers.content
    assert labels(hers) == []
    await evening.livia.click(theirs, label="Decline")
    theirs = next(m for m in evening.channel.history() if m.id == theirs.id)
    assert "Livia would rather leave the turn as it is." in theirs.content
    assert len(evening.boards()) == 3


async def test_in_the_dark_a_capture_ends_it(evening: Evening) -> None:
    await begin_dark(evening)
    await evening.move(evening.livia, "c3-b3")
    await evening.brennus.click(await ask(evening, evening.livia), label="Accept")
    assert "after a takeback" in evening.board().content
    assert "after a takeback" in evening.letters("Livia")[-1].content
    await evening.move(evening.livia, "a6-a7")
    for who in (evening.livia, evening.brennus):
        answer = await who.slash(evening.channel, "match offer", what="takeback")
        expected = "cannot go back past a capture" if who is evening.livia else "You have no turn"
        assert expected in refused(answer)


async def test_a_list_of_pieces_to_mark_outlives_a_takeback(evening: Evening) -> None:
    await begin_dark(evening)
    await evening.move(evening.livia, "c3-b3")
    await evening.move(evening.brennus, "c10-b10")
    mine = await evening.livia.click(evening.board(), label="My board")
    which = await press(evening.livia, mine, "Mark")
    assert which.response
    (chosen,) = (number for number, at in options(which).items() if at == "b10")
    what = await evening.livia.select(which.response, [chosen])
    await evening.livia.click(await ask(evening, evening.brennus), label="Accept")
    await evening.move(evening.brennus, "a10-b10")
    assert what.response
    await evening.livia.select(what.response, ["9"])
    matches, match = evening.client.desk.matches, MatchId(evening.id())
    assert (await matches.see(match, evening.livia.id)).notes == (("c10", "9?"),)
