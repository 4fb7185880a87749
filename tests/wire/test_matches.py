"""Matches over the wire, and the worst that Discord and the host do to them, in every run.

Only the first starts a process of its own; the bots of the others are forks of one.
"""

import asyncio

from .lives import Reborn
from .people import Person, custom_ids, finished, text
from .process import Bot
from .server import Discord
from .tables import Table, opened, refused
from .things import EPHEMERAL

LONG_S = 600.0
"""A limit far too long to wait for, in seconds."""


async def test_a_match_from_the_start_to_a_clean_end(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    kinds = [request.kind for request in discord.requests[:4]]
    assert kinds == ["me", "application", "sync", "gateway"]
    assert {command["name"] for command in discord.requests[2].body} >= {"match", "move"}
    table = Table(discord, ann, bob, 1)
    await table.open()
    offered = await ann.suggest(table.home, "move", "move", move="a1")
    assert offered
    assert "you played" in text(await ann.slash(table.home, "move", move=offered[0]))
    before = len(discord.requests)
    assert await bob.suggest(table.home, "move", "move", move="") != offered
    table.revision = 1
    board = (await table.shown())[1][0]
    picker = await bob.press(board, "move")
    assert picker.message
    assert picker.message["attachments"]
    assert {request.kind for request in discord.requests[before:]} == {"callback", "answer"}
    await ann.press(board, "more")
    sure = await bob.slash(table.home, "match resign")
    assert sure.message
    await bob.press(sure.message, "resign")
    table.revision = 2
    assert "rematch" in {id_.split(":")[3] for id_ in custom_ids((await table.shown())[2][0])}
    assert all(len(copies) == 1 for copies in table.boards().values())
    assert await bot.stop() == 0
    assert "not published" not in bot.output()


async def test_a_drop_is_resumed_and_nothing_is_lost_or_done_twice(
    discord: Discord, reborn: Reborn, ann: Person, bob: Person
) -> None:
    table = Table(discord, ann, bob, 2)
    await table.open()
    for code in (4000, 1001):
        await discord.gateway.drop(code)
        who, action = table.choice()
        asked = await table.press(who, action)  # while no process listens
        await finished(asked)
        assert "you played" in text(asked)
        table.played(action)
        await discord.gateway.repeat()
        await table.turn()
    assert discord.gateway.seen.count(6) == 2
    assert discord.gateway.seen.count(2) == 1
    assert sorted(table.boards()) == [0, 1, 2, 3, 4]
    assert all(len(copies) == 1 for copies in table.boards().values())


async def test_a_long_limit_of_one_place_holds_up_no_other_and_is_not_sat_out(
    discord: Discord, reborn: Reborn
) -> None:
    one, other = await opened(discord, 2)
    discord.fail("send", 429, retry_after=LONG_S, at=one.home)
    for _ in range(3):
        answer, _ = await asyncio.gather(one.turn(), other.turn())
        assert "I will show it as soon as I can" in text(answer)
    assert sorted(await other.shown()) == [0, 1, 2, 3]
    assert 3 <= refused(discord) <= 4  # once a turn, and perhaps by the half-minute's round
    discord.heal()
    await one.turn()
    assert {len(copies) for copies in (await one.shown()).values()} == {1}


async def test_a_reader_of_chinese_is_answered_so_and_the_english_server_in_english(
    discord: Discord, reborn: Reborn, ann: Person
) -> None:
    mei = Person(discord, 13, "Mei", "zh-CN")
    table = Table(discord, ann, mei, 6)
    await table.open()
    await table.turn()
    (board,) = (await table.shown())[1]
    assert "<@13>, your move" in board["content"]
    private = await mei.press(board, "mine")
    assert "轮到你" in text(private)
    assert private.message
    assert private.message["flags"] & EPHEMERAL
    refusal = await mei.slash(table.home, "move", move="a1-a3")
    assert text(refusal) == "a1 的塔是对方的。请选自己的塔。"
    sent = [request for request in discord.requests if request.kind == "send"]
    named = [one.body["allowed_mentions"] for one in sent]
    assert [one["parse"] for one in named] == [[]] * len(sent)
    called = [one["users"] for one in named if one.get("users")]
    assert called == [[ann.id], [mei.id]]
