"""Private threads in which partners confer, where a game lets them. Moderators who manage a
channel's threads can read them: no board or layout is ever shown there."""

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, replace

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import TEAM, PostedMessage
from bot.matches.match.players import Player
from games.core import Event, Sayable, Seat

from ..wire.rests import Rests
from ..wire.said import REFUSALS, Said, judge
from ..words import lines
from .match_threads import make_thread
from .services import Services, WithServices

log = logging.getLogger(__name__)

NOT_ALLOWED = Said("place", why="cannot_send")


@dataclass(frozen=True, slots=True)
class Room:
    """A team's thread, and the players who could not be let in, with what Discord says to it."""

    thread: int
    outside: tuple[tuple[Player, Said], ...] = ()


class TeamRooms(WithServices):
    """The follower that makes a team's thread when a partner asks, and archives it at the end."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._refused = Rests[int](services.matches.now)
        self._making: dict[tuple[MatchId, str], asyncio.Task[Room]] = {}

    def open_to(self, match: Match, user: int) -> bool:
        """Tell whether a player may confer with partners in private."""
        confers = self._matches.game(match).confers
        seat = match.seat_of(user)
        if not match.running or seat is None or match.letters:
            return False
        people = all(match.players[mate].person for mate in self._team(match, seat))
        return people and confers is not None and confers(match.options.variant)

    async def room(self, match: Match, seat: Seat) -> Room:
        """Return the thread of a seat's team, made if it is not there, once for all partners who
        ask. Raises Sayable if refused."""
        team = [match.players[mate] for mate in sorted(self._team(match, seat))]
        key = (match.id, _audience(team))
        making = self._making.get(key)
        if making is None:
            making = self._making[key] = asyncio.create_task(self._room(match, team))
            making.add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(making)

    async def _room(self, match: Match, team: list[Player]) -> Room:
        shown = (await self._matches.latest_messages(match.id)).get(_audience(team))
        outside: tuple[tuple[Player, Said], ...] = ()
        try:
            if shown is None or not await self._stands(shown.channel):
                thread = await self._make(match, team)
                shown = PostedMessage(match.id, _audience(team), thread.id, thread.id)
                await self._matches.show(shown)
            if shown.message == shown.channel:  # made, and not yet furnished
                message, outside = await self._furnish(match, team, shown.channel)
                await self._matches.show(replace(shown, message=message))
                await self._matches.show(replace(shown, state="closed"))
        except REFUSALS as failure:
            answer = judge(failure)
            log.info("no team thread for match=%s: %d", match.id, answer.code)
            raise _refusal(match, answer) from failure
        return Room(shown.channel, outside)

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Archive the threads of a match that has ended, and of a team with a replaced player, who
        is let out first because they play no longer."""
        match = watched.match
        replaced = any(player.substitution for player in match.players)
        if not self._matches.game(match).info.teams or (match.running and not replaced):
            return None
        for shown in messages.all():
            if not shown.audience.startswith(TEAM):
                continue
            team = self._team(match, Seat(int(shown.audience.removeprefix(TEAM))))
            out = [
                left.person.id
                for mate in match.players
                if mate.seat in team and (left := mate.substitution) and not left.person.is_deleted
            ]
            if out or not match.running:
                await self._archive(match, shown.channel, out)
                messages.note(replace(shown, state="closed"))
        return None

    def _team(self, match: Match, seat: Seat) -> frozenset[Seat]:
        return self._matches.game(match).info.team(seat)

    async def _stands(self, thread: int) -> bool:
        """Tell whether a thread is still there; a moderator may have deleted it."""
        try:
            await self._client.fetch_channel(thread)
        except REFUSALS as failure:
            if judge(failure).why != "channel_gone":
                raise
            return False
        return True

    async def _make(self, match: Match, team: list[Player]) -> discord.Thread:
        words = self._languages.public(match)
        title = f"{lines.names(match, team, words)}{lines.DOT}{match.id}"
        thread = await make_thread(self._client, match, title, discord.ChannelType.private_thread)
        if thread is None:
            raise _refusal(match)
        return thread

    async def _furnish(
        self, match: Match, team: list[Player], thread: int
    ) -> tuple[int, tuple[tuple[Player, Said], ...]]:
        """Let the team in, and say who else can read along; return the message that says so, and
        the players who could not be let in."""
        words = self._languages.public(match)
        room = await self._client.fetch_channel(thread)
        if not isinstance(room, discord.Thread):
            raise _refusal(match)
        outside = []
        for player in team:
            try:
                if not player.human.is_deleted:
                    await room.add_user(discord.Object(player.human.id))
            except discord.HTTPException as failure:
                if (answer := judge(failure)).busy:
                    raise
                outside.append((player, answer))
        names = lines.names_of(match, team, words)
        welcome = words("team.welcome", players=names, title=lines.title(match, words))
        nonce = f"{match.id}-{TEAM}{team[0].seat}"
        sent = await self._outbox.send(thread, welcome, match.terms.created_ms, nonce=nonce)
        return sent, tuple(outside)

    async def _archive(self, match: Match, thread: int, out: Collection[int]) -> None:
        """Let people out of a thread and close it. While the match runs this is tried until all of
        them are out: they would read along."""
        if self._refused.rests(thread):
            raise Unfinished("a team thread is not archived")
        try:
            room = await self._client.fetch_channel(thread)
            if not isinstance(room, discord.Thread):
                return
            if out:  # Discord takes nobody out of an archived thread
                await room.edit(archived=False)
            for user in out:
                await self._let_out(room, user)
            await room.edit(archived=True)
        except REFUSALS as failure:
            answer = judge(failure)
            in_it = out and match.running and answer.why != "channel_gone"
            if answer.waits or in_it:
                if not answer.busy:
                    self._refused.add(thread)
                raise Unfinished(f"a team thread is not archived: {answer.code}") from failure
            log.info("a team thread of match=%s stays as it is: %d", match.id, answer.code)

    async def _let_out(self, room: discord.Thread, user: int) -> None:
        """Take a user out of a thread, unless they are in it no longer, having left the server."""
        try:
            await room.remove_user(discord.Object(user))
        except REFUSALS as failure:
            answer = judge(failure)
            if answer.kind != "absent" and answer.why != "channel_gone":
                raise
            log.info("nobody to let out of a team thread: %d", answer.code)


def _refusal(match: Match, answer: Said = NOT_ALLOWED) -> Sayable:
    """Say why there is no thread: the bot may not make one, or what Discord said."""
    text = "team.refused" if answer.why == "cannot_send" else "team.not_made"
    return Sayable(text, match=match.id, place=match.terms.channel, number=answer.code)


def _audience(team: list[Player]) -> str:
    return f"{TEAM}{team[0].seat}"
