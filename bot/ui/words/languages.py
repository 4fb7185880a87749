"""Which language is spoken, and the words in it; in public that of the server of a match."""

from __future__ import annotations

import discord

from bot.matches.match.match import Match
from bot.matches.service import Matches
from bot.people.person import Person

from .catalogue import DEFAULT, Catalogue, Mention, catalogue


class Languages:
    """Knows the servers' languages, and how commands are mentioned in all of them.

    What servers have chosen is read once, so that no public message has to wait for it.
    """

    def __init__(self, client: discord.Client, matches: Matches, mention: Mention) -> None:
        self._client = client
        self._servers = matches.servers
        self._mention = mention
        self._known: dict[str, Catalogue] = {}
        self._chosen: dict[int, str] = {}

    async def recall(self) -> None:
        """Read what the servers have chosen."""
        self._chosen = await self._servers.languages()

    def words(self, locale: str) -> Catalogue:
        """The words for a language tag, with commands that can be pressed."""
        found = catalogue(locale)
        if found.locale not in self._known:
            self._known[found.locale] = found.mentioning(self._mention)
        return self._known[found.locale]

    def public(self, match: Match) -> Catalogue:
        """The words for what everybody reads of a match: the server's choice, else its locale."""
        if match.terms.guild is None:
            return self.words(DEFAULT)
        guild = self._client.get_guild(match.terms.guild)
        usual = guild.preferred_locale.value if guild else DEFAULT
        return self.words(self.chosen(match.terms.guild) or usual)

    def letter(self, match: Match, person: Person) -> Catalogue:
        """The words for a direct message: its reader's language, else the server's."""
        return self.words(person.locale) if person.locale else self.public(match)

    def chosen(self, guild: int) -> str | None:
        """The language a server has chosen."""
        return self._chosen.get(guild)

    async def choose(self, guild: int, locale: str | None) -> None:
        """From now on a server is spoken to in this language; None follows its own locale."""
        await self._servers.speak(guild, locale)
        if locale is None:
            self._chosen.pop(guild, None)
        else:
            self._chosen[guild] = locale
