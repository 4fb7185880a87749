"""A match of two people over the wire, and the gateway's moods: what every run tests."""

from __future__ import annotations

import asyncio

import pytest

from .people import Person, custom_ids, finished, text
from .process import Bot
from .server import Discord
from .tables import Table


async def test_a_match_from_the_start_to_a_clean_end(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    assert [request.kind for request in discord.requests[:4]] == [
        "me",
        "application",
        "sync",
        "gateway",
    ]
    names = {command["name"] for command in discord.requests[2].body}
    assert names >= {"match", "move"}
    table = Table(discord, ann, bob, 1)
    await table.open()
    offered = await ann.suggest(table.home, "move", "move", move="a1")
    assert offered
    written = await ann.slash(table.home, "move", move=offered[0])
    assert "you played" in text(written)
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
    last = (await table.shown())[2][0]
    assert "rematch" in {id_.split(":")[3] for id_ in custom_ids(last)}
    assert all(len(found) == 1 for found in table.boards().values())
    assert await bot.stop() == 0
    assert "not published" not in bot.said()


@pytest.mark.slow
async def test_a_drop_is_resumed_and_nothing_is_lost_or_done_twice(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    table = Table(discord, ann, bob, 2)
    await table.open()
    for code in (4000, 1001):
        await discord.gateway.drop(code)
        who, action = table.choice()
        asked = await table.press(who, action)  # while nobody listens
        await finished(asked)
        assert "you played" in text(asked)
        table.played(action)
        await discord.gateway.repeat()
        await table.turn()
    assert discord.gateway.seen.count(6) == 2
    assert discord.gateway.seen.count(2) == 1
    assert sorted(table.boards()) == [0, 1, 2, 3, 4]
    assert all(len(found) == 1 for found in table.boards().values())


@pytest.mark.slow
async def test_what_is_answered_too_late_is_not_played(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    table = Table(discord, ann, bob, 4)
    await table.open()
    discord.fail("callback", 404, 10062)
    who, action = table.choice()
    await table.press(who, action)
    await asyncio.sleep(0.5)
    assert sorted(table.boards()) == [0]
    discord.heal()
    await table.turn()
    assert sorted(table.boards()) == [0, 1]
