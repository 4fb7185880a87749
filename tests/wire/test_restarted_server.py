"""PostgreSQL is restarted while people play: they get their answers later, and play on."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.own_server import OwnServer, own_server

from .people import Person, finished, text
from .process import Bot
from .server import Discord
from .tables import Table, opened
from .things import CHANNEL

pytestmark = pytest.mark.slow
TABLES, TURNS = 4, 4
LONGEST = 60.0
"""The seconds an answer may take, with a restart."""


@pytest.fixture
async def server() -> AsyncIterator[OwnServer]:
    async with own_server() as server:
        yield server


@pytest.fixture
async def bot(discord: Discord, tmp_path: Path, server: OwnServer) -> AsyncIterator[Bot]:
    bot = Bot(discord, tmp_path, url=server.url)
    await bot.start()
    yield bot
    await bot.kill()
    assert "Traceback" not in bot.output(), bot.output()


async def play(table: Table) -> None:
    """Play a move, and once more if its player is told that it may not have been done."""
    who, action = table.choice()
    asked = await finished(await table.press(who, action), LONGEST)
    if "I cannot reach my database" in text(asked):
        asked = await finished(await table.press(who, action), LONGEST)
        assert "you played" in text(asked) or "has moved on" in text(asked), text(asked)
    else:
        assert "you played" in text(asked), text(asked)
    table.played(action)


async def test_a_press_while_it_is_away_is_answered_when_it_is_back(
    discord: Discord, bot: Bot, server: OwnServer, ann: Person
) -> None:
    tables = await opened(discord, TABLES)
    for table in tables:
        await table.turn()
    await server.stop()
    moves = [asyncio.create_task(play(table)) for table in tables]
    listed = asyncio.create_task(ann.slash(CHANNEL, "match list"))
    await asyncio.sleep(1)
    assert not any(move.done() for move in moves)
    await server.start()
    await asyncio.gather(*moves)
    assert tables[0].match not in text(await listed), "she plays none of these"
    for table in tables:
        await table.shown()
        await table.turn()
        shown = await table.shown()
        assert [len(shown[revision]) for revision in range(4)] == [1] * 4


async def test_a_restart_in_the_middle_of_moves_holds_nobody_up_for_good(
    discord: Discord, bot: Bot, server: OwnServer
) -> None:
    tables = await opened(discord, TABLES)

    async def restart() -> None:
        await server.stop()
        await server.start()

    async with asyncio.TaskGroup() as evening:
        for _ in range(TURNS):
            under_way = [evening.create_task(play(table)) for table in tables]
            await asyncio.sleep(0.02)
            await restart()
            await asyncio.gather(*under_way)
    for table in tables:
        await table.shown()
        assert all(len(found) == 1 for found in table.boards().values())
