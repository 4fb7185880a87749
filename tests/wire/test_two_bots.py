"""Two processes with the same shards at one server's database: one plays, the other takes over."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.host import health
from tests import databases

from .conftest import FULL
from .people import PATIENCE, text, until
from .process import Bot
from .server import Discord
from .tables import Table, opened

pytestmark = pytest.mark.slow

TABLES = 4
KILLS = 50 if FULL else 6
"""The number of processes killed, each in the middle of a turn at every table."""


@pytest.fixture
async def bots(discord: Discord, tmp_path: Path, served: str) -> AsyncIterator[list[Bot]]:
    """Start a process, and one that waits for it to go."""
    found = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        found.append(Bot(discord, folder, url=served))
    try:
        await found[0].start()
        await wait(found[1])
        yield found
    finally:
        for bot in found:
            await bot.kill()
    assert not any("Traceback" in bot.output() for bot in found)


async def wait(bot: Bot) -> None:
    """Start a process that has to wait for its turn."""
    waits = bot.output().count("waits to take over") if bot.log.exists() else 0
    await bot.start(ready=False)
    await until(lambda: bot.output().count("waits to take over") > waits)
    assert await health.ask(bot.health) == (0, "All is well.")


async def test_the_process_that_waits_takes_the_place_of_one_that_is_killed(
    discord: Discord, bots: list[Bot], served: str
) -> None:
    playing, waiting = bots
    tables = await opened(discord, TABLES)
    for number in range(KILLS):
        chosen = [table.choice() for table in tables]
        presses = [
            asyncio.create_task(table.press(who, action))
            for table, (who, action) in zip(tables, chosen, strict=True)
        ]
        await asyncio.sleep(number / 100)
        discord.gateway.ready.clear()
        began = time.monotonic()
        await playing.kill()
        await asyncio.wait_for(discord.gateway.ready.wait(), PATIENCE)
        print(f"taken over after {time.monotonic() - began:.1f} s")
        asked = await asyncio.gather(*presses)
        for table, (_, action), one in zip(tables, chosen, asked, strict=True):
            if await revision(served, table) > table.revision:
                table.played(action)
            else:
                assert "you played" not in text(one), "a turn that was acknowledged is lost"
            await table.shown()
        playing, waiting = waiting, playing
        await wait(waiting)
    for table in tables:
        await table.turn()
        boards = await table.shown()
        assert set(boards) == set(range(table.revision + 1))
        assert {len(copies) for copies in boards.values()} == {1}
    assert await waiting.stop() == 0
    assert await playing.stop() == 0


async def revision(url: str, table: Table) -> int:
    """Return the revision that a match has reached."""
    ((found,),) = [
        row.values()
        for row in await databases.read(
            url, "SELECT revision FROM matches WHERE id = :id", id=table.match
        )
    ]
    return int(found)
