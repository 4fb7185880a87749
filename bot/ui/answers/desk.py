"""The desk at which commands and buttons work: matches, pictures, and who is asking."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from bot.people.person import Person
from render.look import Theme

from ..controls.buttons import Asked
from ..controls.pictures import Studio
from ..controls.replays import Replays
from ..followers.lobbies import Lobbies
from ..followers.pings import Pings
from ..followers.team_rooms import TeamRooms
from ..wire.outbox import Outbox
from ..words.catalogue import Catalogue
from ..words.languages import Languages
from .attendance import Attendance
from .command_ids import Published


@dataclass(frozen=True, slots=True)
class Reader:
    """The person who asks, their language, and the theme of their private pictures."""

    person: Person
    words: Catalogue
    theme: Theme


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything a command or a pressed button works with."""

    matches: Matches
    studio: Studio
    languages: Languages
    outbox: Outbox
    commands: Published
    pings: Pings
    rooms: TeamRooms
    lobbies: Lobbies
    replays: Replays
    attendance: Attendance

    async def reader(self, interaction: Asked, known: Mapping[int, Person] | None = None) -> Reader:
        """Read who asks, unless they are `known`; their client's language is the default."""
        people, locale, user = self.matches.people, interaction.locale.value, interaction.user.id
        self.matches.meet(NamedPerson(user, interaction.user.display_name), interaction.guild_id)
        person = people.meet((known or {}).get(user) or await people.get(user), locale)
        words = self.languages.words(person.preferences.locale or locale)
        return Reader(person, words, self.studio.theme(person, interaction.guild_id))

    async def words(self, interaction: Asked) -> Catalogue:
        """Read the language of who asks, without noting that of their client."""
        person = await self.matches.people.get(interaction.user.id)
        return self.languages.words(person.preferences.locale or interaction.locale.value)

    async def find(
        self, asked: Asked, named: str | None, *, acting: bool = False, past: bool = False
    ) -> Match:
        """Find the match an option names, else the asker's only running match in this channel; in
        direct messages, where none is or with `acting`, of all they have. With `acting`, one that
        waits for them wins over those that do not; with `past`, the last one there is better than
        none, first of all their own. Raises Refusal."""
        if named:
            return await self.matches.match(read_id(named))
        user, channel = asked.user.id, asked.channel_id or 0
        here = await self.matches.here(user, channel)
        if asked.guild_id is None and (acting or not here):
            own = await self.matches.list_matches(user, "mine", None)
            here = tuple([match for match in own if match.running])
        candidates = [match for match in here if match.seat_of(user) is not None] or list(here)
        if acting and len(candidates) > 1:
            candidates = [
                match for match in candidates if match.seat_of(user) in match.to_act
            ] or candidates
        if past and not candidates:
            candidates = [*await self.matches.last_here(user, channel)][:1]
        if not candidates:
            raise Refusal(Code.NONE_HERE)
        if len(candidates) > 1:
            raise Refusal(
                Code.SEVERAL_HERE, matches=", ".join(f"`{match.id}`" for match in candidates)
            )
        return candidates[0]


def read_id(text: str) -> MatchId:
    """Read a match id as people write it. Raises Refusal."""
    cleaned = "".join(c for c in text.upper() if c.isascii() and c.isalnum())
    if not cleaned:
        raise Refusal(Code.UNKNOWN_MATCH, match="?")
    return MatchId(cleaned[:8])
