"""The follower that keeps the lobby of each server: one message, edited at most once a minute."""

import logging

from discord.ext import tasks

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import PostedMessage
from games.core import Event

from ..messages import lobby
from ..messages.lobby import Listed
from ..wire.outbox import post
from ..wire.pace import Rank, rank
from ..wire.said import REFUSALS, judge
from ..words.lines import message_url
from .services import Services, WithServices

log = logging.getLogger(__name__)

MOST_LIVING, MOST_ENDED = 12, 3


class Lobbies(WithServices):
    """Brings the lobby of a server up after each change of a match in its channel."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        known = self._matches.servers.known.items()
        self._changed = {guild for guild, server in known if server.lobby is not None}
        self._shown: dict[int, str] = {}

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Note that a lobby no longer shows its channel as it stands."""
        match = watched.match
        guild = match.terms.guild
        if guild and self._matches.servers.of(guild).lobby in (match.terms.channel, match.home):
            self._changed.add(guild)
        return None

    @tasks.loop(minutes=1)
    async def round(self) -> None:
        """Bring up the lobbies of channels in which something has changed."""
        if not self._client.is_ready():
            return
        changed, self._changed = self._changed, set()
        rank.set(Rank.CARD)
        for guild in changed:
            try:
                await self.bring(guild)
            except (*REFUSALS, Unfinished) as failure:
                log.info("the lobby of server=%d waits: %s", guild, failure)
                if isinstance(failure, Unfinished) or judge(failure).waits:
                    self._changed.add(guild)
            except Exception:  # a loop ends at its first exception
                log.exception("the lobby of server=%d waits", guild)

    async def bring(self, guild: int) -> None:
        """Edit a server's lobby, or post one where there is none. Raises Unfinished, or one of
        `REFUSALS`."""
        here = self._matches.servers.of(guild)
        if here.lobby is None or self._client.get_guild(guild) is None:
            return
        written = lobby.lobby(await self._list_matches(here.lobby), self._languages.here(guild))
        if here.lobby_message is not None:
            if self._shown.get(here.lobby_message) == written.content:
                return
            shown = PostedMessage(MatchId(""), "", here.lobby, here.lobby_message)
            if await self._outbox.edit(shown, content=written.content, view=written.buttons):
                self._shown[here.lobby_message] = written.content
                return
        # One that was posted but not noted is not posted again; the next round brings it up.
        nonce = f"lobby-{here.lobby_message or here.lobby}"
        message = await post(
            self._client, here.lobby, written.content, view=written.buttons, nonce=nonce
        )
        self._changed.add(guild)
        await self._matches.servers.choose(guild, lobby_message=message)

    async def move(self, guild: int, channel: int | None) -> None:
        """Keep the lobby of a server in another channel, or none. Raises one of `REFUSALS` if that
        takes no messages: then it stays where it was."""
        servers, before = self._matches.servers, self._matches.servers.of(guild)
        await servers.choose(guild, lobby=channel, lobby_message=None)
        try:
            await self.bring(guild)
        except REFUSALS:
            kept = {"lobby": before.lobby, "lobby_message": before.lobby_message}
            await servers.choose(guild, **kept)
            raise
        if before.lobby is not None and before.lobby_message is not None:
            try:
                await self._client.http.delete_message(before.lobby, before.lobby_message)
            except REFUSALS as failure:
                log.info("an old lobby of server=%d stays: %s", guild, failure)

    async def _list_matches(self, channel: int) -> list[Listed]:
        living = await self._matches.list_matches(0, "here", channel, MOST_LIVING)
        ended = await self._matches.last_here(0, channel, MOST_ENDED)
        return [await self._describe(match) for match in (*living, *ended)]

    async def _describe(self, match: Match) -> Listed:
        shown = await self._matches.followers.showing(match)
        guild = match.terms.guild
        address = message_url(guild, shown.channel, shown.message) if shown else ""
        return Listed(match, self._matches.game(match).info, address)
