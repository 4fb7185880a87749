"""The opening of matches: challenges, open seats, seats, places."""

from __future__ import annotations

import discord
import pytest

from .conftest import Evening, labels, press, refused, said


async def test_a_challenge_names_the_opponent_and_offers_both_answers(evening: Evening) -> None:
    result = await evening.new(evening.livia, opponent=evening.brennus, seat="first")
    assert result.response
    assert not result.ephemeral
    assert f"Livia challenges <@{evening.brennus.id}>" in said(result)
    assert "Livia moves first (Romans)." in said(result)
    assert "Fairness seal" not in said(result)
    assert "Fairness seal" in evening.last().content
    assert labels(result.response) == ["Accept", "Decline", "Cancel", "Rules"]
    assert [user.id for user in result.response.message.mentions] == [evening.brennus.id]


async def test_an_accepted_challenge_begins_in_a_thread_of_its_own(evening: Evening) -> None:
    thread = await evening.begin("thread")
    assert thread.is_thread
    assert thread.name == f"Murus Gallicus · Livia – Brennus · {evening.id(thread)}"
    board = evening.board(thread)
    assert board.content.startswith(f"<@{evening.livia.id}>, your move")
    assert [user.id for user in board.mentions] == [evening.livia.id]
    assert labels(board) == [
        *("Move", "My board", "Text", "Offer", "More"),
        *("Rules", "How to move"),
    ]
    assert "Romans" in (board.attachments[0].description or "")
    card = evening.channel.history()[0]
    assert "the match has begun" in card.content
    assert f"<#{thread.id}>" in card.content
    assert labels(card) == []


async def test_a_match_may_be_played_in_the_channel_itself(evening: Evening) -> None:
    assert evening.board(await evening.begin("here")).channel.id == evening.channel.id
    assert evening.channel.threads == []


async def test_without_leave_to_make_threads_a_match_is_played_here(evening: Evening) -> None:
    quiet = evening.guild.create_text_channel(
        "quiet", overwrites={evening.me: discord.PermissionOverwrite(create_public_threads=False)}
    )
    result = await evening.livia.slash(
        quiet, "match new", game="murus", opponent=evening.brennus, where="thread"
    )
    assert "I don't have permission to create threads here" in result.followups[0].content
    assert result.followups[0].ephemeral
    await press(evening.brennus, result, "Accept")
    assert evening.board(quiet)


async def test_an_open_seat_is_for_anybody_but_its_host(evening: Evening) -> None:
    result = await evening.new(evening.livia, where="here")
    assert labels(result) == ["Join", "Cancel", "Rules"]
    own = await press(evening.livia, result, "Join")
    assert "This is your own match" in refused(own)
    await press(evening.mara, result, "Join")
    assert "Mara" in evening.channel.history()[0].content
    assert "You are watching" in refused(await evening.brennus.click(evening.board(), label="Move"))


@pytest.mark.parametrize(("seat", "first"), [("first", "livia"), ("second", "brennus")])
async def test_the_host_chooses_who_moves_first(evening: Evening, seat: str, first: str) -> None:
    result = await evening.new(evening.livia, opponent=evening.brennus, seat=seat, where="here")
    await press(evening.brennus, result, "Accept")
    mover = getattr(evening, first)
    assert evening.board().content.startswith(f"<@{mover.id}>, your move")


async def test_the_host_of_a_dark_match_moves_first_unless_something_else_is_chosen(
    evening: Evening,
) -> None:
    dark = said(await evening.new(evening.livia, game="junqi-dark", where="here"))
    assert "Livia moves first (Red)." in dark
    lot = said(await evening.new(evening.brennus, game="junqi-dark", seat="random"))
    assert "Who moves first is random." in lot
    for game in ("murus", "diablo", "ponte", "junqi-flip"):
        assert "Who moves first is random." in said(await evening.new(evening.mara, game=game))


async def test_the_card_says_what_kind_of_game_it_is_and_leads_to_the_rules(
    evening: Evening,
) -> None:
    opened = await evening.new(evening.livia, game="ponte", where="thread")
    assert "Tiles make islands, bridges join them" in said(opened)
    rules = await press(evening.mara, opened, "Rules")
    assert rules.ephemeral
    assert said(rules).startswith("**Ponte del Diavolo · ")


async def test_the_card_says_who_is_waited_for(evening: Evening) -> None:
    challenge = said(await evening.new(evening.livia, opponent=evening.brennus, where="thread"))
    assert "-# Waiting for Brennus; only Livia can cancel." in challenge
    seat = said(await evening.new(evening.mara, where="thread"))
    assert "-# Waiting for anybody but Mara, who alone can cancel." in seat


async def test_only_the_one_challenged_answers(evening: Evening) -> None:
    result = await evening.new(evening.livia, opponent=evening.brennus)
    for label in ("Accept", "Decline"):
        answer = await press(evening.mara, result, label)
        assert "This challenge is for someone else" in refused(answer)
    other = await press(evening.brennus, result, "Cancel")
    assert "Only the player who opened" in refused(other)
    await press(evening.brennus, result, "Decline")
    card = evening.channel.history()[0]
    assert card.content.endswith("this match did not start.")
    reply = evening.last()
    assert "Brennus would rather not play" in reply.content
    assert [user.id for user in reply.mentions] == [evening.livia.id]
    assert labels(card) == []
    assert evening.channel.threads == []


async def test_the_host_takes_the_card_back(evening: Evening) -> None:
    await press(evening.livia, await evening.new(evening.livia, opponent=evening.brennus), "Cancel")
    assert "did not start" in evening.channel.history()[0].content


async def test_variants_are_offered_by_name(evening: Evening) -> None:
    offered = await evening.livia.autocomplete(
        evening.channel, "match new", "variant", "catap", game="murus"
    )
    assert {"name": "Advanced (catapults)", "value": "advanced"}.items() <= offered[0].items()
    assert [choice["value"] for choice in offered] == [
        "advanced",
        "advanced+redistribution",
        "advanced+escape",
        "advanced+redistribution+escape",
    ]


async def test_a_rematch_exchanges_the_seats_and_the_second_press_accepts(evening: Evening) -> None:
    await evening.begin()
    await evening.resign(evening.livia)
    end = evening.board()
    assert labels(end) == ["Rematch", "Replay", "Text", "Record", "Poster"]
    assert "You are watching" in refused(await evening.mara.click(end, label="Rematch"))
    assert "Livia moves second (Gauls)." in said(await evening.livia.click(end, label="Rematch"))
    await evening.brennus.click(end, label="Rematch")
    assert evening.board().content.startswith(f"<@{evening.brennus.id}>, your move")
