"""Pictures for messages: drawn off the event loop, a few at a time."""

import asyncio
import io
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import cast

import discord

from bot.matches.machines.analysis import Analysis, worst
from bot.matches.match.history import History, Step
from bot.matches.match.layout import Layout
from bot.matches.match.match import Match
from bot.matches.match.reader_view import ReaderView
from bot.metrics import DRAWING
from bot.people.person import Person
from bot.store.servers import Servers
from games.core import AnyGame, Pick, Seat, View, Word
from render.curve.graph import Course, Swing
from render.curve.poster import curve, poster
from render.draw import Picture, describe, draw, reading_view
from render.look import Look, Theme
from render.profile.profile import profile
from render.profile.standing import Profile

from ..words.answers import cut
from ..words.catalogue import Catalogue
from ..words.direction import mark_lines
from ..words.lines import LONGEST_NAME, MOST_TOLD, level, name, player_name, sanitize, side

LONGEST_ALT = 1024


def look(
    seen: ReaderView,
    words: Catalogue,
    theme: Theme,
    *,
    below: int = 0,
    private: bool = False,
    picked: tuple[Pick, ...] = (),
    codes: bool = False,
    zoom: int | None = None,
    past: bool = False,
) -> Look:
    """Look at a match as a reader, with its players' names and in private the reader's notes. With
    `codes` the codes of pieces lead on them in every language. `past` as for `Look`."""

    def names(*, drawn: bool) -> tuple[str, ...]:
        called = (
            name(seen.match, player.seat, words, drawn=drawn) for player in seen.match.players
        )
        return tuple(sanitize(title, LONGEST_NAME) for title in called)

    return Look(
        words,
        theme,
        names=names(drawn=True),
        spoken=names(drawn=False),
        below=below,
        private=private,
        picked=picked,
        notes=seen.notes if private else (),
        codes=True if codes else None,  # else as the language has it
        title=layout_title(seen.layout, words) if seen.layout else "",
        preview=bool(seen.draft),
        zoom=zoom,
        past=past,
        before=tuple(taken.view for taken in seen.since[:-1][-MOST_TOLD:]),
    )


def diagram(game: AnyGame, view: View, words: Catalogue) -> tuple[str, str]:
    """Write a board in monospaced letters, and what they mean."""
    return f"```\n{game.diagram(view)}\n```", f"-# {words(f'{game.info.id}.letters')}"


def in_letters(seen: ReaderView, words: Catalogue) -> tuple[str, str]:
    """Write a board in monospaced letters, and all that stands on it in words; of more than two
    players first who plays which side."""
    match, ground = seen.match, reading_view(seen.view, words).ground()
    spoken = tuple(player_name(name(match, player.seat, words)) for player in match.players)
    wanted = replace(look(seen, words, "dark"), notes=seen.notes, spoken=spoken)
    letters = "\n".join(diagram(seen.game, seen.view, words))
    described = [describe(seen.view, wanted), *ground]
    if len(spoken) > 2:
        sides = (side(match, seat, words) for seat in range(len(spoken)))
        named = (words("alt.who", side=of, name=who) for of, who in zip(sides, spoken, strict=True))
        described.insert(0, words("alt.news", saying=words("alt.comma").join(named)))
    return letters, cut("\n".join(described))


def in_text(seen: ReaderView, words: Catalogue, room: int) -> str:
    """Write a board in letters and words, or where there is no room for both in words alone."""
    letters, described = in_letters(seen, words)
    described = mark_lines(described)
    both = f"{mark_lines(letters)}\n{described}"
    return both if len(both) <= room else cut(described, room)


def after_text(seen: ReaderView, content: str, words: Catalogue, longest: int) -> str:
    """Put the board in words before a message that is to have at most `longest` characters."""
    content = mark_lines(content)
    return f"{in_text(seen, words, longest - len(content) - 1)}\n{content}"


def course(result: Analysis, own: frozenset[Seat]) -> Course:
    """Return how a match went for its `own` side, as an analysis found."""

    def own_share(value: float) -> float:
        return value if Seat(0) in own else 1 - value

    last = result.turns[-1]
    spots = [(turn.number - 1, own_share(turn.value)) for turn in result.turns]
    spots.append((last.number, own_share(last.value if result.end is None else result.end)))
    swings = (
        Swing(turn.number, turn.grade != "inaccurate", turn.text, turn.given_away)
        for turn in worst(result)
    )
    return Course(own, tuple(spots), tuple(swings))


def setting(match: Match, place: str, words: Catalogue) -> tuple[str, ...]:
    """Say when and where a match ended, and how strong its computers were."""
    day = datetime.fromtimestamp(match.updated_ms / 1000, UTC).date().isoformat()
    computers = sorted({p.computer.level: p.computer for p in match.players if p.computer}.items())
    return tuple(filter(None, (day, place, *(level(who, words) for _, who in computers))))


def layout_title(layout: Layout, words: Catalogue) -> str:
    """Name a layout: by its preset's word, or as it was saved."""
    return words(layout.title.code) if isinstance(layout.title, Word) else layout.title


class Studio:
    """The drawing of what a reader may see, in worker threads behind a small semaphore; `theme` is
    for all for whom neither they nor the `servers` have chosen another."""

    def __init__(self, threads: int, theme: Theme, servers: Servers) -> None:
        self._free = asyncio.Semaphore(threads)
        self._theme = theme
        self._servers = servers

    def usual(self, guild: int | None) -> Theme:
        """Return the theme of public pictures on a server."""
        return cast("Theme", self._servers.of(guild).theme or self._theme)

    def board_theme(self, match: Match) -> Theme:
        """Return the theme of a match's boards: that of a server, or of a letter's reader."""
        guild = match.terms.guild
        return self.theme(match.reader, guild) if match.reader else self.usual(guild)

    def theme(self, person: Person, guild: int | None) -> Theme:
        """Return the theme in which a person sees their own pictures, of a server or there."""
        return cast("Theme", person.preferences.theme or self.usual(guild))

    async def public(
        self, seen: ReaderView, words: Catalogue, theme: Theme | None = None
    ) -> discord.File:
        """Draw what all may see, from the side of a player alone with computers."""
        below = seen.match.faces
        return await self.draw(
            seen, look(seen, words, theme or self.usual(seen.match.terms.guild), below=below)
        )

    async def own(
        self,
        seen: ReaderView,
        words: Catalogue,
        person: Person,
        *,
        picked: tuple[Pick, ...] = (),
        below: int | None = None,
        zoom: int | None = None,
    ) -> discord.File:
        """Draw what a person may see as they want it, their side below unless `below` differs."""
        wanted = look(
            seen,
            words,
            self.theme(person, seen.match.terms.guild),
            below=(seen.view.seat or 0) if below is None else below,
            private=True,
            picked=picked,
            codes=person.preferences.codes,
            zoom=zoom,
        )
        return await self.draw(seen, wanted)

    async def curve(
        self,
        seen: ReaderView,
        result: Analysis,
        own: frozenset[Seat],
        words: Catalogue,
        theme: Theme,
    ) -> discord.File:
        """Draw how a match went for its `own` side, as an analysis found."""
        how = partial(curve, seen.view, course(result, own), look(seen, words, theme))
        return await self.draw_file(how, f"analysis-{seen.match.id}.png")

    async def poster(
        self,
        seen: ReaderView,
        result: Analysis | None,
        turning: View | None,
        words: Catalogue,
        place: str,
        theme: Theme | None = None,
    ) -> discord.File:
        """Draw the end of a match as all may see it, where it was played and, if it has been
        analysed, its curve and the board after the `turning` point."""
        below = seen.match.faces
        own = seen.game.info.team(Seat(below))
        wanted = look(seen, words, theme or self.usual(seen.match.terms.guild), below=below)
        known = replace(course(result, own), turning=turning) if result else None
        how = partial(poster, seen.view, wanted, known, setting(seen.match, place, words))
        return await self.draw_file(how, f"poster-{seen.match.id}.png")

    async def past(
        self, past: History, step: Step, look: Look, turn: str, words: Catalogue
    ) -> discord.File:
        """Draw a past board; its alt text begins with the `turn` it is of."""
        name = f"{past.match.terms.game}-{past.match.id}-{step.revision}.png"
        file = await self.picture(step.view, look, name)
        alt = words("history.alt", turn=turn, picture=file.description or "")
        file.description = alt[:LONGEST_ALT]
        return file

    async def profile(self, seen: Profile, words: Catalogue, theme: Theme) -> discord.File:
        return await self.draw_file(partial(profile, seen, Look(words, theme)), "profile.png")

    async def draw(self, seen: ReaderView, look: Look) -> discord.File:
        """Draw a match's board as an attachment, named by game, match and revision."""
        match = seen.match
        name = f"{match.terms.game}-{match.id}-{match.stand.revision}.png"
        return await self.picture(seen.view, look, name)

    async def picture(self, view: View, look: Look, name: str) -> discord.File:
        """Draw a view as an attachment with its words as alt text."""
        return await self.draw_file(partial(draw, view, look), name)

    async def draw_file(self, how: Callable[[], Picture], name: str) -> discord.File:
        async with self._free:
            with DRAWING.time():
                picture = await asyncio.to_thread(how)
        return discord.File(io.BytesIO(picture.png), filename=name, description=picture.alt)
