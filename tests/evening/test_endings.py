"""Ends of matches: by the rules, by agreement, by resigning; and their records."""

from __future__ import annotations

import discord

from .conftest import Evening, labels, refused, said
from .test_forged import press

CYCLE = "c1-a1 c7-a7 d1-b1 d7-b7 b1-d1 b7-d7 c1-a1 c7-a7 a1-c1 a7-c7 b1-d1 b7-d7 "
REPETITION = "a1-a3 a7-a5 b1-b3 b7-b5 " + CYCLE * 2
STALEMATE = (
    "f1-f3 c7-a7 d1-d3 a7-d4 b1-b3 a7-a5 h1-h3 f7-h7 c1-c3 e7-c7 e1-e3 b7-e4 a1-c1 h7-h5 "
    "g1-g3 b7-b5"
)


async def test_a_position_seen_for_the_second_time_is_said_and_the_third_is_a_draw(
    evening: Evening,
) -> None:
    await evening.begin()
    moves = REPETITION.split()
    await evening.play(" ".join(moves[:16]))
    assert "same position, 2 of 3: the third time is a draw" in evening.board().content
    await evening.play(" ".join(moves[16:]))
    assert "A draw: the same position occurred for the third time" in evening.board().content


async def test_an_advanced_match_ends_in_stalemate(evening: Evening) -> None:
    await evening.begin(variant="advanced")
    await evening.play(STALEMATE)
    assert "Brennus won: Livia cannot move" in evening.board().content


async def test_a_draw_is_offered_in_public_and_answered_by_the_other_side(evening: Evening) -> None:
    await evening.begin()
    assert (await evening.livia.slash(evening.channel, "match offer", what="draw")).ephemeral
    offer = evening.last()
    assert offer.content.endswith("Livia offers a draw.")
    assert [user.id for user in offer.mentions] == [evening.brennus.id]
    assert "This is your own offer" in refused(await evening.livia.click(offer, label="Accept"))
    assert "You are watching" in refused(await evening.mara.click(offer, label="Accept"))
    again = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "already on the table" in refused(again)
    await evening.brennus.click(offer, label="Accept")
    assert "A draw by agreement" in evening.board().content
    answered = next(m for m in evening.channel.history() if m.id == offer.id)
    assert "Brennus accepts the draw." in answered.content
    assert labels(answered) == []


async def test_a_declined_offer_stays_so_though_a_board_cannot_be_edited(evening: Evening) -> None:
    await evening.begin()
    await evening.play("a1-a3 a7-a5")
    offer = await evening.offer(evening.livia, "draw")
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=500, code=0, times=None)
    await evening.brennus.click(offer, label="Decline")
    await evening.move(evening.livia, "b1-b3")
    evening.env.backend.faults.clear()
    await evening.client.desk.matches.followers.sweep()
    await evening.env.settle()
    assert "Brennus declines the draw" in again(evening, offer).content
    assert labels(again(evening, offer)) == []


async def test_a_declined_offer_can_be_made_again_after_ones_next_turn(evening: Evening) -> None:
    await evening.begin()

    async def declined() -> None:
        offer = await evening.offer(evening.livia, "draw")
        await evening.brennus.click(offer, label="Decline")
        assert "Brennus declines the draw and plays on." in again(evening, offer).content

    await declined()
    answer = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "You can offer it again after your next turn." in refused(answer)
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert labels(menu) == ["Pause", "Call the match off"]
    await evening.move(evening.livia, "a1-a3")
    await declined()


async def test_an_offer_dies_with_the_next_move(evening: Evening) -> None:
    await evening.begin()
    offer = await evening.offer(evening.livia, "draw")
    await evening.play("a1-a3")
    lapsed = again(evening, offer)
    assert lapsed.content == (
        f"`{evening.id()}` Murus Gallicus · Livia offered a draw; the offer has lapsed."
    )
    assert (labels(lapsed), lapsed.mentions) == ([], [])
    assert "no longer on the table" in await press(evening, f"m:{evening.id()}:0:agree:draw 0")


async def test_an_offer_that_ended_while_the_bot_was_away_is_closed_when_it_is_back(
    evening: Evening,
) -> None:
    await evening.begin()
    offer = await evening.offer(evening.livia, "cancel")
    path = f"/channels/{evening.channel.id}/messages/{offer.id}"
    evening.env.inject_error("PATCH", path, status=500, times=None)
    await evening.play("a1-a3")
    assert labels(again(evening, offer)) == ["Accept", "Decline", "Withdraw"]
    evening.env.backend.faults.clear()
    await evening.restart()
    await evening.env.advance_time(6 * 60)
    assert "the offer has lapsed" in again(evening, offer).content
    assert labels(again(evening, offer)) == []


async def test_an_offer_is_withdrawn_by_the_one_who_made_it_and_nobody_else(
    evening: Evening,
) -> None:
    await evening.begin()
    offer = await evening.offer(evening.livia, "draw")
    for who, why in ((evening.brennus, "Only the player who made"), (evening.mara, "watching")):
        assert why in refused(await who.click(offer, label="Withdraw"))
    await evening.livia.click(offer, label="Withdraw")
    withdrawn = again(evening, offer)
    assert withdrawn.content.endswith("Murus Gallicus · Livia withdraws the offer of a draw.")
    assert labels(withdrawn) == []
    late = await press(evening, f"m:{evening.id()}:0:agree:draw 0")
    assert "no longer on the table" in late
    again_at_once = await evening.livia.slash(evening.channel, "match offer", what="draw")
    assert "declined or withdrawn. You can offer it again after your next turn." in refused(
        again_at_once
    )
    await evening.move(evening.livia, "a1-a3")
    await evening.livia.slash(evening.channel, "match offer", what="draw")
    renewed = evening.channel.last_message
    assert renewed
    await evening.brennus.click(renewed, label="Accept")
    assert "A draw by agreement" in evening.board().content
    assert "Livia withdraws" in again(evening, offer).content
    assert "Brennus accepts the draw." in again(evening, renewed).content


async def test_the_receipt_takes_the_place_of_the_question_what_to_offer(evening: Evening) -> None:
    await evening.begin()
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert menu.response
    chosen = await evening.livia.click(menu.response, label="Draw")
    assert chosen.response
    assert "Your offer is on the table" in chosen.response.content
    assert chosen.response.id == menu.response.id
    assert labels(chosen.response) == []


async def test_an_earlier_board_says_what_was_played_on_it(evening: Evening) -> None:
    await evening.begin()
    first, match = evening.board(), evening.id()
    await evening.play("a1-a3")
    second = evening.board()
    edited = again(evening, first)
    assert edited.content == f"`{match}` Murus Gallicus · Livia played `a1-a3`"
    assert (labels(edited), edited.mentions) == ([], [])
    await evening.move(evening.brennus, "a7-a5")
    assert again(evening, second).content == (f"`{match}` Murus Gallicus · Brennus played `a7-a5`")
    third = evening.board()
    await evening.resign(evening.brennus)
    assert again(evening, third).content == (
        f"`{match}` Murus Gallicus · Livia won: Brennus resigned"
    )


def again(evening: Evening, message: discord.Message) -> discord.Message:
    """Return the same message as it stands now."""
    return next(one for one in evening.channel.history() if one.id == message.id)


async def test_the_same_offer_from_both_sides_is_agreement(evening: Evening) -> None:
    await evening.begin()
    menu = await evening.livia.click(evening.board(), label="Offer")
    assert menu.response
    assert labels(menu.response) == ["Draw", "Pause", "Call the match off"]
    await evening.livia.click(menu.response, label="Call the match off")
    both = await evening.brennus.slash(evening.channel, "match offer", what="cancel")
    assert "The same had been offered before" in said(both)
    assert "Called off: nobody won" in evening.board().content
    assert labels(evening.board()) == ["Rematch", "Replay", "Text", "Record", "Poster"]


async def test_resigning_asks_back_first(evening: Evening) -> None:
    await evening.begin()
    asked = await evening.brennus.slash(evening.channel, "match resign")
    other = await evening.brennus.slash(evening.channel, "match resign")
    third = await evening.brennus.slash(evening.channel, "match resign")
    assert third.response
    assert "the match goes on" in said(await evening.brennus.click(third.response, label="Play on"))
    assert asked.ephemeral
    assert "Resign and lose this match?" in said(asked)
    assert len(evening.boards()) == 1
    assert asked.response
    await evening.brennus.click(asked.response, label="Resign")
    assert "Livia won: Brennus resigned" in evening.board().content
    assert other.response
    twice = await evening.brennus.click(other.response, label="Resign")
    assert "is not being played" in refused(twice)
