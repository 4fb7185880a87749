"""The language a message is written in: its reader's, or in public that of the match's server; that
of a person alone with computers is theirs in public too."""

import discord

from bot.matches.match.match import Match
from bot.matches.service import Matches
from bot.people.person import Person

from .catalogue import DEFAULT, Catalogue, Mention, catalogue


class Languages:
    """The servers' languages, with commands that can be pressed in all of them."""

    def __init__(self, client: discord.Client, matches: Matches, mention: Mention) -> None:
        self._client = client
        self._servers = matches.servers
        self._people = matches.people
        self._mention = mention
        self._known: dict[str, Catalogue] = {}

    def words(self, locale: str) -> Catalogue:
        """Return the words for a language tag, with commands that can be pressed."""
        chosen = catalogue(locale)
        if chosen.locale not in self._known:
            self._known[chosen.locale] = chosen.mentioning(self._mention)
        return self._known[chosen.locale]

    def public(self, match: Match) -> Catalogue:
        """Return the words for a match in public: in the language of a person alone with computers,
        or of a letter's reader, else in the server's choice, else in its locale."""
        if match.reader:
            return self.words(match.reader.locale or DEFAULT)
        own = match.lone and self._people.languages.get(match.lone.id)
        return self.words(own) if own else self.here(match.terms.guild)

    def here(self, server: int | None) -> Catalogue:
        """Return the words for all who read on a server; without one the default."""
        if server is None:
            return self.words(DEFAULT)
        guild = self._client.get_guild(server)
        usual = guild.preferred_locale.value if guild else DEFAULT
        return self.words(self._servers.of(server).locale or usual)

    def letter(self, match: Match, person: Person) -> Catalogue:
        """Return the words for a direct message: in its reader's language, else the server's."""
        return self.words(person.locale) if person.locale else self.public(match)
