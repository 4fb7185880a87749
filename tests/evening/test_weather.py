"""Trouble with Discord, which refuses, stalls or forgets: the match goes on all the same."""

import sqlite3
from contextlib import closing

import discord
import pytest

from tests.samples import sampled

from .conftest import Evening, MemberActor, labels, refused, said

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


async def test_a_match_whose_thread_is_locked_goes_on_in_the_channel(evening: Evening) -> None:
    for code in (160005, 50083):
        evening.room()
        thread = await evening.begin(where="thread")
        evening.env.inject_error("POST", SENDS, status=400, code=code, times=1)
        await evening.move(evening.livia, "a1-a3", thread)
        assert evening.boards()
        assert "a1-a3" in evening.board().content


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
async def test_buttons_that_could_not_be_taken_off_go_with_a_later_sweep(
    evening: Evening, status: int, code: int
) -> None:
    await evening.begin()
    evening.env.inject_error("PATCH", EDITS, status=status, code=code, times=None)
    texts = [await evening.move(who, text) for who, text in moves(evening)[:2]]
    assert [("you played" in one, "board" in one) for one in texts] == [(True, False)] * 2
    assert all(map(labels, evening.boards()))
    evening.env.backend.faults.clear()
    await evening.env.advance_time(36 * 60)
    assert [bool(labels(board)) for board in evening.boards()] == [False, False, True]


async def test_buttons_that_a_killed_process_has_left_go_after_the_start(evening: Evening) -> None:
    await evening.begin()
    evening.env.inject_error("PATCH", EDITS, status=500, code=0, times=None)
    for who, text in moves(evening)[:2]:
        await evening.move(who, text)
    evening.env.backend.faults.clear()
    await evening.restart()
    assert [bool(labels(board)) for board in evening.boards()] == [False, False, True]


@pytest.mark.slow
async def test_an_edit_refused_for_good_is_not_tried_again(evening: Evening) -> None:
    await evening.begin()
    evening.env.inject_error("PATCH", EDITS, status=403, code=50001, times=None)
    await evening.move(evening.livia, "a1-a3")

    def tried() -> int:
        return sum(
            one.method == "PATCH" and one.path.startswith("/channels/")
            for one in evening.env.http_requests
        )

    before = tried()
    await evening.env.advance_time(11 * 60)
    await evening.move(evening.brennus, "h7-h5")
    assert tried() == before + 1


@pytest.mark.slow
async def test_off_its_server_a_match_goes_on_and_nothing_is_sent(evening: Evening) -> None:
    await evening.begin()
    match = evening.id()
    evening.env.backend.remove_guild(evening.guild.id)
    await evening.env.settle()
    elsewhere = evening.env.create_guild("Elsewhere")
    market = elsewhere.create_text_channel("market")
    texts = []
    for name, text in (("Livia", "a1-a3"), ("Brennus", "h7-h5")):
        guest = elsewhere.add_member(evening.users[name])
        texts.append(said(await guest.slash(market, "move", move=text, match=match)))
        assert f"`{match}`: you played `{text}`" in texts[-1]
        assert "I have been removed from the server" in texts[-1]
    before = len(evening.env.http_requests)
    await evening.env.advance_time(60 * 60)
    assert len(evening.env.http_requests) == before


async def test_who_has_left_the_server_plays_on_elsewhere(evening: Evening) -> None:
    await evening.begin()
    match = evening.id()
    evening.guild.remove_member(evening.brennus)
    assert "you played" in await evening.move(evening.livia, "a1-a3")
    guild = evening.env.create_guild("Elsewhere")
    guest, market = guild.add_member(evening.users["Brennus"]), guild.create_text_channel("market")
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
        assert f"you played `{text}`" in answer
        assert "no longer exists" in answer
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
    texts = [one.content for one in thread.history() if "has stopped" in one.content]
    assert len(texts) == 1
    assert reference in texts[0]
    assert texts[0].startswith(f"<@{evening.livia.id}> <@{evening.brennus.id}> ")
    assert f"fault {match}-0" in caplog.text
    for scope in ("mine", "turn"):
        listed = said(await evening.livia.slash(evening.channel, "match list", scope=scope))
        assert match in listed
        assert other in listed
    assert "you played" in await evening.move(evening.livia, "a1-a3", evening.channel.threads[-1])
    assert "a1-a3" in evening.board(evening.channel.threads[-1]).content
    await evening.restart()
    evening.stored("UPDATE matches SET position = ? WHERE id = ?", whole[0][0], match)
    assert "you played `a1-a3`" in await evening.move(evening.livia, "a1-a3", thread)
    assert len([one for one in thread.history() if "has stopped" in one.content]) == 1


async def test_no_clock_runs_out_in_a_match_that_cannot_be_read(evening: Evening) -> None:
    await evening.begin(pace="3d", strict=True)
    match, board, clocks = evening.id(), evening.board(), evening.client.desk.matches.clocks
    whole = evening.stored("SELECT position FROM matches WHERE id = ?", match)[0][0]
    evening.stored("UPDATE matches SET position = 'garbage' WHERE id = ?", match)
    for minute in range(2):
        await clocks.due(evening.client.desk.matches.now() + FOUR_DAYS_MS + minute * 60_000)
        await evening.follow()
    texts = [one.content for one in evening.channel.history() if "has stopped" in one.content]
    assert len(texts) == 1
    evening.stored("UPDATE matches SET position = ? WHERE id = ?", whole, match)
    assert "has stopped" not in said(await evening.brennus.click(board, label="My board"))
