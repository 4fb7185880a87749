"""Two processes on one server's database: both hear everything, and nothing happens twice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests import databases

from .gateway import IDENTIFY
from .people import until
from .process import STARTING, Bot
from .server import Discord
from .tables import opened

pytestmark = pytest.mark.slow

TABLES, TURNS = 4, 6


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """Create an empty database on the server, and give its address."""
    name = f"tetrarch_wire_{os.getpid()}"
    yield await databases.make(name)
    await databases.drop(name)


async def test_every_turn_is_played_and_shown_once(
    discord: Discord, tmp_path: Path, url: str
) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    bots = []
    for folder in folders:
        folder.mkdir()
        bots.append(Bot(discord, folder, url=url))
        await bots[-1].start(ready=False)
    await until(lambda: discord.gateway.seen.count(IDENTIFY) >= len(bots), STARTING)
    try:
        tables = await opened(discord, TABLES)
        for _ in range(TURNS):
            await asyncio.gather(*(table.turn() for table in tables))
        for table in tables:
            assert {len(copies) for copies in (await table.shown()).values()} == {1}
        assert [await bot.stop() for bot in bots] == [0, 0]
        assert not any("Traceback" in bot.output() for bot in bots)
        log = await databases.read(url, "SELECT match, revision FROM log ORDER BY 1, 2")
        played = sorted((table.match, number + 1) for table in tables for number in range(TURNS))
        assert [(line["match"], line["revision"]) for line in log] == played
    finally:
        for bot in bots:
            await bot.kill()
