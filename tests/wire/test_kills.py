"""Killed again and again while people play and clocks run out: each acknowledged turn is there and
shown once, each flag falls once, and no clock is wrong."""

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

import pytest
import sqlalchemy

from bot.matches.match.ids import MatchId
from bot.matches.match.match import NOWHERE
from tests import databases
from tests.matches.club import Club
from tests.patience import PATIENCE_S
from tests.samples import FULL

from .lives import Reborn
from .people import is_played
from .process import Bot
from .server import Discord
from .tables import Table, lay_table, opened
from .things import CHANNEL

pytestmark = pytest.mark.slow

KILLS, TABLES = (500, 10) if FULL else (8, 4)


@dataclass
class Player:
    """A player of both sides of a table, who remembers which presses were answered."""

    table: Table
    acknowledged: list[tuple[int, int]] = field(default_factory=list)
    """Interactions, and the revisions they made."""
    pending: Any = None
    slept: int = 0
    """The number of times a flag was to fall."""

    async def play(self, bot: Bot) -> None:
        """Play one move after the other until cancelled; while a flag is to fall, none."""
        if await self.waits(bot):
            return
        while not self.table.over:
            who, self.pending = self.table.choice()
            asked = await self.table.press(who, self.pending)
            await asked.done.wait()
            if not asked.type:  # too late on a busy machine: the person presses again
                self.look(bot)
                continue
            assert is_played(asked)
            self.table.played(self.pending)
            self.pending = None
            self.acknowledged.append((asked.id, self.table.revision))

    def look(self, bot: Bot) -> None:
        """Find out from the database what became of a move that was never answered."""
        revision = bot.revision(self.table.match)
        assert revision - self.table.revision in ((0, 1) if self.pending else (0,))
        if revision > self.table.revision:
            self.table.played(self.pending)
        self.pending = None

    async def sleep(self, bot: Bot, ahead_ms: int) -> None:
        """Let time pass at this table alone until a flag is `ahead_ms` from falling."""
        begun = self.table.revision > 1 and not self.table.over
        if begun and not await self.waits(bot):
            self.slept += await hurry(bot.url, self.table.match, ahead_ms)

    async def waits(self, bot: Bot) -> bool:
        """Tell whether a flag has yet to fall at this table, and none has fallen twice."""
        down = await fallen(bot.url, self.table.match)
        assert down <= self.slept
        return down < self.slept

    async def check(self, bot: Bot, club: Club) -> None:
        """Check that all answered moves are in the log and were shown, and every clock is right."""
        async with asyncio.timeout(PATIENCE_S):
            while await self.waits(bot):  # noqa: ASYNC110 - the process cannot tell us
                await asyncio.sleep(0.1)
        match = self.table.match
        log = bot.stored("SELECT revision, key FROM log WHERE match = ? ORDER BY 1", match)
        assert [revision for revision, _ in log] == list(range(1, self.table.revision + 1))
        assert {(key, revision) for revision, key in log} >= set(self.acknowledged)
        await self.table.shown_once()
        await club.check(MatchId(match))


async def test_no_acknowledged_turn_is_lost_or_doubled_and_every_flag_falls_once(
    discord: Discord, reborn: Reborn
) -> None:
    rng, done = random.Random(1), list[Player]()
    discord.heeds_nonces = False
    channels = (CHANNEL, NOWHERE)
    players = [Player(table) for table in await opened(discord, TABLES, channels=channels)]
    for _ in range(KILLS):
        playing = [asyncio.create_task(player.play(reborn)) for player in players]
        await asyncio.sleep(rng.uniform(0.0, 1.0))
        await reborn.kill()
        for task in playing:
            task.cancel()
        for end in await asyncio.gather(*playing, return_exceptions=True):
            assert end is None or isinstance(end, asyncio.CancelledError), end
        for player in players:
            player.look(reborn)
        await rng.choice(players).sleep(reborn, rng.randrange(-500, 500))
        await reborn.start()
        await asyncio.gather(*(player.table.shown() for player in players))
        for place, player in enumerate(players):
            if player.table.over:
                done.append(player)
                number, channel = TABLES + len(done), player.table.channel
                players[place] = Player(lay_table(discord, number, channel))
                await players[place].table.open()  # its clocks are as they were
    club = await Club.at(reborn.url)
    for player in (*done, *players):
        await player.check(reborn, club)
    assert discord.twice() == []
    await club.close()
    assert await reborn.stop() == 0
    assert any(player.acknowledged for player in (*done, *players))
    assert any(player.slept for player in (*done, *players))


# ------------------------------- flags that fall soon: a match's times are put back, past the bot


MOMENTS = {
    "matches": ("id", "created_ms", "begun_ms", "updated_ms", "clock_ms", "due_ms"),
    "players": ("match", "deadline_ms", "flag_ms", "acted_ms", "seen_ms", "reminded_ms"),
    "log": ("match", "at_ms"),
    "clock_events": ("match", "at_ms"),
    "challenges": ("match", "at_ms"),
    "unfollowed": ("match", "at_ms"),
}
"""The columns that hold the times of a match, after the column that names the match."""


async def hurry(url: str, match: str, ahead_ms: int) -> bool:
    """Let time pass in a match until a flag is `ahead_ms` from falling; False if no clock runs."""
    async with databases.connected(url) as connection:
        running = sqlalchemy.text(
            "SELECT deadline_ms FROM players WHERE match = :match AND deadline_ms IS NOT NULL"
        )
        deadline_ms = await connection.scalar(running, {"match": match})
        if deadline_ms is None:
            return False
        span = deadline_ms - time.time_ns() // 1_000_000 - ahead_ms
        for table, (name, *columns) in MOMENTS.items():
            earlier = ", ".join(f"{column} = {column} - :span" for column in columns)
            statement = sqlalchemy.text(f"UPDATE {table} SET {earlier} WHERE {name} = :match")  # noqa: S608
            await connection.execute(statement, {"span": span, "match": match})
        await connection.commit()
    return True


async def fallen(url: str, match: str) -> int:
    """Count the flags that have fallen in a match."""
    query = "SELECT count(*) AS n FROM clock_events WHERE match = :match AND kind = 'flag'"
    (row,) = await databases.read(url, query, match=match)
    return int(row["n"])
