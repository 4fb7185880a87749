"""Boards in channels: a follower that brings them, and the cards before them, up to their match.

A board is never "notified": the table of boards says which message shows which revision, and
`bring` closes the gap, whatever left it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Watched
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import CHANNEL, SHOWN_OPEN, PostedMessage, offer_of
from bot.matches.match.ping import PingKind
from bot.matches.match.players import NamedPerson
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.seating import at_odds
from bot.matches.service import Matches
from bot.people.person import Person
from games.core import Event, View
from render.library import DRAWINGS

from ..controls import panels
from ..controls.pictures import Studio
from ..words import aim_line, lines, offer_lines, points_lines
from ..words.catalogue import Catalogue
from ..words.evidence_lines import proof
from ..words.languages import Languages
from .cards import Cards
from .editing import edit
from .fairness import Fairness
from .homes import Homes, Trouble
from .pings import Pings
from .sender import Sender

log = logging.getLogger(__name__)

HELD_S, MOST_HELD_S, LONGEST_HELD_S = 5, 15, 60
"""The seconds a board waits for one computer's turn, for several, and where only computers play."""


class Boards:
    """The follower that keeps the public messages of every match up to date."""

    def __init__(
        self,
        client: discord.Client,
        matches: Matches,
        studio: Studio,
        languages: Languages,
        pings: Pings,
        homes: Homes,
        cards: Cards,
        fairness: Fairness,
        sender: Sender,
    ) -> None:
        self._client = client
        self._matches = matches
        self._studio = studio
        self._languages = languages
        self._pings = pings
        self._homes = homes
        self._cards = cards
        self._fairness = fairness
        self._sender = sender
        self._clean: set[MatchId] = set()
        self._held: dict[MatchId, float] = {}

    async def bring(self, watched: Watched, messages: Messages) -> Event | None:
        """Bring the card and the board up; an event says what stands in the way."""
        match = watched.match
        guild = match.terms.guild
        if guild is not None and self._client.get_guild(guild) is None:
            return Event("board.removed", {"match": match.id})
        if match.begun and watched.view is None:  # its moves are no longer kept
            return None
        if match.stand.phase == "open":
            await self._cards.post_missing(watched, messages)
            return None
        if await self._answered_soon(match, messages.get(CHANNEL)):
            return None
        first = messages.get(CHANNEL) is None
        failures: list[Exception] = []  # whatever keeps one message back, the others come
        try:
            if match.begun:
                housed = match if match.home else await self._homes.first(match)
                watched = replace(watched, match=housed)
                watched = replace(watched, match=await self._fairness.bring(housed, messages))
        except Exception as failure:
            failures.append(failure)
            home = (await self._matches.match(match.id)).home  # it may have moved before it failed
            watched = replace(watched, match=replace(match, home=home))
        for bring in (self._bring_board, self._cards.close, self._close_offers):
            try:
                await bring(watched, messages)
            except Exception as failure:
                failures.append(failure)
        if first and match.terms.rematch_of and messages.get(CHANNEL):
            messages.later(asyncio.create_task(self._homes.rename(match), name="thread's name"))
        if troubles := [one.event for one in failures if isinstance(one, Trouble)]:
            return troubles[0]
        if failures:
            raise min(failures, key=lambda failure: isinstance(failure, Unfinished))
        return None

    async def _answered_soon(self, match: Match, board: PostedMessage | None) -> bool:
        """Wait a little for the turns of computers, to show them with the turn before them.

        True if there is something newer to show.
        """
        expected = match.computing or match.stand.phase == "setting_up"
        behind = board is None or board.revision < match.stand.revision
        if not (expected and behind and self._matches.computers.thinks(match.id)):
            self._held.pop(match.id, None)
            return False
        now_s = asyncio.get_running_loop().time()
        living = any(one.person and not one.out for one in match.players)
        most = MOST_HELD_S if living else LONGEST_HELD_S
        left = self._held.setdefault(match.id, now_s) + most - now_s
        if left > 0 and await self._matches.followers.newer(match.id, min(left, HELD_S)):
            return True
        self._held.pop(match.id, None)
        return False

    # ----------------------------------------------------------------- offers

    async def _close_offers(self, watched: Watched, messages: Messages) -> None:
        """Take the buttons off every offer that no longer stands.

        One that no player has answered says so; an answer is written by the press that gave it.
        """
        match = watched.match
        for one in messages.all():
            offer = offer_of(one)
            if offer is None or one.revision != SHOWN_OPEN or offer == match.offer:
                continue
            changes: dict[str, Any] = {"view": None}
            moved_on = match.stand.revision > offer.revision or match.offer is not None
            if offer.substitute is not None:  # or whom it was about has come back
                moved_on |= match.players[offer.substitute.seat] not in match.absent
            if (outcome := self._matches.offers.outcome(match.id, offer)) is not None:
                words = self._languages.public(match)
                seat, how = outcome
                changes["content"] = offer_lines.offered(match, offer, how, words, seat)
            elif moved_on and not match.ended_by(offer):
                words = self._languages.public(match)
                changes["content"] = offer_lines.offered(match, offer, "lapsed", words, offer.seat)
            await edit(self._client, match.id, one.channel, one.message, **changes)
            messages.note(replace(one, revision=match.stand.revision))

    # ----------------------------------------------------------------- boards

    async def _bring_board(self, watched: Watched, messages: Messages) -> None:
        match, before = watched.match, messages.get(CHANNEL)
        if watched.view is None or match.home is None:
            return
        seen = ReaderView(match, self._matches.game(match), watched.view)
        moved = match.running and before and before.channel != match.place
        if before and before.revision >= match.stand.revision and not moved:
            await self._tell_time(seen, before, messages)
            await self._clear(seen, messages)
            return

        async def send(match: Match) -> int:
            return await self._send(replace(seen, match=match), before, messages, watched.people)

        match, message = await self._homes.deliver(match, send)
        earlier = before.passed(clean=match.id in self._clean) if before else ""
        self._clean.discard(match.id)
        posted = PostedMessage(
            match.id,
            CHANNEL,
            match.place,
            message,
            match.stand.revision,
            before.proofs if before else "",
            earlier,
            match.clock_ms,
            match.absences,
        )
        messages.note(posted)
        await self._clear(seen, messages)

    async def _tell_time(self, seen: ReaderView, shown: PostedMessage, messages: Messages) -> None:
        """Say on the board how the clocks stand and who is absent, if that has changed since.

        On the last board, say that the match has been taken out of the points. Of somebody who has
        had all about them deleted, take the name off every board.
        """
        match = seen.match
        current = (shown.revision, shown.clock_ms) == (match.stand.revision, match.clock_ms)
        if not match.running and match.unrated != "struck" and not match.nameless:
            return
        if current and shown.absences == match.absences:
            return
        words = self._languages.public(match)
        given = await self._matches.evidence.given(match)
        first = not shown.earlier
        aim = await self._aim(seen, words, first=first)
        replaced = _taken_over(match, shown.revision)
        change = await self._changed(match, words, replaced=replaced)
        told = "\n".join((lines.board(seen, words, given), *filter(None, [change])))
        parts = self._explained(told, seen, aim, messages, first=first)
        parts += await self._kept(seen, shown.revision, shown.public, words)
        level = await self._matches.next_level(match)
        view = self._under(match, words, explained=bool(aim), level=level)
        changes: dict[str, Any] = {"content": "\n".join(parts), "view": view}
        if replaced or match.nameless:
            picture = await self._studio.public(seen, words)
            changes["attachments"] = [picture]  # it names the players
        await edit(self._client, match.id, shown.channel, shown.message, **changes)
        messages.note(replace(shown, clock_ms=match.clock_ms, absences=match.absences))

    async def _kept(
        self, seen: ReaderView, revision: int, public: Mapping[str, int], words: Catalogue
    ) -> list[str]:
        """Repeat the proofs on the board of a revision, if an earlier version of the bot posted it.

        `public` are those that boards have shown.
        """
        early = seen.game.set_up and revision <= len(seen.match.players)
        if not public or not (early or any(first >= revision for first in public.values())):
            return []
        proofs = await self._matches.evidence.proofs(seen.match)
        return [proof(seen.match, one, words) for one in proofs if one.key in public]

    async def _clear(self, seen: ReaderView, messages: Messages) -> None:
        """Take the buttons off the boards before this one, unless that has been done.

        The one just before says what was played on it.
        """
        match, shown = seen.match, messages.get(CHANNEL)
        if match.id in self._clean or shown is None:
            return
        for number, (channel, message, revision) in enumerate(reversed(shown.messages)):
            changes: dict[str, Any] = {"view": None}
            if number == 0 and 0 <= revision < match.stand.revision:
                changes["content"] = await self._passed(seen, revision, shown.public)
            await edit(self._client, match.id, channel, message, **changes)
        if match.running:
            self._clean.add(match.id)

    async def _passed(self, seen: ReaderView, revision: int, public: Mapping[str, int]) -> str:
        """Say above the board of a revision what was played on it."""
        words = self._languages.public(seen.match)
        passed = lines.passed(seen, words, await self._round(seen.match, revision))
        return "\n".join((passed, *await self._kept(seen, revision, public, words)))

    async def _send(
        self,
        seen: ReaderView,
        before: PostedMessage | None,
        messages: Messages,
        people: Mapping[int, Person],
    ) -> int:
        """Post a board; only the first of a set-up mentions those who set up, and none again."""
        match, words = seen.match, self._languages.public(seen.match)
        concerned = await self._concerned(match, people)
        again = before is not None and before.revision in (SHOWN_OPEN, match.stand.revision)
        since = match.stand.revision if again else before.revision if before else 0
        earlier = await self._round(match, since)
        aim = await self._aim(seen, words, first=before is None)
        left = before is not None and _taken_over(match, since)
        change = await self._changed(match, words, replaced=left)
        board = lines.board(seen, words, notified=concerned, earlier=earlier)
        told = "\n".join((board, *filter(None, [change])))
        parts = self._explained(told, seen, aim, messages, first=before is None)
        kind: PingKind = "turn" if match.running else "end"
        mentioned_before = match.stand.phase == "setting_up" and before is not None
        users = [] if mentioned_before or again else [person.id for person in concerned]
        level = await self._matches.next_level(match)
        picture = await self._studio.public(seen, words)
        async with self._pings.mentioning(match, users, kind, people) as mentions:
            return await self._sender.send(
                match.place,
                "\n".join(parts),
                match.updated_ms,
                after=before,
                file=picture,
                view=self._under(match, words, explained=bool(aim), level=level),
                allowed_mentions=mentions,
                nonce=f"{match.id}-{match.stand.revision}{_other(before) if again else ''}",
            )

    async def _aim(self, seen: ReaderView, words: Catalogue, *, first: bool) -> str:
        """Tell those a board calls for the first time its aim, if the game is new to them.

        In a set-up the `first` board calls everybody.
        """
        match, game = seen.match, seen.game
        opening = (
            first and seen.view.free if game.set_up else match.stand.turns < len(match.players)
        )
        called = [one for one in match.players if one.acting and one.acted_ms is None]
        people = [one.person.id for one in called if one.person]
        if not (opening and people):
            return ""
        new = await self._matches.newcomers(match, people)
        liveries = DRAWINGS[type(seen.view)].liveries(seen.view, "light")
        return aim_line.aim(match, game.info, new, [one.word for one in liveries], words)

    def _explained(
        self, told: str, seen: ReaderView, aim: str, messages: Messages, *, first: bool
    ) -> list[str]:
        """Add to a board's lines the aim, whether the match counts, and the way to the proofs.

        The latter are on first boards and the last; that a match has come to count for nothing is
        on all from then on. They have a line of their own only where there is no aim: a phone shows
        few lines. In a set-up, which calls many, only aim and way have room, in a line.
        """
        match, words = seen.match, self._languages.public(seen.match)
        wanted = first or not match.stand.turns or match.stand.outcome is not None
        way = self._fairness.line(match, messages, words, wanted=wanted)
        if aim and way and seen.view.free:
            return [told, lines.DOT.join((aim, way))]
        counts = points_lines.on_board(match, words, wanted=wanted)
        small = lines.DOT.join(filter(None, (counts, way)))
        if aim and small:
            head, *rest = told.splitlines()
            return [lines.DOT.join((head, small)), aim, *rest]
        return [*filter(None, (told, aim, f"-# {small}" if small else ""))]

    async def _changed(self, match: Match, words: Catalogue, *, replaced: bool = False) -> str:
        """Say what a match has changed for whom: at its end, or as a player is replaced."""
        if not (replaced or match.stand.outcome) or match.unrated not in (None, "replaced"):
            return ""
        changes = await self._matches.ratings.changes(match.id)
        return points_lines.changed(match, changes, words)

    def _under(
        self, match: Match, words: Catalogue, *, explained: bool, level: int | None = None
    ) -> discord.ui.View:
        matches = self._matches
        known = matches.computers.levels(match.terms.game) > 0
        possible = matches.offers.replacing.possible(match)
        return panels.on_board(
            match, words, analysed=known, replaceable=possible, explained=explained, level=level
        )

    async def _round(self, match: Match, since: int) -> tuple[View, ...]:
        """List the turns since a board and before the last, where computers play."""
        if match.timeless and not match.stand.taken_back:
            return await self._matches.reading.round(match, since)
        return ()

    async def _concerned(self, match: Match, people: Mapping[int, Person]) -> list[NamedPerson]:
        """List the people to notify: those who are to act, or have yet to hear of the end.

        The player who brought the end about knows of it, and notifies no one they have blocked or
        who has blocked them.
        """
        if match.running:
            return [one.person for one in match.players if one.acting and one.person]
        ended = await self._matches.evidence.surprised(match)
        owed = {ping.user for ping in await self._pings.owed(match, "end")}
        return [
            one.person
            for one in match.players
            if one.person
            and (one.person.id in owed or (one in ended and not at_odds(one.person.id, people)))
        ]


def _other(before: PostedMessage | None) -> str:
    """Tell a board posted again from the one before it, which Discord would take it for."""
    return f"-{before.message % 1_000_000}" if before else ""


def _taken_over(match: Match, since: int) -> bool:
    """Tell whether a seat has been taken over since the board of a revision."""
    return any(one.substitution and one.substitution.revision >= since for one in match.players)
