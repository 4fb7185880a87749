"""The home of a match's boards: a thread of its own, or the channel itself."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Literal

import discord

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import CARD
from bot.matches.match.refusals import Code, Refusal
from games.clock import HOUR
from games.core import Event

from ..wire.said import REFUSALS, Said, Why, judge
from ..words import lines
from ..words.catalogue import Catalogue
from .services import Services, WithServices

log = logging.getLogger(__name__)

LONGEST_TITLE = 100
WEEK_MINUTES: Literal[10080] = 10080
MOST_HOMES = 2
"""The most moves of a match within an hour: a moderator may be deleting its threads."""


class Trouble(Exception):
    """The reason a match can be shown nowhere, as an `event` and Discord's code; it is safe."""

    def __init__(self, match: Match, why: Why, code: int = 0) -> None:
        why = "closed" if match.direct else why
        self.event = Event(f"board.{why}", {"match": match.id, "place": match.place, "code": code})
        super().__init__(self.event.code)
        self.why, self.code = why, code


class MatchThreads(WithServices):
    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._moves: dict[MatchId, list[int]] = {}

    async def first(self, match: Match) -> Match:
        """Give a new match its thread, or the channel itself where it cannot have one."""
        try:
            home = await self._thread(match)
        except REFUSALS as failure:
            answer = judge(failure)
            if answer.busy:
                raise
            log.info("no thread for match=%s: %d", match.id, answer.code)
            return await self._live_in(match, match.terms.channel, answer)
        return await self._live_in(match, home)

    async def rename(self, match: Match) -> bool:
        """Name a thread of the bot's own after the rematch played in it now; True when done.
        Discord allows two names in ten minutes. A thread that keeps its old one is no worse for
        it."""
        own = self._client.user
        try:
            thread = await self._client.fetch_channel(match.place)
            if isinstance(thread, discord.Thread) and own and thread.owner_id == own.id:
                await thread.edit(name=_title(match, self._languages.public(match)))
        except REFUSALS as failure:
            log.info("the thread of match=%s keeps its name: %s", match.id, failure)
        return True

    async def deliver(
        self, match: Match, send: Callable[[Match], Awaitable[int]]
    ) -> tuple[Match, int]:
        """Send a message to a match's home, or to the next place if that takes none; return the
        match, which may have moved, and the message's id. Raises Trouble where no place takes it,
        and one of `REFUSALS` for what passes."""
        moved = False
        while True:
            try:
                return match, await send(match)
            except REFUSALS as failure:
                answer = judge(failure)
                if answer.busy:
                    raise
                if moved or (match.reader and not answer.stale_channel):
                    raise Trouble(match, answer.why, answer.code) from failure
            match, moved = await self.another(match, answer), True

    async def another(self, match: Match, refusal: Said) -> Match:
        """Move a match whose home takes no messages: from a deleted thread to a new one, from any
        other to its channel, unless that is a forum; direct messages are opened anew. Raises
        Trouble where there is none, or if it happens too often."""
        if match.reader and refusal.stale_channel:
            return replace(match, home=await self._outbox.open_anew(match.reader.id))
        if match.home in (None, match.terms.channel):
            raise Trouble(match, refusal.why, refusal.code)
        moves, home = self._recent_moves(match), match.terms.channel
        try:
            if refusal.why == "channel_gone":
                home = (await self._fresh_thread(match)).id
            elif isinstance(await self._client.fetch_channel(home), discord.ForumChannel):
                raise Trouble(match, refusal.why, refusal.code)
        except REFUSALS as failure:
            refusal = judge(failure)
            if refusal.busy:
                raise
            log.info("no new thread for match=%s: %d", match.id, refusal.code)
        moved = await self._live_in(match, home, refusal)
        self._moves[match.id] = [*moves, self._matches.now()]
        return moved

    def _recent_moves(self, match: Match) -> list[int]:
        """List when a match had to move in the last hour. Raises Trouble for too often."""
        now_ms = self._matches.now()
        moves = [at for at in self._moves.get(match.id, ()) if at > now_ms - HOUR]
        if len(moves) >= MOST_HOMES:
            raise Trouble(match, "no_rest")
        return moves

    async def _live_in(self, match: Match, home: int, answer: Said | None = None) -> Match:
        """Move in; Discord's `answer` has refused a thread. Raises Trouble where another match
        lives. The match may have gone on meanwhile, but what is shown now is how it stood."""
        try:
            return replace(match, home=(await self._matches.opening.live_in(match.id, home)).home)
        except Refusal as refusal:
            if refusal.event.code != Code.PLACE_TAKEN:
                raise
            why, code = (answer.why, answer.code) if answer else ("no_place", 0)
            known = why in ("threads_full", "locked", "archived")
            raise Trouble(match, why if known else "no_place", code) from refusal

    async def _thread(self, match: Match) -> int:
        card = (await self._matches.latest_messages(match.id)).get(CARD)
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
            answer = judge(failure)
            if answer.thread_exists:
                return card.message  # a thread begun from a message has that message's id
            if answer.kind != "message":
                raise
            thread = await self._fresh_thread(match)
        return thread.id

    async def _fresh_thread(self, match: Match) -> discord.Thread:
        title = _title(match, self._languages.public(match))
        thread = await make_thread(self._client, match, title, discord.ChannelType.public_thread)
        if thread is None:
            raise Trouble(match, "channel_gone")
        return thread


async def make_thread(
    client: discord.Client, match: Match, title: str, kind: discord.ChannelType
) -> discord.Thread | None:
    """Make a thread in the channel of a match; None where there can be none."""
    channel = await client.fetch_channel(match.terms.channel)
    if isinstance(channel, discord.Thread):  # a private one, or that of an older match
        channel = await client.fetch_channel(channel.parent_id)
    if not isinstance(channel, discord.TextChannel):
        return None
    return await channel.create_thread(
        name=title[:LONGEST_TITLE],
        type=kind,
        auto_archive_duration=WEEK_MINUTES,
        invitable=kind is discord.ChannelType.public_thread,  # the others are for a team alone
    )


def _title(match: Match, words: Catalogue) -> str:
    """Write the thread's title; however long the names, the match's id stays on it."""
    game, names = words(f"{match.terms.game}.name"), lines.names(match, match.players, words)
    room = LONGEST_TITLE - len(f"{game} ·  · {match.id}")
    return f"{game} · {names[:room]} · {match.id}"
