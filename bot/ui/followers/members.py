"""Look-ups of players who may have left the server, made when something is due of them.

The bot is not told who leaves. With partners leaving is an escape; with two players their clock
decides, and they are not looked up at their turns.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Watched
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.refusals import Refusal
from bot.matches.service import Matches
from bot.store.former import former
from games.core import Event, Seat

log = logging.getLogger(__name__)

LEFT = frozenset({10007, 10013})
"""An unknown member; an unknown user, whose account is gone."""
LOOK_UP_S, SPARED_S = 5, 60
"""The seconds Discord has to find a member, because all clocks wait for it; and the seconds
without look-ups after it has taken longer."""


class Members:
    """The follower that looks up members at their turns; the clocks ask at reminders and flags."""

    def __init__(self, client: discord.Client, matches: Matches) -> None:
        self._client = client
        self._matches = matches
        self._asked: dict[MatchId, frozenset[Seat]] = {}
        self._spared = 0.0

    async def bring(self, watched: Watched, messages: Messages) -> Event | None:
        """Look up those whose turn has come, and do not await a player who has left for good."""
        match = watched.match
        info = self._matches.game(match).info
        if not info.teams or match.stand.phase != "playing":
            self._asked.pop(match.id, None)
            return None
        before = self._asked.get(match.id, frozenset())
        for player in match.players:
            new, person = player.acting and player.seat not in before, player.person
            if new and person and await self.present(match, person.id) is False:
                await self._gone(match, person.id)
                break
        self._asked[match.id] = match.to_act
        return None

    async def present(self, match: Match, user: int) -> bool | None:
        """Tell whether a player is on the match's server; None if that is unknown."""
        if former(user):
            return False
        guild = match.terms.guild and self._client.get_guild(match.terms.guild)
        now_s = asyncio.get_running_loop().time()
        if not guild or now_s < self._spared:
            return None
        try:
            async with asyncio.timeout(LOOK_UP_S):
                await guild.fetch_member(user)
        except discord.NotFound as failure:
            return False if failure.code in LEFT else None
        except (discord.HTTPException, discord.RateLimited, TimeoutError) as failure:
            log.info("match=%s: a member cannot be looked up: %r", match.id, failure)
            if isinstance(failure, TimeoutError):
                self._spared = now_s + SPARED_S
            return None
        return True

    async def _gone(self, match: Match, user: int) -> None:
        log.info("match=%s: a player has left the server", match.id)
        try:
            await self._matches.leaving.gone(match.id, user)
        except Refusal as refusal:  # it has ended meanwhile, or a player was quicker four times
            raise Unfinished(refusal.event.code) from refusal
