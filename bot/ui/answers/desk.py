"""What commands and buttons work with: matches, pictures, and who is asking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from bot.people.person import Person
from render.look import Theme

from ..controls.buttons import Asked
from ..controls.pictures import Studio
from ..followers.pings import Pings
from ..followers.team_rooms import TeamRooms
from ..words.catalogue import Catalogue
from ..words.languages import Languages
from .command_ids import Published


@dataclass(frozen=True, slots=True)
class Reader:
    """The one who asks: who they are, their language, and the theme of their private pictures."""

    person: Person
    words: Catalogue
    theme: Theme


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything a command or a pressed button works with."""

    matches: Matches
    studio: Studio
    languages: Languages
    commands: Published
    pings: Pings
    rooms: TeamRooms

    async def reader(self, interaction: Asked, known: Mapping[int, Person] | None = None) -> Reader:
        """Read who asks, unless they are `known`, in their language or else their client's."""
        people, locale = self.matches.people, interaction.locale.value
        found = (known or {}).get(interaction.user.id)
        person = people.met(found or await people.get(interaction.user.id), locale)
        words = self.languages.words(person.preferences.locale or locale)
        return Reader(person, words, self.studio.theme(person))

    async def find(
        self, user: int, channel: int, named: str | None, *, acting: bool = False
    ) -> Match:
        """The match an option names, else the user's one running match in a channel.

        With `acting`, one that waits for the user wins over those that do not. Raises Refusal.
        """
        if named:
            return await self.matches.match(read_id(named))
        here = await self.matches.here(user, channel)
        found = [match for match in here if match.seat_of(user) is not None] or list(here)
        if acting and len(found) > 1:
            found = [match for match in found if match.seat_of(user) in match.to_act] or found
        if not found:
            raise Refusal(Code.NONE_HERE)
        if len(found) > 1:
            raise Refusal(Code.SEVERAL_HERE, matches=", ".join(f"`{match.id}`" for match in found))
        return found[0]


def read_id(text: str) -> MatchId:
    """A match id as people write it. Raises Refusal."""
    cleaned = "".join(c for c in text.upper() if c.isascii() and c.isalnum())
    if not cleaned:
        raise Refusal(Code.UNKNOWN_MATCH, match="?")
    return MatchId(cleaned[:8])
