"""The bot's sense of time: its heart beats while it is ready, and what is due is done."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord
from discord.ext import tasks

from bot.matches.service import Matches
from games.clock import MINUTE

log = logging.getLogger(__name__)

ROUND_SECONDS = 30
FRESH_MS = 3 * MINUTE
"""The greatest age of the last beat at which anything is due.

A flag must not fall in an outage that only the next beat notices.
"""


class Pulse:
    """The keeper of time for all matches, round by round, whatever fails on the way.

    `deliver` lets the pings go out that are owed by then, and waits for none of them.
    """

    def __init__(
        self,
        client: discord.AutoShardedClient,
        matches: Matches,
        deliver: Callable[[], Awaitable[object]],
    ) -> None:
        self._client = client
        self._matches = matches
        self._deliver = deliver
        self._beat_ms: int | None = None

    def start(self) -> None:
        """Begin; there must be a running loop."""
        self._round.start()

    def restart(self) -> None:
        """Begin anew after the clock has gone far ahead, and make up for none of the rounds."""
        self._round.restart()

    def stop(self) -> None:
        """Stop for good."""
        self._round.cancel()

    @tasks.loop(seconds=ROUND_SECONDS)
    async def _round(self) -> None:
        matches = self._matches
        wake, retry = matches.computers.wake, matches.followers.retry
        for deed in (self._beat, self._settle, wake, self._deliver, retry):
            try:
                await deed()
            except Exception:  # a loop ends at its first exception, and with it all sense of time
                log.exception("a part of this round waits for the next")

    async def _beat(self) -> None:
        # Players can be heard if somewhere there is a connection to Discord.
        if any(not shard.is_closed() for shard in self._client.shards.values()):
            now = self._matches.now()
            await self._matches.clocks.heartbeat(now)
            self._beat_ms = now

    async def _settle(self) -> None:
        now = self._matches.now()
        if self._beat_ms is not None and 0 <= now - self._beat_ms < FRESH_MS:
            await self._matches.clocks.due(now)

    @_round.before_loop
    async def _when_ready(self) -> None:
        await self._client.wait_until_ready()
