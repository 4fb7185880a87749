"""The bot's sense of time: its heart beats while people can be heard, and what is due is done."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field

import discord
from discord.ext import tasks

from bot.matches.match.shards import Shards
from bot.matches.service import Matches
from games.clock import MINUTE

from .connection_state import ConnectionState
from .said import REFUSALS, judge

log = logging.getLogger(__name__)

ROUND_SECONDS = 30
FRESH_MS = 3 * MINUTE
"""The greatest age of the last beat at which anything is due: no flag falls in an outage."""
SPARED_ROUNDS = 2
"""The rounds in which Discord's answers may fail before that counts as an outage: a minute."""

LONGEST_ANSWER_S = 20
"""The time Discord has to answer the heart itself."""


@dataclass(eq=False)
class Pulse:
    """The keeper of time for all matches, round by round, whatever fails on the way. The heart
    beats every round, however long the work between may take. `deliver` lets the pings go out that
    are owed by then, and waits for none."""

    _client: discord.AutoShardedClient
    _matches: Matches
    _deliver: Callable[[], Awaitable[object]]
    _connection: ConnectionState
    _bad_rounds: int = field(default=0, init=False)
    _beats: dict[int, int] = field(default_factory=dict, init=False)
    _doing: dict[str, asyncio.Task[None]] = field(default_factory=dict, init=False)

    @property
    def heard_ms(self) -> int | None:
        """The time up to which every connection was there; None until all have been."""
        beats = [self._beats.get(number) for number in self._client.shards]
        known = [at for at in beats if at is not None]
        return min(known) if known and len(known) == len(beats) else None

    def start(self) -> None:
        """Begin; there must be a running loop."""
        self._heart.start()

    def restart(self) -> None:
        """Begin anew after the clock has gone far ahead, and make up for none of the rounds."""
        self._heart.restart()

    async def stop(self) -> None:
        self._heart.cancel()
        under_way = [*filter(None, (self._heart.get_task(), *self._doing.values()))]
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

    @tasks.loop(seconds=ROUND_SECONDS)
    async def _heart(self) -> None:
        try:
            await self._beat()
        except Exception:  # a loop ends at its first exception, and with it all sense of time
            log.exception("a beat waits for the next round")
        wake, retry = self._matches.computers.wake, self._matches.followers.retry
        self._begin("round", self._settle, wake, self._deliver, retry)
        self._begin("draw", self._draw)  # apart: Discord is asked for everybody who is drawn

    def _begin(self, name: str, *deeds: Callable[[], Awaitable[object]]) -> None:
        """Do these one after the other, unless they are still being done."""
        if name not in self._doing or self._doing[name].done():
            self._doing[name] = asyncio.create_task(self._do(*deeds), name=name)

    async def _do(self, *deeds: Callable[[], Awaitable[object]]) -> None:
        for deed in deeds:
            try:
                await deed()
            except Exception:
                log.exception("a part of this round waits for the next")

    async def _draw(self) -> None:
        """Draw opponents where people can be heard just now."""
        if self._awake():
            await self._matches.pairing.round()

    async def _beat(self) -> None:
        """Note by which connections players can be heard, as long as Discord answers."""
        shards = self._client.shards.items()
        there = frozenset(number for number, shard in shards if not shard.is_closed())
        if not there:
            return
        if self._connection.denied:
            await self._check_token()
        self._bad_rounds = self._bad_rounds + 1 if self._connection.bad else 0
        if self._bad_rounds > SPARED_ROUNDS:
            try:
                async with asyncio.timeout(LONGEST_ANSWER_S):
                    await self._client.application_info()  # nobody else may be asking just now
            except Exception as failure:
                log.warning("Discord answers nothing, and no clock runs: %r", failure)
                return
            self._bad_rounds, self._connection.bad = 0, False
        now = self._matches.now()
        await self._matches.clocks.heartbeat(now, Shards(there, self._client.shard_count or 1))
        self._beats |= dict.fromkeys(there, now)

    async def _check_token(self) -> None:
        """Ask whether the token is refused; what is said of one interaction's means nothing."""
        self._connection.denied = False
        try:
            await self._client.http.request(discord.http.Route("GET", "/users/@me"))
        except REFUSALS as failure:
            if judge(failure).kind == "out":
                self._connection.out.set()

    def _awake(self) -> frozenset[int]:
        """List the shards for which the heart has just beaten."""
        if self._bad_rounds > SPARED_ROUNDS:
            return frozenset()
        now = self._matches.now()
        return frozenset(shard for shard, at in self._beats.items() if 0 <= now - at < FRESH_MS)

    async def _settle(self) -> None:
        awake = self._awake()
        if not awake:
            return
        shards = Shards(awake, self._client.shard_count or 1)
        async with aclosing(self._matches.clocks.pages(self._matches.now(), shards)) as pages:
            async for _ in pages:
                if not awake <= self._awake():
                    return

    @_heart.before_loop
    async def _when_ready(self) -> None:
        await self._client.wait_until_ready()
