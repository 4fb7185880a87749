"""Private threads in which partners confer, where a game lets them.

Moderators who manage a channel's threads can read them: no board or layout is ever shown there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import replace

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Watched
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import SHOWN_OPEN, TEAM, PostedMessage
from bot.matches.match.players import Player
from bot.matches.service import Matches
from games.core import Event, Seat

from ..words import lines
from ..words.languages import Languages
from .homes import LONGEST_TITLE, UNKNOWN_CHANNEL, WEEK_MINUTES, Trouble
from .retryable import is_transient
from .sender import Sender

log = logging.getLogger(__name__)


class TeamRooms:
    """The follower that makes a team's thread when a partner asks, and archives it at the end."""

    def __init__(
        self, client: discord.Client, matches: Matches, languages: Languages, sender: Sender
    ) -> None:
        self._client = client
        self._matches = matches
        self._languages = languages
        self._sender = sender
        self._making: dict[tuple[MatchId, str], asyncio.Task[int]] = {}

    def open_to(self, match: Match, user: int) -> bool:
        """Tell whether a player may confer with partners in private."""
        confers = self._matches.game(match).confers
        seat = match.seat_of(user)
        if not match.running or seat is None:
            return False
        people = all(match.players[one].person for one in self._team(match, seat))
        return people and confers is not None and confers(match.terms.variant)

    async def room(self, match: Match, seat: Seat) -> int:
        """Return the thread of a seat's team, made if it is not there. Raises Trouble if refused.

        A partner who asks while it is being made gets the same.
        """
        team = [match.players[one] for one in sorted(self._team(match, seat))]
        key = (match.id, _audience(team))
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.create_task(self._found(match, team))
            making.add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(making)

    async def _found(self, match: Match, team: list[Player]) -> int:
        shown = (await self._matches.shown(match.id)).get(_audience(team))
        try:
            if shown is None or not await self._stands(shown.channel):
                thread = await self._make(match, team)
                shown = PostedMessage(match.id, _audience(team), thread.id, thread.id, SHOWN_OPEN)
                await self._matches.show(shown)
            if shown.message == shown.channel:  # made, and not yet furnished
                message = await self._furnish(match, team, shown.channel)
                await self._matches.show(replace(shown, message=message))
        except discord.HTTPException as failure:
            if is_transient(failure):
                raise
            log.info("no team thread for match=%s: %d", match.id, failure.code)
            raise _refused(match) from failure
        self._matches.followers.kick(match.id)  # it may have ended meanwhile
        return shown.channel

    async def bring(self, watched: Watched, messages: Messages) -> Event | None:
        """Archive the threads of a match that has ended, and of a team with a replaced player.

        A replaced player is let out first, because they play no longer.
        """
        match = watched.match
        replaced = any(player.substitution for player in match.players)
        teams = self._matches.game(match).info.teams
        if not teams or (match.running and not replaced):
            return None
        for shown in messages.all():
            if not shown.audience.startswith(TEAM) or shown.revision != SHOWN_OPEN:
                continue
            team = self._team(match, Seat(int(shown.audience.removeprefix(TEAM))))
            out = [
                one.substitution.person.id
                for one in match.players
                if one.seat in team and one.substitution and not one.substitution.person.former
            ]
            if out or not match.running:
                await self._archive(match, shown.channel, out)
                messages.note(replace(shown, revision=match.stand.revision))
        return None

    def _team(self, match: Match, seat: Seat) -> frozenset[Seat]:
        return self._matches.game(match).info.team(seat)

    async def _stands(self, thread: int) -> bool:
        """Tell whether a thread is still there; a moderator may have deleted it."""
        try:
            await self._client.fetch_channel(thread)
        except discord.NotFound as failure:
            if failure.code != UNKNOWN_CHANNEL:
                raise
            return False
        return True

    async def _make(self, match: Match, team: list[Player]) -> discord.Thread:
        channel = await self._client.fetch_channel(match.terms.channel)
        if isinstance(channel, discord.Thread):  # a private one, or that of an older match
            channel = await self._client.fetch_channel(channel.parent_id)
        if not isinstance(channel, discord.TextChannel):
            raise _refused(match)
        words = self._languages.public(match)
        name = words("team.title", people=lines.names(match, team, words), match=match.id)
        return await channel.create_thread(
            name=name[:LONGEST_TITLE],
            type=discord.ChannelType.private_thread,
            auto_archive_duration=WEEK_MINUTES,
            invitable=False,
        )

    async def _furnish(self, match: Match, team: list[Player], thread: int) -> int:
        """Let the team in, and say who else can read along."""
        words = self._languages.public(match)
        room = await self._client.fetch_channel(thread)
        if not isinstance(room, discord.Thread):
            raise _refused(match)
        for one in (player.human for player in team):
            if not one.former:
                await room.add_user(discord.Object(one.id))
        names = lines.names_of(match, team, words)
        welcome = words("team.welcome", players=names, title=lines.title(match, words))
        nonce = f"{match.id}-{TEAM}{team[0].seat}"
        return await self._sender.send(thread, welcome, match.terms.created_ms, nonce=nonce)

    async def _archive(self, match: Match, thread: int, out: Collection[int]) -> None:
        """Let people out of a thread and close it.

        While the match runs this is tried until all of them are out: they would read along.
        """
        try:
            room = await self._client.fetch_channel(thread)
            if not isinstance(room, discord.Thread):
                return
            if out:  # Discord takes nobody out of an archived thread
                await room.edit(archived=False)
            for user in out:
                await self._let_out(room, user)
            await room.edit(archived=True)
        except (discord.HTTPException, discord.RateLimited) as failure:
            if isinstance(failure, discord.RateLimited) or is_transient(failure):
                raise Unfinished(str(failure)) from failure
            if out and match.running and failure.code != UNKNOWN_CHANNEL:
                raise Unfinished(f"somebody is still in a team thread: {failure.code}") from failure
            log.info("a team thread of match=%s stays as it is: %d", match.id, failure.code)

    async def _let_out(self, room: discord.Thread, user: int) -> None:
        """Take a user out of a thread, unless they are in it no longer, having left the server."""
        try:
            await room.remove_user(discord.Object(user))
        except discord.NotFound as failure:
            log.info("nobody to let out of a team thread: %d", failure.code)


def _refused(match: Match) -> Trouble:
    return Trouble(Event("team.refused", {"match": match.id, "place": match.terms.channel}))


def _audience(team: list[Player]) -> str:
    return f"{TEAM}{team[0].seat}"
