"""Killed again and again while people play and clocks run out: each acknowledged turn is there and
shown once, each flag falls once, and no clock is wrong."""

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.matches.match.ids import MatchId
from tests.matches.club import Club

from . import flags
from .conftest import FULL
from .lives import Reborn
from .people import PATIENCE, Person, text
from .process import Bot
from .server import Discord
from .tables import Table, opened

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
            assert "you played" in text(asked)
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
            self.slept += await flags.hurry(bot.url, self.table.match, ahead_ms)

    async def waits(self, bot: Bot) -> bool:
        """Tell whether a flag has yet to fall at this table, and none has fallen twice."""
        fallen = await flags.fallen(bot.url, self.table.match)
        assert fallen <= self.slept
        return fallen < self.slept

    async def check(self, bot: Bot, club: Club) -> None:
        """Check that all answered moves are in the log and were shown, and every clock is right."""
        async with asyncio.timeout(PATIENCE):
            while await self.waits(bot):  # noqa: ASYNC110 - the process cannot tell us
                await asyncio.sleep(0.1)
        match = self.table.match
        log = bot.stored("SELECT revision, key FROM log WHERE match = ? ORDER BY 1", match)
        assert [revision for revision, _ in log] == list(range(1, self.table.revision + 1))
        assert {(key, revision) for revision, key in log} >= set(self.acknowledged)
        assert {len(copies) for copies in self.table.boards().values()} == {1}
        await club.check(MatchId(match))


async def test_no_acknowledged_turn_is_lost_or_doubled_and_every_flag_falls_once(
    discord: Discord, reborn: Reborn
) -> None:
    rng, done = random.Random(1), list[Player]()
    discord.heeds_nonces = False
    players = [Player(table) for table in await opened(discord, TABLES)]
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
                number = 200_000 + 2 * len(done)  # whose clocks have never been put forward
                people = Person(discord, number, "Cid"), Person(discord, number + 1, "Dan")
                players[place] = Player(Table(discord, *people, number))
                await players[place].table.open()
    club = await Club.at(reborn.url)
    for player in (*done, *players):
        await player.check(reborn, club)
    assert discord.twice() == []
    await club.close()
    assert await reborn.stop() == 0
    assert any(player.acknowledged for player in (*done, *players))
    assert any(player.slept for player in (*done, *players))
