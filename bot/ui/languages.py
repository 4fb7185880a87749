"""Which language is spoken in public: that of the server a match is played in."""

from __future__ import annotations

import discord

from bot.matches.match import Match

from .catalogue import DEFAULT, Catalogue, catalogue


class Languages:
    """Knows the servers' languages."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def public(self, match: Match) -> Catalogue:
        """The words for what everybody reads of a match."""
        guild = self._client.get_guild(match.terms.guild) if match.terms.guild else None
        return catalogue(guild.preferred_locale.value if guild else DEFAULT)
