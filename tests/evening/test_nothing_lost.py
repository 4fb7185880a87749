"""Restarts, crashes, outages, repeats and missing permissions: the match goes on."""

import asyncio
import logging
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.players import NamedPerson
from bot.store.outage import DatabaseAway
from bot.ui.followers.reconcile import Reconciler

from .conftest import Env, Evening, MatchId, labels, press, refused, said


async def test_old_cards_and_buttons_work_after_a_restart(evening: Evening) -> None:
    opened = await evening.new(
        evening.livia, opponent=evening.brennus, seat="first", where="thread"
    )
    await evening.restart()
    await press(evening.brennus, opened, "Accept")
    (thread,) = evening.channel.threads
    await evening.play("a1-a3 h7-h5", thread)
    opened = await evening.livia.click(evening.board(thread), label="Move")
    await evening.restart()
    sure = await press(evening.livia, await press(evening.livia, opened, "b1"), "b3")
    await evening.restart()
    done = await press(evening.livia, sure, "Confirm b1-b3")
    assert "you played `b1-b3`" in said(done)
    assert await evening.brennus.click(evening.board(thread), label="My board")


async def killed(self: Reconciler, watched: Snapshot, messages: Messages) -> None:
    """Bring nothing up any more."""


async def test_killed_between_commit_and_post_thread_and_boards_appear_after_the_start(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, hall = await evening.new(evening.livia, opponent=evening.brennus), evening.channel
    evening.room()
    await evening.begin()
    with monkeypatch.context() as patch:
        patch.setattr(Reconciler, "reconcile", killed)
        await press(evening.brennus, opened, "Accept")
        await evening.move(evening.livia, "a1-a3")
        assert len(evening.boards()) == 1
    assert hall.threads == []
    await evening.restart()
    assert len(evening.boards()) == 2
    assert "Livia `a1-a3`" in evening.board().content
    assert labels(evening.boards()[0]) == []
    (thread,) = hall.threads
    assert evening.board(thread)
    assert "the match has begun" in hall.history()[0].content


async def test_an_interaction_delivered_twice_is_one_move(
    env: Env, forgiven: list[str], evening: Evening
) -> None:
    forgiven.append("40060")  # Discord refuses to have the second one answered
    await evening.begin()
    await evening.move(evening.livia, "a1-a3")
    (payload,) = [
        payload
        for kind, name, payload in env.backend.transcript
        if name == "INTERACTION_CREATE" and payload["data"].get("name") == "move"
    ]
    env.backend.emit("INTERACTION_CREATE", payload)
    await env.settle()
    assert len(evening.boards()) == 2
    assert "you played `h7-h5`" in await evening.move(evening.brennus, "h7-h5")


async def test_a_deleted_board_does_not_stop_the_match(evening: Evening) -> None:
    await evening.begin()
    owner = evening.guild.add_member(evening.env.create_user("Moderator"))
    evening.guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
    mods = evening.guild.roles["Mods"]
    moderator = evening.guild.add_member(evening.env.create_user("Judge"), roles=[mods])
    assert owner
    await moderator.delete(evening.board())
    assert "you played" in await evening.move(evening.livia, "a1-a3")
    assert evening.board().content.startswith(f"<@{evening.brennus.id}>, your move")


async def test_while_discord_fails_the_move_counts_and_the_board_follows(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.begin()
    evening.env.inject_error("POST", "/channels/*/messages", status=500, code=0, times=None)
    assert "The move is safe." in await evening.move(evening.livia, "a1-a3")
    evening.env.backend.faults.clear()
    await evening.env.advance_time(6 * 60)
    assert len(evening.boards()) == 2
    assert "a1-a3" not in caplog.text


async def test_missing_permissions_are_named_before_a_match_opens(evening: Evening) -> None:
    mute = evening.guild.create_text_channel(
        "mute", overwrites={evening.me: discord.PermissionOverwrite(attach_files=False)}
    )
    result = await evening.livia.slash(mute, "match new", game="murus")
    assert "I need these permissions: Attach Files" in refused(result)
    assert await evening.client.desk.matches.list_matches(evening.livia.id, "mine", None) == ()


async def test_an_error_inside_a_callback_or_a_command_gives_a_reference_that_the_log_has(
    forgiven: list[str],
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    forgiven.append("the disk is on fire")
    await evening.begin()

    async def broken(*args: Any, **options: Any) -> None:
        raise RuntimeError("the disk is on fire")

    caplog.set_level(logging.ERROR)
    with monkeypatch.context() as patch:
        patch.setattr(evening.client.desk.matches, "see", broken)
        patch.setattr(evening.client.desk.matches, "list_matches", broken)
        pressed = await evening.livia.click(evening.board(), label="My board")
        asked = await evening.livia.slash(evening.channel, "match list")
    for words in (refused(pressed), refused(asked)):
        assert "Something went wrong on my side" in words
        reference = words.split("`")[-2]
        assert f"fault {reference}" in caplog.text
    assert "the disk is on fire" in caplog.text


async def test_while_the_database_is_away_people_are_told_so(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.begin()

    async def gone(*args: Any, **options: Any) -> None:
        raise DatabaseAway

    caplog.set_level(logging.ERROR)
    with monkeypatch.context() as patch:
        for name in ("see", "list_matches"):
            patch.setattr(evening.client.desk.matches, name, gone)
        patch.setattr(evening.client.desk.matches.people, "get", gone)
        pressed = await evening.livia.click(evening.board(), label="My board")
        listed = await evening.livia.slash(evening.channel, "match list")
    for words in (refused(pressed), refused(listed)):
        assert words.startswith("I cannot reach my database just now")
    assert caplog.text == ""


async def test_an_open_match_whose_card_was_never_posted_gets_it_later(evening: Evening) -> None:
    await evening.begin()
    matches = evening.client.desk.matches
    proposal = Proposal(
        game="murus",
        host=NamedPerson(evening.mara.id, "Mara"),
        invited=(None,),
        guild=evening.guild.id,
        channel=evening.channel.id,
    )
    opened = await matches.opening.open(99, proposal)
    await evening.env.advance_time(10 * 60)
    card, seal = evening.channel.history()[-2:]
    assert opened.id in card.content
    assert labels(card) == ["Join", "Cancel", "Rules"]
    assert opened.terms.commitment in seal.content


async def test_a_thread_that_is_late_still_gets_its_link_on_the_card(evening: Evening) -> None:
    threads = "/channels/*/messages/*/threads"
    evening.env.inject_error("POST", threads, status=500, code=0, times=1)
    opened = await evening.new(
        evening.livia, opponent=evening.brennus, seat="first", where="thread"
    )
    await press(evening.brennus, opened, "Accept")
    await evening.client.desk.matches.followers.sweep()
    (thread,) = evening.channel.threads
    assert f"<#{thread.id}>" in evening.channel.history()[0].content


async def test_the_first_thing_in_the_way_is_the_one_that_is_told(evening: Evening) -> None:
    opened = await evening.new(evening.livia, opponent=evening.brennus, seat="first", where="here")
    evening.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=None)
    evening.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046, times=None)
    answer = await press(evening.brennus, opened, "Accept")
    assert "I don't have permission to show its board" in said(answer)


async def test_a_goodbye_cut_short_has_closed_the_database(evening: Evening) -> None:
    class Slow:
        async def reconcile(self, watched: Snapshot, messages: Messages) -> None:
            begun.set()
            await asyncio.Event().wait()

    await evening.begin()
    begun, client = asyncio.Event(), evening.client
    client.desk.matches.followers.add(Slow())
    client.desk.matches.followers.kick(MatchId(evening.id()))
    await begun.wait()
    assert logged(evening)
    leaving = asyncio.create_task(client.shut_down())
    for _ in range(20):  # till it waits for the board; before, it would only take longer
        await asyncio.sleep(0)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert not logged(evening)


def logged(evening: Evening) -> bool:
    """Tell whether SQLite's log stands beside the file: the database is open."""
    file = evening.settings.database_url.rpartition(":///")[2]
    return Path(f"{file}-wal").exists()
