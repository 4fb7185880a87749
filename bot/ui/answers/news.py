"""News of a new version, once for each server whose managers have chosen a channel for them."""

import logging
import re

import discord

from bot.matches.service import Matches
from bot.version import Release, newest

from ..wire.said import REFUSALS
from ..words.catalogue import Catalogue
from ..words.languages import Languages

log = logging.getLogger(__name__)

LONGEST_CHANGE = 400
COMMAND = re.compile(r"`/([a-z]+(?: [a-z]+)?)`")


async def announce(client: discord.Client, matches: Matches, languages: Languages) -> None:
    """Tell every such server once of the newest release. What cannot be sent is not tried again: it
    is news, and mentions nobody."""
    waiting = {
        guild: server.announcements
        for guild, server in matches.servers.known.items()
        if server.announcements and client.get_guild(guild)
    }
    release = newest() if waiting else None
    if release is None or not release.changes:
        return
    for guild, channel in waiting.items():
        if matches.servers.of(guild).told == release.version:
            continue
        await matches.servers.choose(guild, told=release.version)
        try:
            place = client.get_partial_messageable(channel, guild_id=guild)
            await place.send(news(release, languages.here(guild)))
        except REFUSALS as failure:
            log.info("server=%d is not told of %s: %s", guild, release.version, failure)


def news(release: Release, words: Catalogue) -> str:
    """Write the news; the changes are named in English, as the changelog has them."""

    def command(found: re.Match[str]) -> str:
        known = f"command.{found[1].replace(' ', '.')}.name" in words
        return words.command(found[1]) if known else found[1]

    lines = [words("news.title", version=release.version)]
    for change in release.changes:
        cut = change if len(change) <= LONGEST_CHANGE else f"{change[: LONGEST_CHANGE - 1]}…"
        lines.append(f"- {COMMAND.sub(command, cut)}")
    return "\n".join(lines)
