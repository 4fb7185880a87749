"""Offers as everybody reads them, what becomes of each, and who is asked, told and refused."""

import random

import discord
import pytest
from simcord import InteractionResult, MemberActor

from . import dark
from .conftest import HOUR, IN_BOTH, Evening, expect, labels, press, refused, said, shown_by
from .phone import plain
from .test_computers import any_turn
from .test_forged import press as forge

TURNS = ("a1-a3 a7-a5", "b1-b3 b7-b5", "c1-c3 c7-c5", "d1-d3 d7-d5")
HOW = {"declined": "Decline", "withdrawn": "Withdraw", "lapsed": "", "accepted": "Accept"}
"""What becomes of an offer, by which button of it; one that lapses does so with the next move."""
ENDS = {"draw": "over.agreement", "cancel": "over.cancelled"}
"""The offers that end a match, and what its board then says."""


async def menu(evening: Evening, who: MemberActor) -> InteractionResult:
    shown = await evening.press(who, evening.board(), "Offer")
    assert shown.ephemeral
    return shown


async def made(evening: Evening, who: MemberActor, kind: str) -> discord.Message:
    """Make an offer in the menu, whose receipt takes its place; return it as all see it."""
    shown, words = await menu(evening, who), evening.words
    receipt = await press(who, shown, words(f"choice.offer.{kind}"))
    assert shown_by(receipt).id == shown_by(shown).id
    assert words("offer.sent") in said(receipt)
    assert labels(receipt) == []
    return evening.last()


@IN_BOTH
@pytest.mark.parametrize("kind", ["draw", "takeback", "pause", "cancel", "time"])
async def test_an_offer_is_read_with_all_that_may_become_of_it(evening: Evening, kind: str) -> None:
    await evening.begin()
    for turns, how in zip(TURNS, HOW, strict=True):
        await evening.play(turns)
        if kind == "time":
            left = (await evening.match()).players[0].clock.time_left(evening.time())
            await evening.pass_time(left - 20 * HOUR)
        await become(evening, kind, how, turns.split()[0])
    if kind in ENDS:
        assert f"**{evening.words(ENDS[kind])}**" in evening.board().content


async def become(evening: Evening, kind: str, how: str, last: str) -> None:
    """Let Livia, who played `last`, make an offer, and something become of it."""
    livia, brennus, words, match = evening.livia, evening.brennus, evening.words, evening.id()
    asked = await made(evening, livia, kind)
    code = "takeback_since" if kind == "takeback" else kind
    sentence = words(f"offer.{code}", player="Livia", action=f"`{last}`")
    assert plain(asked.content) == plain(f"<@{brennus.id}> · {evening.title()} · {sentence}")
    assert [user.id for user in asked.mentions] == [brennus.id]
    assert labels(asked) == evening.named("Accept", "Decline", "Withdraw")
    assert words(f"choice.offer.{kind}") not in labels(await menu(evening, livia))
    for who, label, why in (
        (livia, "Accept", "own_offer"),
        (evening.mara, "Accept", "not_a_player"),
        (evening.mara, "Withdraw", "not_a_player"),
        (brennus, "Withdraw", "not_your_offer"),
    ):
        no, _, _ = words(f"match.{why}", match=match).partition("`/")
        assert no in refused(await evening.press(who, asked, label))
    if how == "lapsed":
        await evening.play("h1-h3 h7-h5")
    else:
        await evening.press(brennus if HOW[how] != "Withdraw" else livia, asked, HOW[how])
    closed = evening.again(asked)
    player = "Livia" if how in ("withdrawn", "lapsed") else "Brennus"
    outcome = words(f"offer.{how}", player=player, what=words(f"choice.offer.{kind}"))
    assert plain(closed.content) == plain(f"{evening.title()} · {outcome}")
    assert (labels(closed), closed.mentions) == ([], [])
    if how in ("declined", "withdrawn"):
        again = await livia.slash(evening.channel, "match offer", what=kind)
        assert refused(again) == words("match.declined_already")
        assert words(f"choice.offer.{kind}") not in labels(await menu(evening, livia))


async def test_of_two_questions_the_later_stands_or_both_agree(evening: Evening) -> None:
    await evening.begin(moves="a1-a3 a7-a5")
    hers, theirs = [
        await evening.offer(who, "takeback") for who in (evening.livia, evening.brennus)
    ]
    assert "Takeback: Livia's offer has lapsed." in evening.again(hers).content
    assert labels(evening.again(hers)) == []
    assert theirs.content.endswith("Brennus asks to take back `a7-a5`.")
    assert "no longer on the table" in await forge(evening, f"m:{evening.id()}:2:agree:takeback 2")
    await evening.offer(evening.livia, "cancel")
    again = await evening.livia.slash(evening.channel, "match offer", what="cancel")
    assert "on the table, for the others" in refused(again)
    both = await evening.brennus.slash(evening.channel, "match offer", what="cancel")
    assert "The same had been offered before" in said(both)
    assert "Called off: nobody won" in evening.board().content


async def test_after_a_takeback_the_board_calls_whoever_moves_again(evening: Evening) -> None:
    await evening.begin()
    assert labels(await menu(evening, evening.livia)) == ["Draw", "Pause", "Call the match off"]
    await evening.play("a1-a3 a7-a5")
    picker, old = await evening.livia.click(evening.board(), label="Move"), evening.board()
    asked = await made(evening, evening.brennus, "takeback")
    assert asked.content.endswith("Brennus asks to take back `a7-a5`.")
    await evening.livia.click(asked, label="Accept")
    board = evening.board()
    assert board.id != old.id
    assert board.content.startswith(f"<@{evening.brennus.id}>")
    assert "after a takeback · Livia `a1-a3`" in board.content
    late = await press(evening.livia, picker, "b1")
    expect(said(late), "The board of", "Brennus to move")
    assert labels(late) == []
    assert not await evening.move(evening.brennus, "b7-b5")
    assert "after a takeback" not in evening.board().content


NO_WAY_BACK = {
    "murus": "",
    "diablo": "A takeback cannot go back past a roll",
    "junqi-flip": "A takeback cannot go back past a flip",
    "junqi-dark": "A takeback cannot go back past a capture",
}


async def test_what_cannot_be_taken_back_is_refused_with_its_reason(evening: Evening) -> None:
    for game, why in NO_WAY_BACK.items():
        evening.room()
        await (dark.play(evening) if game == "junqi-dark" else evening.begin(game=game))
        early = await evening.livia.slash(evening.channel, "match offer", what="takeback")
        assert "You have no turn to take back." in refused(early)
        turn = await any_turn(evening, random.Random(1)) if game != "junqi-dark" else "a6xa7"
        await evening.move(evening.livia, turn)
        shown = await menu(evening, evening.livia)
        draw = [] if game == "diablo" else ["Draw"]
        assert labels(shown) == [*draw, "Takeback", "Pause", "Call the match off"]
        if why:
            late = await evening.livia.slash(evening.channel, "match offer", what="takeback")
            assert why in refused(late)
            assert why in refused(await press(evening.livia, shown, "Takeback"))


@pytest.mark.slow
async def test_an_offer_says_how_it_ended_though_it_could_not_be_edited(evening: Evening) -> None:
    for what, end in (("draw", "Draw: Brennus declines"), ("cancel", "offer has lapsed")):
        await evening.begin_anew()
        offer = await evening.offer(evening.livia, what)
        evening.env.inject_error("PATCH", "/channels/*/messages/*", status=500, code=0, times=None)
        if what == "draw":
            await evening.brennus.click(offer, label="Decline")
        await evening.play("a1-a3")
        left = [] if what == "draw" else ["Accept", "Decline", "Withdraw"]
        assert labels(evening.again(offer)) == left
        evening.env.backend.faults.clear()
        if what == "cancel":
            await evening.restart()
        await evening.env.advance_time(6 * 60)
        assert end in evening.again(offer).content
        assert labels(evening.again(offer)) == []
