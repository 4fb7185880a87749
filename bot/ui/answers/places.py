"""Who may hear of a match (players anywhere, others if they see its channel), and permissions."""

import asyncio
import logging
from typing import Any, TypeAlias

import discord

from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from games.submission import excerpt

from ..wire.members import is_visible, looks, place_of
from ..wire.said import REFUSALS
from ..words import lines
from ..words.catalogue import Catalogue
from .sparing import SparingState

log = logging.getLogger(__name__)

Home: TypeAlias = discord.TextChannel | discord.Thread
"""A place a match can live in."""
LOOK_UP_S, MEMBERS_S = 1.5, 5
"""The seconds Discord has to tell of a server's channels and roles, and of a match's players."""
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
)
"""The permissions the bot asks for as it is invited."""


async def check_reach(interaction: discord.Interaction[Any], match: Match) -> Match:
    """Return the match to those who may hear of it; raise Refusal as if it did not exist."""
    named = [place.person for place in match.invitations] + [*match.people]
    named += [player.substitution.person for player in match.players if player.substitution]
    belonging = {match.terms.host.id, *(person.id for person in named if person)}
    if not (interaction.user.id in belonging or await sees(interaction, match)):
        raise Refusal(Code.UNKNOWN_MATCH, match=excerpt(match.id))
    return match


async def sees(interaction: discord.Interaction[Any], match: Match) -> bool:
    """Tell whether this is asked on the match's server, by a user who can see its channel. Raises
    Refusal if Discord does not tell."""
    if interaction.guild_id != (match.terms.guild or None):
        return False
    if interaction.channel_id in (match.place, match.terms.channel):
        return True
    user = interaction.user
    if not isinstance(user, discord.Member):
        return False
    place = place_of(await whole(interaction), match)
    return place is not None and is_visible(place, user)


async def check_seen(match: Match, home: Home, asker: int, words: Catalogue) -> None:
    """Raise Refusal naming the players but the asker who cannot see a place; those who have left
    the server have nothing to see."""
    people = [person for person in match.people if person.id != asker and not person.is_deleted]
    try:
        async with asyncio.timeout(MEMBERS_S):
            blind = [person for person in people if await looks(home, person.id) is False]
    except REFUSALS as failure:
        log.info("match=%s: who sees a place is not known: %r", match.id, failure)
        raise Refusal(Code.NO_LOOK) from failure
    if blind:
        names = words("alt.comma").join(lines.player_name(person.name) for person in blind)
        raise Refusal(Code.NOT_SEEN_HERE, match=match.id, names=names, place=lines.place(home.id))


async def whole(interaction: discord.Interaction[Any], server: int | None = None) -> discord.Guild:
    """Return this server, or another, with its channels, threads and roles. Raises Refusal without
    an answer."""
    known: SparingState = interaction.client.known
    try:
        async with asyncio.timeout(LOOK_UP_S):
            return await known.whole(server or interaction.guild_id or 0)
    except REFUSALS as failure:
        log.info("guild=%s cannot be looked up: %r", interaction.guild_id, failure)
        raise Refusal(Code.NO_LOOK) from failure


def channel_of(place: discord.abc.Snowflake) -> int:
    """Return the channel that a match in a place belongs to. A private thread counts as a channel:
    not everybody who sees its channel may hear of a match."""
    if isinstance(place, discord.Thread) and not place.is_private():
        return place.parent_id
    return place.id


def address(interaction: discord.Interaction[Any]) -> tuple[int, int | None]:
    """Return the channel this is asked in, and the thread of it, None outside threads."""
    here = interaction.channel_id or 0
    channel = channel_of(interaction.channel) if interaction.channel else here
    return (channel, here) if channel != here else (here, None)


def can_thread(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether a match may have a thread of its own here."""
    granted = interaction.app_permissions
    threads = granted.create_public_threads and granted.send_messages_in_threads
    return isinstance(interaction.channel, discord.TextChannel) and threads


def check_permissions(interaction: discord.Interaction[Any], words: Catalogue) -> None:
    """Raise Refusal naming every permission the bot lacks here; direct messages need none."""
    if interaction.guild_id is None:
        return
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
