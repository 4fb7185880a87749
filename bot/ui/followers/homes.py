"""The home of a match's boards: a thread of its own, or the channel itself."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Literal

import discord

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import CARD
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from games.core import Event

from ..words import lines
from ..words.catalogue import Catalogue
from ..words.languages import Languages

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, THREAD_EXISTS = 10003, 10008, 160004
MISSING_ACCESS, MISSING_PERMISSIONS = 50001, 50013
LONGEST_TITLE = 100
FULL = frozenset({160006, 30033})
"""Discord's codes for too many threads, or too many people in one."""
NO_THREADS = FULL | {MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL}
"""Discord's codes for a thread refused for good: not allowed, or too many of them already."""
LOCKED, ARCHIVED = 160005, 50083
CLOSED = frozenset({LOCKED, ARCHIVED})
"""Discord's codes for a thread that is locked, or archived and locked."""
NO_PLACE = {
    **dict.fromkeys(FULL, "board.threads_full"),
    LOCKED: "board.locked",
    ARCHIVED: "board.archived",
}
"""The texts for a match that cannot live in the channel either; without one, threads are not
allowed."""
REFUSED = {
    MISSING_ACCESS: "board.cannot_send",
    MISSING_PERMISSIONS: "board.cannot_send",
    200000: "board.automod",
}
"""The codes of the events that explain refusals which do not pass by themselves."""
WEEK_MINUTES: Literal[10080] = 10080
HOUR_MS = 3_600_000
MOST_HOMES = 2
"""The most moves of a match within an hour: a moderator may be deleting its threads."""


class Trouble(Exception):
    """The reason a board could not be shown, as an `event`; the match itself is safe."""

    def __init__(self, event: Event) -> None:
        super().__init__(event.code)
        self.event = event


class Homes:
    """The keeper of the places where matches live."""

    def __init__(self, client: discord.Client, matches: Matches, languages: Languages) -> None:
        self._client = client
        self._matches = matches
        self._languages = languages
        self._moves: dict[MatchId, list[int]] = {}

    async def first(self, match: Match) -> Match:
        """Give a new match its thread, or the channel itself where it cannot have one."""
        try:
            home = await self._thread(match)
        except discord.HTTPException as failure:
            if failure.code not in NO_THREADS:
                raise
            return await self._live_in(match, match.terms.channel, failure.code)
        return await self._live_in(match, home)

    async def rename(self, match: Match) -> bool:
        """Name a thread of the bot's own after the rematch played in it now; True when done.

        Discord allows two names in ten minutes. A thread that keeps its old one is no worse for it.
        """
        own = self._client.user
        try:
            thread = await self._client.fetch_channel(match.place)
            if isinstance(thread, discord.Thread) and own and thread.owner_id == own.id:
                await thread.edit(name=_title(match, self._languages.public(match)))
        except (discord.HTTPException, discord.RateLimited) as failure:
            log.info("the thread of match=%s keeps its name: %s", match.id, failure)
        return True

    async def deliver(
        self, match: Match, send: Callable[[Match], Awaitable[int]]
    ) -> tuple[Match, int]:
        """Send a message to a match's home, or to another one if that is closed or gone.

        Return the match, which may have moved, and the message's id. Raises Trouble for refusals
        that do not pass.
        """

        async def sent(match: Match) -> int:
            try:
                return await send(match)
            except discord.HTTPException as failure:
                if failure.code not in REFUSED:
                    raise
                refused = Event(REFUSED[failure.code], {"match": match.id, "place": match.place})
                raise Trouble(refused) from failure

        try:
            return match, await sent(match)
        except discord.HTTPException as failure:
            if failure.code not in {UNKNOWN_CHANNEL, *CLOSED}:
                raise
            match = await self.another(match, failure.code)
            return match, await sent(match)

    async def another(self, match: Match, code: int) -> Match:
        """Move a match whose home refuses messages with Discord's `code`.

        A deleted thread is replaced by a new one, a locked one by its channel, unless that is a
        forum. Raises Trouble where there is none, or if it happens too often.
        """
        if match.home in (None, match.terms.channel):
            told = NO_PLACE.get(code, "board.channel_gone")
            raise Trouble(Event(told, {"match": match.id}))
        moves, home = self._moved(match), match.terms.channel
        try:
            if code == UNKNOWN_CHANNEL:
                home = (await self._fresh_thread(match)).id
            elif isinstance(await self._client.fetch_channel(home), discord.ForumChannel):
                raise Trouble(Event(NO_PLACE[code], {"match": match.id}))
        except discord.HTTPException as failure:
            log.info("no new thread for match=%s: %d", match.id, failure.code)
            code = failure.code
        moved = await self._live_in(match, home, code)
        self._moves[match.id] = [*moves, self._matches.now()]
        return moved

    def _moved(self, match: Match) -> list[int]:
        """List when a match had to move in the last hour. Raises Trouble for too often."""
        now_ms = self._matches.now()
        moves = [at for at in self._moves.get(match.id, ()) if at > now_ms - HOUR_MS]
        if len(moves) >= MOST_HOMES:
            raise Trouble(Event("board.no_rest", {"match": match.id}))
        return moves

    async def _live_in(self, match: Match, home: int, code: int = 0) -> Match:
        """Move in; `code` is why it cannot be a thread. Raises Trouble where a match lives."""
        try:
            return await self._matches.opening.live_in(match.id, home)
        except Refusal as refusal:
            if refusal.event.code != Code.PLACE_TAKEN:
                raise
            told = NO_PLACE.get(code, "board.no_place")
            raise Trouble(Event(told, {"match": match.id})) from refusal

    async def _thread(self, match: Match) -> int:
        card = (await self._matches.shown(match.id)).get(CARD)
        if card is None:
            return (await self._fresh_thread(match)).id
        terms = match.terms
        channel = self._client.get_partial_messageable(terms.channel, guild_id=terms.guild)
        try:
            thread = await channel.get_partial_message(card.message).create_thread(
                name=_title(match, self._languages.public(match)),
                auto_archive_duration=WEEK_MINUTES,
            )
        except discord.HTTPException as failure:
            if failure.code == THREAD_EXISTS:
                return card.message  # a thread begun from a message has that message's id
            if failure.code != UNKNOWN_MESSAGE:
                raise
            thread = await self._fresh_thread(match)
        return thread.id

    async def _fresh_thread(self, match: Match) -> discord.Thread:
        channel = await self._client.fetch_channel(match.terms.channel)
        if not isinstance(channel, discord.TextChannel):
            raise Trouble(Event("board.channel_gone", {"match": match.id}))
        return await channel.create_thread(
            name=_title(match, self._languages.public(match)),
            auto_archive_duration=WEEK_MINUTES,
            type=discord.ChannelType.public_thread,
        )


def _title(match: Match, words: Catalogue) -> str:
    """Write the thread's title; however long the names, the match's id stays on it."""
    game, names = words(f"{match.terms.game}.name"), lines.names(match, match.players, words)
    room = LONGEST_TITLE - len(f"{game} ·  · {match.id}")
    return f"{game} · {names[:room]} · {match.id}"
