"""The playground's servers: their members, channels and direct messages, and the time of day."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, TypeAlias

import discord
import simcord
from simcord.backend.access import channel_accessible

from bot.ui.answers.client import Tetrarch

MEMBERS = ("Livia", "Brennus", "Mara", "Quintus", "Mei")
"""Four players and a spectator."""
SERVER, ELSEWHERE = "Tetrarch's playground", "The tea house"
STRANGER = "Lin"
"""The member of the other server."""
MANAGER, MANAGERS = "Mara", "managers"
"""The member who may manage the server and its channels, and the role that lets her."""
ENGLISH, CHINESE = "en-US", "zh-CN"
LANGUAGES = {ENGLISH: "English", CHINESE: "简体中文", "zh-TW": "繁體中文"}
"""The languages of members' clients: Discord's tags, and the languages' own names."""
THREADED, THREADLESS = "games", "no-threads"
"""The channels: one where the bot may create threads, one where it may not."""

STRIDE, FAR = timedelta(minutes=4), timedelta(minutes=10)
"""The clock's longest step, shorter than an outage, and the lag from which it takes such steps."""

Actor: TypeAlias = simcord.MemberActor | simcord.UserHandle


class World:
    """The members and channels; read again if they were kept, and made if they were not."""

    def __init__(self, env: simcord.Env, ahead: timedelta, languages: dict[int, str]) -> None:
        self.env = env
        self.ahead = ahead
        self.languages = languages
        self.modals: dict[int, simcord.InteractionResult] = {}
        self.guild, other = self._guild(SERVER), self._guild(ELSEWHERE)
        members = [self._member(self.guild, name) for name in MEMBERS]
        members.append(self._member(other, STRANGER))
        self.members = {member.id: member for member in members}
        if MANAGERS not in self.guild.roles:
            self._manage()
        for member in self.members.values():
            chinese = member.name in (MEMBERS[-1], STRANGER)
            languages.setdefault(member.id, CHINESE if chinese else ENGLISH)

    def _guild(self, name: str) -> simcord.GuildHandle:
        guilds = self.env.backend.guilds.values()
        kept = next((guild for guild in guilds if guild.name == name), None)
        if kept is None:
            self.env.backend.edit_bot_profile("Tetrarch")
            guild = self.env.create_guild(name)
        else:
            guild = simcord.GuildHandle(self.env, kept)
        self._channels(guild)
        return guild

    def _member(self, guild: simcord.GuildHandle, name: str) -> simcord.MemberActor:
        users = self.env.backend.users.values()
        kept = next((user for user in users if user.name == name), None)
        if kept is not None:
            return simcord.MemberActor(self.env, guild, simcord.UserHandle(self.env, kept))
        member = guild.add_member(self.env.create_user(name))
        self.env.backend.get_dm_channel(member.id)
        return member

    def _channels(self, guild: simcord.GuildHandle) -> None:
        bot = simcord.UserHandle(self.env, self.env.backend.bot_user)
        refused = discord.PermissionOverwrite(create_public_threads=False)
        if THREADED not in guild.channels:
            guild.create_text_channel(THREADED)
        if THREADLESS not in guild.channels:
            guild.create_text_channel(THREADLESS, overwrites={bot: refused})

    def _manage(self) -> None:
        allowed = discord.Permissions(manage_guild=True, manage_channels=True)
        role = self.guild.create_role(MANAGERS, permissions=allowed)
        manager = next(member for member in self.members.values() if member.name == MANAGER)
        self.env.backend.add_member_role(self.guild.id, manager.id, role.id)

    def behind(self) -> timedelta:
        """Return how far the simulated clock has yet to go."""
        return max(timedelta(), datetime.now(UTC) + self.ahead - self.env.now())

    async def keep_time(self) -> None:
        """Let the simulated clock follow the real one; all that is due meanwhile happens. Hours
        pass in strides, each with one beat of the bot's heart: it has been there all along."""
        bot = self.env.bot
        if self.behind() > FAR and isinstance(bot, Tetrarch):
            while self.behind() > STRIDE:
                self.env.backend.advance_clock(STRIDE.total_seconds())
                now = epoch_ms(self.env.now())
                await bot.desk.matches.clocks.heartbeat(now)
                await bot.desk.matches.clocks.due(now)
            bot.restart_rounds()
        await self.env.advance_time(self.behind().total_seconds())

    def neighbours(self, member: simcord.MemberActor) -> list[simcord.MemberActor]:
        """List the members of somebody's server."""
        return [other for other in self.members.values() if other.guild.id == member.guild.id]

    def user(self, id_: int) -> Actor:
        """Return a member, or the bot itself, whom options can name too."""
        return self.members.get(id_) or simcord.UserHandle(self.env, self.env.backend.bot_user)

    def places(self, member: simcord.MemberActor) -> list[tuple[simcord.ChannelHandle, Actor]]:
        """List what a member can read: channels, their threads after each, and direct messages."""
        places: list[tuple[simcord.ChannelHandle, Actor]] = []
        for channel in member.guild.channels.values():
            if not channel.is_thread:
                places += [(place, member) for place in (channel, *channel.threads)]
        places.append((member.user.dm_channel, member.user))
        readable = partial(channel_accessible, self.env.backend, viewer_id=member.id, history=True)
        return [(place, actor) for place, actor in places if readable(place.id)]

    def place(
        self, member: simcord.MemberActor, channel: int
    ) -> tuple[simcord.ChannelHandle, Actor]:
        """Return one of them, with its reader. Raises `SetupError` if it is not there."""
        for place, actor in self.places(member):
            if place.id == channel:
                return place, actor
        raise simcord.SetupError("That place is not there for this member")

    @contextmanager
    def clients(self) -> Iterator[None]:
        """Let every interaction say which language its member's client has (SimCord: en-US)."""
        plain: Callable[..., tuple[Any, dict[str, Any]]] = simcord.interactions.base_payload

        def localize(*args: object, user_id: int, **more: object) -> tuple[Any, dict[str, Any]]:
            record, payload = plain(*args, user_id=user_id, **more)
            return record, {**payload, "locale": self.languages.get(user_id, ENGLISH)}

        vars(simcord.interactions)["base_payload"] = localize
        try:
            yield
        finally:
            vars(simcord.interactions)["base_payload"] = plain


def epoch_ms(at: datetime) -> int:
    return int(at.timestamp() * 1000)
