"""Which language is spoken, and the words in it; in public that of the server of a match."""

from __future__ import annotations

import discord

from bot.matches.match import Match

from .catalogue import DEFAULT, Catalogue, Mention, catalogue


class Languages:
    """Knows the servers' languages, and how commands are mentioned in all of them."""

    def __init__(self, client: discord.Client, mention: Mention) -> None:
        self._client = client
        self._mention = mention
        self._known: dict[str, Catalogue] = {}

    def words(self, locale: str) -> Catalogue:
        """The words for a language tag, with commands that can be pressed."""
        found = catalogue(locale)
        return self._known.setdefault(found.locale, found.mentioning(self._mention))

    def public(self, match: Match) -> Catalogue:
        """The words for what everybody reads of a match."""
        guild = self._client.get_guild(match.terms.guild) if match.terms.guild else None
        return self.words(guild.preferred_locale.value if guild else DEFAULT)
