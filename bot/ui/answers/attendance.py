"""Who has left a server: asked of Discord about the people on a leaderboard (up to 100 in one
message over the gateway, which takes no privileged intent), and kept for an hour."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Collection

import discord

log = logging.getLogger(__name__)

LOOK_UP_S, SPARED_S = 1.5, 60
"""The seconds Discord has to answer, and those in which it is asked no more if it has not."""
KEPT_MS = 3_600_000
MOST_ASKED = 100
MOST_KEPT = 20_000
"""The most answers kept; each is about one person on one server."""


class Attendance:
    """Remembers who is on a server and who has left it; whoever is not known counts as there."""

    def __init__(self) -> None:
        self._here: OrderedDict[tuple[int, int], tuple[bool, int]] = OrderedDict()
        self._spared_s = 0.0

    async def leavers(
        self, guild: discord.Guild, people: Collection[int], now_ms: int
    ) -> frozenset[int]:
        """Tell which of these people have left a server, as far as Discord says. Of more than
        `MOST_ASKED` not known yet, the last are asked for."""
        unknown = [person for person in people if self._is_here(guild.id, person, now_ms) is None]
        if unknown:
            await self._ask(guild, unknown[-MOST_ASKED:], now_ms)
        return frozenset(user for user in people if self._is_here(guild.id, user, now_ms) is False)

    def _is_here(self, guild: int, person: int, now_ms: int) -> bool | None:
        here, at_ms = self._here.get((guild, person), (None, 0))
        return here if at_ms > now_ms - KEPT_MS else None

    async def _ask(self, guild: discord.Guild, people: list[int], now_ms: int) -> None:
        now_s = asyncio.get_running_loop().time()
        if now_s < self._spared_s:
            return
        try:
            async with asyncio.timeout(LOOK_UP_S):
                found = await guild.query_members(user_ids=people, limit=len(people), cache=False)
        except (TimeoutError, OSError, RuntimeError, discord.DiscordException) as failure:
            log.info("guild=%d: nobody can be looked up: %r", guild.id, failure)
            self._spared_s = now_s + SPARED_S
            return
        here = {member.id for member in found}
        for person in people:
            self._here[guild.id, person] = person in here, now_ms
            self._here.move_to_end((guild.id, person))
        while len(self._here) > MOST_KEPT:
            self._here.popitem(last=False)
