"""Look-ups of players who may have left the server, or cannot look where their match is played.

The bot is not told who leaves or loses a role, so it asks when something is due of them. With
partners leaving is an escape; with two players their clock decides, and they are not looked up at
their turns.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias, TypeVar

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Snapshot
from bot.matches.match.ids import MatchId
from bot.matches.match.match import NOWHERE, Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from bot.store.deleted_users import is_deleted_user
from games.core import Event, Seat

from .said import REFUSALS, judge

log = logging.getLogger(__name__)

T = TypeVar("T")

LOOK_UP_S, SPARED_S = 5, 60
"""The seconds Discord has to find a member, because all clocks wait for it; and the seconds
without look-ups after it has taken longer."""
CLOSING: Mapping[str, tuple[str, ...]] = {
    "locked": ("manage_threads",),
    "archived": ("manage_threads",),
    "no_rest": ("manage_threads",),
    "channel_gone": ("manage_threads", "manage_channels"),
    "cannot_send": ("manage_channels", "manage_roles"),
}
"""The permissions with which a place can be closed to the bot, by why it takes no board."""
Place: TypeAlias = discord.abc.GuildChannel | discord.Thread
Whole: TypeAlias = Callable[[int], Awaitable[discord.Guild]]
"""Ask Discord for a server with its channels and roles."""


class Members:
    """The follower that looks up members at their turns; the clocks ask at reminders and flags."""

    def __init__(self, client: discord.Client, matches: Matches, whole: Whole) -> None:
        self._client = client
        self._matches = matches
        self._whole = whole
        self._asked: dict[MatchId, frozenset[Seat]] = {}
        self._spared = 0.0

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Look up those whose turn has come, and do not await a player who has left for good."""
        match = watched.match
        if not self._matches.game(match).info.teams or match.stand.phase != "playing":
            self._asked.pop(match.id, None)
            return None
        before = self._asked.get(match.id, frozenset())
        for player in match.players:
            new, person = player.acting and player.seat not in before, player.person
            if new and person and await self.present(match, person.id) is False:
                await self._note_departure(match, person.id)
                break
        self._asked[match.id] = match.to_act
        return None

    async def present(self, match: Match, user: int) -> bool | None:
        """Tell whether a player is on the match's server; None if that is unknown."""
        if is_deleted_user(user):
            return False
        guild = match.terms.guild and self._client.get_guild(match.terms.guild)
        if not guild:
            return None

        async def there() -> bool:
            return await _member(guild.fetch_member(user)) is not None

        return await self._ask(match, there)

    async def find(self, guild: int, user: int) -> NamedPerson | None:
        """Look somebody up by the name they go by on a server, or (`NOWHERE`) among all accounts;
        None if they have gone. Raises Refusal if Discord does not tell."""
        server = self._client.get_guild(guild)
        if guild != NOWHERE and server is None:
            raise Refusal(Code.NO_LOOK)
        asking: Awaitable[discord.abc.User] = (
            server.fetch_member(user) if server else self._client.fetch_user(user)
        )
        try:
            async with asyncio.timeout(LOOK_UP_S):
                found = await _member(asking)
        except REFUSALS as failure:
            raise Refusal(Code.NO_LOOK) from failure
        return NamedPerson(user, found.display_name) if found else None

    async def sees(self, match: Match, user: int) -> bool | None:
        """Tell whether a user can look where a match is shown; None if that is unknown."""
        guild = match.terms.guild
        if not guild:
            return None

        async def looks_in() -> bool:
            place = place_of(await self._whole(guild), match)
            return place is not None and bool(await looks(place, user))

        return await self._ask(match, looks_in)

    async def _ask(self, match: Match, ask: Callable[[], Awaitable[bool | None]]) -> bool | None:
        """Ask Discord about a member; None if it does not tell, or has been too slow lately."""
        now_s = asyncio.get_running_loop().time()
        if now_s < self._spared:
            return None
        try:
            async with asyncio.timeout(LOOK_UP_S):
                return await ask()
        except REFUSALS as failure:
            log.info("match=%s: a member cannot be looked up: %r", match.id, failure)
            if isinstance(failure, TimeoutError):
                self._spared = now_s + SPARED_S
            return None

    async def closers(self, match: Match, why: str) -> frozenset[Seat]:
        """List the seats whose players may have closed the place of a match, as far as is known."""
        needed, guild = CLOSING.get(why, ()), match.terms.guild
        people = [
            player for player in match.players if player.person and not player.person.is_deleted
        ]
        if not needed or not guild:
            return frozenset()
        closers = set[Seat]()
        try:
            async with asyncio.timeout(LOOK_UP_S):
                server = await self._whole(guild)
                for player in people:
                    if await _may(server, match.terms.channel, player.human.id, needed):
                        closers.add(player.seat)
        except REFUSALS as failure:
            log.info("match=%s: who may close its place is not known: %r", match.id, failure)
        return frozenset(closers)

    async def _note_departure(self, match: Match, user: int) -> None:
        log.info("match=%s: a player has left the server", match.id)
        try:
            await self._matches.leaving.note_departure(match.id, user)
        except Refusal as refusal:  # it has ended meanwhile, or a player was quicker four times
            raise Unfinished(refusal.event.code) from refusal


def place_of(server: discord.Guild, match: Match) -> Place | None:
    """Find where a match is played; of a thread that is archived or gone, the channel."""
    place = server.get_channel_or_thread(match.place)
    return place or server.get_channel_or_thread(match.terms.channel)


def is_visible(place: Place, member: discord.Member) -> bool:
    """Tell whether a member sees a channel; a private thread is seen by its members alone."""
    if not isinstance(place, discord.Thread):
        return place.permissions_for(member).view_channel
    if place.parent is None:
        return False
    granted = place.permissions_for(member)
    return granted.view_channel and (not place.is_private() or granted.manage_threads)


async def looks(place: Place, user: int) -> bool | None:
    """Tell whether a user can look at a place; None for one who is not on its server. Discord is
    asked, also who the members of a private thread are. Raises one of `REFUSALS`."""
    member = await _member(place.guild.fetch_member(user))
    if member is None:
        return None
    if is_visible(place, member):
        return True
    if not isinstance(place, discord.Thread) or not place.is_private():
        return False
    inside = place.parent is not None and is_visible(place.parent, member)
    return inside and await _member(place.fetch_member(user)) is not None


async def onlooker(place: discord.TextChannel, user: int) -> discord.Member | None:
    """Return a member who sees a channel; None for others. Raises one of `REFUSALS`."""
    member = await _member(place.guild.fetch_member(user))
    return member if member and is_visible(place, member) else None


async def _member(asking: Awaitable[T]) -> T | None:
    """Return the member that Discord is asked for; None if there is none."""
    try:
        return await asking
    except REFUSALS as failure:
        if judge(failure).kind != "absent":
            raise
        return None


async def _may(server: discord.Guild, channel: int, user: int, needed: tuple[str, ...]) -> bool:
    """Tell whether a member has one of these permissions in a channel, or, it gone, at all."""
    member = await _member(server.fetch_member(user))
    if member is None:
        return False
    place = server.get_channel(channel)
    granted = place.permissions_for(member) if place else member.guild_permissions
    return any(getattr(granted, name) for name in needed)
