"""The bot's sense of time: its heart beats while it is ready, and what is due is done."""

from __future__ import annotations

import logging

import discord
from discord.ext import tasks

from bot.matches.service import Matches
from games.clock import MINUTE

log = logging.getLogger(__name__)

BEAT_MINUTES = 1
DUE_SECONDS = 20
FRESH_MS = 3 * MINUTE
"""How old the last beat may be for anything to be due: a flag must not fall by an outage that is
noticed only by the next beat."""


class Pulse:
    """Keeps time for all matches, whatever fails on the way."""

    def __init__(self, client: discord.AutoShardedClient, matches: Matches) -> None:
        self._client = client
        self._matches = matches
        self._beat_ms: int | None = None

    def start(self) -> None:
        """Begin, once there is a loop to run in."""
        self._beat.start()
        self._due.start()

    def restart(self) -> None:
        """Begin anew after the clock has gone far ahead, and make up for none of the rounds."""
        self._beat.restart()
        self._due.restart()

    def stop(self) -> None:
        """Do nothing more from now on."""
        self._beat.cancel()
        self._due.cancel()

    @tasks.loop(minutes=BEAT_MINUTES)
    async def _beat(self) -> None:
        try:
            if self._ready():
                now = self._matches.now()
                await self._matches.clocks.heartbeat(now)
                self._beat_ms = now
        except Exception:  # a loop ends at its first exception, and with it all sense of time
            log.exception("a heartbeat has failed")

    @tasks.loop(seconds=DUE_SECONDS)
    async def _due(self) -> None:
        try:
            now = self._matches.now()
            if self._beat_ms is not None and 0 <= now - self._beat_ms < FRESH_MS:
                await self._matches.clocks.due(now)
        except Exception:  # the next round tries again
            log.exception("what is due waits")

    @_beat.before_loop
    @_due.before_loop
    async def _when_ready(self) -> None:
        await self._client.wait_until_ready()

    def _ready(self) -> bool:
        """Whether players can be heard: somewhere there is a connection to Discord."""
        return any(not shard.is_closed() for shard in self._client.shards.values())
