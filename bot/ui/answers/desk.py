"""What commands and buttons work with: matches, pictures, and who is asking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import discord

from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import Preferences
from bot.matches.match.reader_view import Seen
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from games.core import Pick
from render.curve import Spot, Swing, curve
from render.look import Look, Theme

from ..controls.pictures import Studio, look
from ..followers.pings import Pings
from ..followers.team_rooms import TeamRooms
from ..words.catalogue import Catalogue
from ..words.languages import Languages
from .command_ids import Published


@dataclass(frozen=True, slots=True)
class Reader:
    """The one who asks: their language and the look of their private pictures.

    `untold` says that their direct messages were refused, and that they have yet to hear of it.
    """

    id: int
    words: Catalogue
    theme: Theme
    preferences: Preferences
    untold: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything a command or a pressed button works with."""

    matches: Matches
    studio: Studio
    languages: Languages
    theme: Theme
    commands: Published
    pings: Pings
    rooms: TeamRooms

    async def reader(self, user: int, locale: str) -> Reader:
        """A user's settings; the language is theirs, else their client's."""
        preferences, untold = await self.matches.reader(user)
        words = self.languages.words(preferences.locale or locale)
        theme = cast("Theme", preferences.theme or self.theme)
        return Reader(user, words, theme, preferences, untold)

    async def own_picture(
        self,
        seen: Seen,
        reader: Reader,
        picked: tuple[Pick, ...] = (),
        below: int | None = None,
        zoom: int | None = None,
    ) -> discord.File:
        """What a reader may see, drawn as they want it; own side below unless said otherwise."""
        wanted = look(
            seen,
            reader.words,
            reader.theme,
            below=(seen.view.seat or 0) if below is None else below,
            private=True,
            picked=picked,
            codes=reader.preferences.codes,
            zoom=zoom,
        )
        return await self.studio.draw(seen, wanted)

    async def public_picture(self, seen: Seen, words: Catalogue, theme: Theme) -> discord.File:
        """What everybody may see."""
        return await self.studio.draw(seen, look(seen, words, theme))

    async def curve(
        self,
        course: Sequence[Spot],
        swings: Sequence[Swing],
        sides: tuple[str, str],
        reader: Reader,
        name: str,
    ) -> discord.File:
        """The curve of a match as its reader wants it."""
        wanted = Look(reader.words, reader.theme, private=True)
        return await self.studio.drawn(partial(curve, course, swings, sides, wanted), name)

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
