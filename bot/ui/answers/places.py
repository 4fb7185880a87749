"""Who may hear of a match, and what the bot may do in a channel.

Players may ask anywhere, others where they can see the match's channel.
"""

from __future__ import annotations

from typing import Any

import discord

from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from games.submission import excerpt

from ..words.catalogue import Catalogue

NEEDED = ("view_channel", "send_messages", "attach_files", "read_message_history")
"""The permissions the bot needs where a match lives."""


WANTED = (
    "view_channel",
    "send_messages",
    "send_messages_in_threads",
    "create_public_threads",
    "create_private_threads",
    "manage_threads",
    "embed_links",
    "attach_files",
    "read_message_history",
    "external_emojis",
)
"""The permissions the bot asks for as it is invited."""


def check_reach(interaction: discord.Interaction[Any], match: Match) -> Match:
    """Return the match to those who may hear of it; raise Refusal as if it did not exist."""
    invited = {one.person.id for one in match.invitations if one.person}
    belonging = {match.terms.host.id, *invited, *(person.id for person in match.people)}
    if not (interaction.user.id in belonging or sees(interaction, match)):
        raise Refusal(Code.UNKNOWN_MATCH, match=excerpt(match.id))
    return match


def sees(interaction: discord.Interaction[Any], match: Match) -> bool:
    """Tell whether this is asked on the match's server, by a user who can see its channel."""
    if interaction.guild_id != match.terms.guild:
        return False
    if interaction.channel_id in (match.place, match.terms.channel):
        return True
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return False
    channel = guild.get_channel_or_thread(match.place)
    channel = channel or guild.get_channel_or_thread(match.terms.channel)
    return channel is not None and _visible(channel, user)


def _visible(channel: discord.abc.GuildChannel | discord.Thread, user: discord.Member) -> bool:
    """Tell whether a member sees a channel; a private thread is seen by its members alone."""
    if not isinstance(channel, discord.Thread):
        return channel.permissions_for(user).view_channel
    if channel.parent is None:
        return False
    granted = channel.permissions_for(user)
    return granted.view_channel and (not channel.is_private() or granted.manage_threads)


def check_permissions(interaction: discord.Interaction[Any], words: Catalogue) -> None:
    """Raise Refusal naming every permission the bot lacks here."""
    check_granted(interaction.app_permissions, interaction.channel, words)


def check_granted(granted: discord.Permissions, place: object, words: Catalogue) -> None:
    """Raise Refusal naming every permission the bot lacks in a place where it is granted these."""
    needed = [*NEEDED]
    if isinstance(place, discord.Thread):
        needed[1] = "send_messages_in_threads"
    missing = [name for name in needed if not getattr(granted, name)]
    if missing:
        wanted = ", ".join(words(f"permission.{name}") for name in missing)
        raise Refusal(Code.MISSING_PERMISSION, permissions=wanted)
