"""Members who may manage the server, and what they ask of the bot."""

from typing import Any

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from .conftest import ChannelHandle, Evening, InteractionResult, MemberActor, said

SEND = discord.Permissions(send_messages=True).value


def manager(
    evening: Evening, name: str = "Judith", permission: str = "manage_guild"
) -> MemberActor:
    """Add a member who may manage the server, or a part of it."""
    if "Hosts" not in evening.guild.roles:
        evening.guild.create_role("Hosts", permissions=discord.Permissions(**{permission: True}))
    hosts = evening.guild.roles["Hosts"]
    return evening.guild.add_member(evening.env.create_user(name), roles=[hosts])


def abroad(
    evening: Evening, name: str, hosts: bool = False, **more: Any
) -> tuple[MemberActor, ChannelHandle]:
    """Put somebody in a channel of another server, which they may manage as one of its `hosts`."""
    guild = evening.env.create_guild("Elsewhere")
    guild.create_role("Hosts", permissions=discord.Permissions(manage_guild=True))
    roles = [guild.roles["Hosts"]] if hosts else []
    member = guild.add_member(evening.users[name], roles=roles, **more)
    return member, guild.create_text_channel("market")


async def about(
    evening: Evening, who: MemberActor, match: str, what: str = "show", **more: Any
) -> InteractionResult:
    """Use `/admin match`, which answers whoever asks alone."""
    answer = await who.slash(evening.channel, "admin match", match=match, what=what, **more)
    assert answer.ephemeral
    return answer


async def told(
    evening: Evening, who: MemberActor, match: str, what: str = "show", **more: Any
) -> str:
    """Return the words of that answer."""
    return said(await about(evening, who, match, what, **more))


def silence(evening: Evening, place: ChannelHandle, denied: int = SEND) -> None:
    """Keep the bot from writing in a channel; without `denied` it may again."""
    silent = Overwrite(evening.me.id, OverwriteType.MEMBER, 0, denied)
    evening.env.backend.set_overwrite(place.id, silent)
