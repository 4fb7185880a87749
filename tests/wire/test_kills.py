"""Killed again and again while people play: what was acknowledged is there, once, and shown."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from .conftest import FULL
from .people import text
from .process import Bot
from .server import Discord
from .tables import Table, opened

pytestmark = pytest.mark.slow

KILLS, TABLES = (500, 10) if FULL else (3, 4)


@dataclass
class Player:
    """Plays both sides of a table, and remembers which presses were answered."""

    table: Table
    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    """Interactions, and the revisions they made."""
    pending: Any = None

    async def play(self) -> None:
        """One move after the other, until somebody cancels it."""
        while not self.table.over:
            who, self.pending = self.table.choice()
            asked = await self.table.press(who, self.pending)
            await asked.done.wait()
            assert "you played" in text(asked)
            self.table.played(self.pending)
            self.pending = None
            self.acknowledged.append((asked.id, self.table.revision))

    def look(self, bot: Bot) -> None:
        """What became of a move that was never answered stands in the database."""
        revision = bot.revision(self.table.match)
        assert revision - self.table.revision in ((0, 1) if self.pending else (0,))
        if revision > self.table.revision:
            self.table.played(self.pending)
        self.pending = None


async def test_no_acknowledged_turn_is_lost_or_doubled(discord: Discord, bot: Bot) -> None:
    bot.troubled = True
    rng = random.Random(1)
    players = [Player(table) for table in await opened(discord, TABLES)]
    for _ in range(KILLS):
        playing = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(rng.uniform(0.5, 2.5))
        await bot.kill()
        for task in playing:
            task.cancel()
        for end in await asyncio.gather(*playing, return_exceptions=True):
            assert end is None or isinstance(end, asyncio.CancelledError), end
        for player in players:
            player.look(bot)
        await bot.start()
        await asyncio.gather(*(player.table.shown() for player in players))
    assert await bot.stop() == 0
    assert sum(len(player.acknowledged) for player in players) > KILLS
    for player in players:
        match = player.table.match
        log = bot.stored("SELECT revision, key FROM log WHERE match = ? ORDER BY 1", match)
        assert [revision for revision, _ in log] == list(range(1, player.table.revision + 1))
        assert {(key, revision) for revision, key in log} >= set(player.acknowledged)
        assert {len(found) for found in player.table.boards().values()} == {1}
