"""Restarts, outages, and a Discord that refuses, stalls or forgets: the match goes on."""

import logging
import sqlite3
from contextlib import closing
from typing import Any

import discord
import pytest

from bot.matches.acts.opening import Proposal
from bot.matches.match.players import NamedPerson
from bot.store.outage import DatabaseAway
from games.fairness import spell
from tests.samples import sampled

from .conftest import Evening, MemberActor, expect, labels, press, refused, said
from .managers import abroad


async def test_old_cards_and_buttons_work_after_a_restart(evening: Evening) -> None:
    opened = await evening.new(evening.livia, opponent=evening.brennus, seat="first")
    await evening.restart()
    await press(evening.brennus, opened, "Accept")
    (thread,) = evening.channel.threads
    await evening.play("a1-a3 h7-h5", thread)
    opened = await evening.livia.click(evening.board(thread), label="Move")
    await evening.restart()
    sure = await press(evening.livia, await press(evening.livia, opened, "b1"), "b3")
    await evening.restart()
    assert not said(await press(evening.livia, sure, "Confirm b1-b3"))
    assert await evening.brennus.click(evening.board(thread), label="My board")


async def test_a_board_that_is_deleted_or_fails_does_not_stop_the_match(
    evening: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    await evening.begin()
    owner = evening.guild.add_member(evening.env.create_user("Moderator"))
    evening.guild.create_role("Mods", permissions=discord.Permissions(manage_messages=True))
    mods = evening.guild.roles["Mods"]
    moderator = evening.guild.add_member(evening.env.create_user("Judge"), roles=[mods])
    assert owner
    await moderator.delete(evening.board())
    assert not await evening.move(evening.livia, "a1-a3")
    assert evening.board().content.startswith(f"<@{evening.brennus.id}>, your move")
    await evening.begin_anew()
    evening.env.inject_error("POST", "/channels/*/messages", status=500, code=0, times=None)
    assert "The match is safe." in await evening.move(evening.livia, "a1-a3")
    offered = await evening.livia.slash(evening.channel, "match offer", what="cancel")
    assert "Discord did not answer" in said(offered)
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


async def test_an_error_gives_a_reference_that_the_log_has_and_a_database_away_none(
    forgiven: list[str],
    evening: Evening,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    forgiven.append("the disk is on fire")
    await evening.begin()
    caplog.set_level(logging.ERROR)

    async def told(error: Exception) -> tuple[str, str]:
        """Answer a press and a command meanwhile."""

        async def fail(*args: Any, **options: Any) -> None:
            raise error

        matches = evening.client.desk.matches
        with monkeypatch.context() as patch:
            patch.setattr(matches, "see", fail)
            patch.setattr(matches, "list_matches", fail)
            if isinstance(error, DatabaseAway):
                patch.setattr(matches.people, "get", fail)
            pressed = await evening.livia.click(evening.board(), label="My board")
            asked = await evening.livia.slash(evening.channel, "match list")
        return refused(pressed), refused(asked)

    for words in await told(DatabaseAway()):
        assert words.startswith("I cannot reach my database just now")
    assert caplog.text == ""
    for words in await told(RuntimeError("the disk is on fire")):
        assert "Something went wrong on my side" in words
        reference = words.split("`")[-2]
        assert f"fault {reference}" in caplog.text
    assert "the disk is on fire" in caplog.text


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
    card = evening.last()
    assert opened.id in card.content
    assert labels(card) == ["Join", "Cancel", "Rules"]
    assert spell(opened.terms.commitment) in card.content


async def test_a_thread_that_is_late_still_gets_its_link_on_the_card(evening: Evening) -> None:
    evening.env.inject_error("POST", "/channels/*/messages/*/threads", status=500, code=0, times=1)
    opened = await evening.new(evening.livia, opponent=evening.brennus, seat="first")
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


# --------------------------------------------------------------------------- trouble with Discord


SENDS = "/channels/*/messages"
FOUR_DAYS_MS = 4 * 86_400_000
EDITS = "/channels/*/messages/*"
TABLES = ("matches", "players", "invitations", "posted", "log", "unfollowed")


async def test_threads_that_vanish_are_not_made_without_end(evening: Evening) -> None:
    """Reproduce 1,047 threads in 45 seconds."""
    await evening.begin(where="thread")
    evening.env.inject_error("POST", SENDS, status=404, code=10003, times=None)
    texts = [await evening.move(who, text, evening.channel) for who, text in moves(evening)]
    assert "no longer exists" in texts[-1]
    assert len(evening.channel.threads) <= 3


def moves(evening: Evening) -> list[tuple[MemberActor, str]]:
    return [
        (evening.livia, "a1-a3"),
        (evening.brennus, "h7-h5"),
        (evening.livia, "b1-b3"),
        (evening.brennus, "g7-g5"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES)
async def test_a_sweep_survives_any_query_that_fails(evening: Evening, table: str) -> None:
    await evening.begin()
    evening.env.inject_error("POST", SENDS, status=500, code=0, times=1)
    await evening.move(evening.livia, "a1-a3")
    assert "a1-a3" not in evening.board().content
    file = evening.settings.database_url.partition(":///")[2]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA legacy_alter_table = on")
        connection.execute(f"ALTER TABLE {table} RENAME TO away")
    await evening.env.advance_time(6 * 60)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA legacy_alter_table = on")
        connection.execute(f"ALTER TABLE away RENAME TO {table}")
    await evening.env.advance_time(11 * 60)
    assert "a1-a3" in evening.board().content


PASSING = pytest.mark.parametrize(("status", "code"), sampled([(500, 0), (400, 30046), (429, 0)]))


@PASSING
@pytest.mark.parametrize("restarted", sampled([True, False]))
async def test_buttons_that_could_not_be_taken_off_go_with_a_later_sweep_or_after_the_start(
    evening: Evening, status: int, code: int, restarted: bool
) -> None:
    await evening.begin()
    evening.env.inject_error("PATCH", EDITS, status=status, code=code, times=None)
    assert [await evening.move(who, text) for who, text in moves(evening)[:2]] == ["", ""]
    assert all(map(labels, evening.boards()))
    evening.env.backend.faults.clear()
    if restarted:
        await evening.restart()
    else:
        await evening.env.advance_time(36 * 60)
    assert [bool(labels(board)) for board in evening.boards()] == [False, False, True]


async def test_who_has_left_the_server_plays_on_elsewhere(evening: Evening) -> None:
    await evening.begin()
    match = evening.id()
    evening.guild.remove_member(evening.brennus)
    assert not await evening.move(evening.livia, "a1-a3")
    guest, market = abroad(evening, "Brennus")
    played = await guest.slash(market, "move", move="h7-h5", match=match)
    assert "you played `h7-h5`" in said(played)
    assert "Brennus `h7-h5`" in evening.board().content
    await evening.livia.slash(evening.channel, "match resign")
    again = await evening.new(evening.livia, opponent=evening.users["Brennus"])
    assert "no longer on this server" in refused(again)


async def test_after_its_channel_is_deleted_a_match_goes_on_elsewhere(evening: Evening) -> None:
    await evening.begin()
    match = evening.id()
    gone = await evening.client.fetch_channel(evening.channel.id)
    assert isinstance(gone, discord.TextChannel)
    await gone.delete()
    lobby = evening.guild.create_text_channel("lobby")
    for who, text in moves(evening):
        answer = said(await who.slash(lobby, "move", move=text, match=match))
        expect(answer, f"you played `{text}`", "no longer exists")
    assert "your move" in said(await evening.livia.slash(lobby, "match board", match=match))


@pytest.mark.slow
@pytest.mark.parametrize("position", ["garbage", "''", "substr(position, 1, 9)"])
async def test_a_match_that_cannot_be_read_stops_alone_and_its_place_is_told_once(
    evening: Evening, caplog: pytest.LogCaptureFixture, position: str
) -> None:
    thread = await evening.begin(where="thread")
    other = evening.id(await evening.begin(where="thread"))
    match = evening.id(thread)
    whole = evening.stored("SELECT position FROM matches WHERE id = ?", match)
    spoilt = "'garbage'" if position == "garbage" else position
    evening.stored(f"UPDATE matches SET position = {spoilt} WHERE id = ?", match)  # noqa: S608
    reference = f"`{match}-0`"
    for _ in range(2):
        assert reference in refused(await evening.livia.click(evening.board(thread), label="Move"))
        assert reference in await evening.move(evening.brennus, "a1-a3", thread)
        await evening.env.advance_time(31 * 60)
    texts = [message.content for message in thread.history() if "has stopped" in message.content]
    assert len(texts) == 1
    assert reference in texts[0]
    assert texts[0].startswith(f"<@{evening.livia.id}> <@{evening.brennus.id}> ")
    assert f"fault {match}-0" in caplog.text
    for scope in ("mine", "turn"):
        listed = said(await evening.livia.slash(evening.channel, "match list", scope=scope))
        expect(listed, match, other)
    await evening.move(evening.livia, "a1-a3", evening.channel.threads[-1])
    assert "a1-a3" in evening.board(evening.channel.threads[-1]).content
    await evening.restart()
    evening.stored("UPDATE matches SET position = ? WHERE id = ?", whole[0][0], match)
    assert not await evening.move(evening.livia, "a1-a3", thread)
    assert len([message for message in thread.history() if "has stopped" in message.content]) == 1


async def test_no_clock_runs_out_in_a_match_that_cannot_be_read(evening: Evening) -> None:
    await evening.begin(pace="3d", strict=True)
    match, board, clocks = evening.id(), evening.board(), evening.client.desk.matches.clocks
    whole = evening.stored("SELECT position FROM matches WHERE id = ?", match)[0][0]
    evening.stored("UPDATE matches SET position = 'garbage' WHERE id = ?", match)
    for minute in range(2):
        await clocks.due(evening.client.desk.matches.now() + FOUR_DAYS_MS + minute * 60_000)
        await evening.follow()
    texts = [post.content for post in evening.channel.history() if "has stopped" in post.content]
    assert len(texts) == 1
    evening.stored("UPDATE matches SET position = ? WHERE id = ?", whole, match)
    assert "has stopped" not in said(await evening.brennus.click(board, label="My board"))
