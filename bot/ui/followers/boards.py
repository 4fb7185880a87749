"""Boards in channels: a follower that brings them, and the cards before them, up to their match.

A board is never "notified": the table of boards says which message shows which revision, and
`bring` closes the gap, whatever left it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import discord

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Watched
from bot.matches.match.ids import MatchId
from bot.matches.match.match import Match
from bot.matches.match.messages import (
    CHANNEL,
    SALT,
    SHOWN_OPEN,
    STOPPED,
    PostedMessage,
    Proof,
    offer_of,
    written,
)
from bot.matches.match.ping import PingKind
from bot.matches.match.players import NamedPerson
from bot.matches.match.reader_view import ReaderView
from bot.matches.match.refusals import Stopped
from bot.matches.match.seating import at_odds
from bot.matches.service import Matches
from bot.people.person import Person
from games.core import Event, View

from ..controls import panels
from ..controls.pictures import Studio
from ..words import aim_line, lines, offer_lines
from ..words.catalogue import Catalogue
from ..words.evidence_lines import layout, proof
from ..words.languages import Languages
from .cards import Cards
from .editing import edit
from .homes import CLOSED, MISSING_ACCESS, MISSING_PERMISSIONS, UNKNOWN_CHANNEL, Homes, Trouble
from .pings import Pings

log = logging.getLogger(__name__)

HELD_S, MOST_HELD_S, LONGEST_HELD_S = 5, 15, 60
"""The seconds a board waits for one computer's turn, for several, and where only computers play."""
REFUSED = {
    MISSING_ACCESS: "board.cannot_send",
    MISSING_PERMISSIONS: "board.cannot_send",
    200000: "board.automod",
}
"""The codes of the events that explain refusals which do not pass by themselves."""


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
    ) -> None:
        self._client = client
        self._matches = matches
        self._studio = studio
        self._languages = languages
        self._pings = pings
        self._homes = homes
        self._cards = cards
        self._clean: set[MatchId] = set()
        self._held: dict[MatchId, float] = {}

    async def bring(self, watched: Watched, messages: Messages) -> Event | None:
        """Bring the card and the board up; an event says what stands in the way."""
        match = watched.match
        guild = match.terms.guild
        if guild is not None and self._client.get_guild(guild) is None:
            return Event("board.removed", {"match": match.id})
        if match.stand.phase == "open":
            await self._cards.post_missing(watched, messages)
            return None
        if await self._answered_soon(match, messages.get(CHANNEL)):
            return None
        first = messages.get(CHANNEL) is None
        failures: list[Exception] = []  # whatever keeps one message back, the others come
        try:
            if watched.view is not None and match.home is None:
                watched = replace(watched, match=await self._homes.first(match))
        except Exception as failure:
            failures.append(failure)
        for bring in (self._bring_board, self._cards.close, self._close_offers):
            try:
                await bring(watched, messages)
            except Exception as failure:
                failures.append(failure)
        if first and match.terms.rematch_of and messages.get(CHANNEL):
            messages.later(asyncio.create_task(self._homes.rename(match), name="thread's name"))
        if failures and isinstance(failures[0], Trouble):
            return failures[0].event
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

    # ------------------------------------------------------------------- ends

    async def stopped(self, match: MatchId) -> None:
        """Say where a match is played that it cannot be read, and whom to tell."""
        current = await self._matches.match(match)
        notice, revision = (await self._matches.shown(match)).get(STOPPED), current.stand.revision
        if notice and notice.revision >= revision:
            return
        words = self._languages.public(current)
        people = await self._matches.people.of(one.id for one in current.people)
        called = lines.called(current, current.players, words)
        message = await self._channel(current).send(
            f"{called} {words.tell(Stopped(match, revision).event)}",
            allowed_mentions=self._pings.at_once(people.values()),
            nonce=f"{match}-{STOPPED}-{revision}",
        )
        await self._matches.show(PostedMessage(match, STOPPED, current.place, message.id, revision))

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
        if before and before.revision >= match.stand.revision:
            await self._tell_time(seen, before, messages)
            await self._clear(seen, messages)
            return
        public = before.public if before else {}
        proofs = await self._proofs(seen, public)
        try:
            message = await self._send(seen, before, proofs, watched.people)
        except discord.HTTPException as failure:
            if failure.code in REFUSED:
                refused = Event(REFUSED[failure.code], {"match": match.id, "place": match.place})
                raise Trouble(refused) from failure
            if failure.code not in {UNKNOWN_CHANNEL, *CLOSED}:
                raise
            match = await self._homes.another(match, failure.code)
            message = await self._send(
                ReaderView(match, seen.game, watched.view), before, proofs, watched.people
            )
        if new := [one.key for one in proofs if one.key not in public]:
            by_now = (await self._matches.match(match.id)).stand.revision
            public |= dict.fromkeys(new, by_now)
        earlier = before.passed(clean=match.id in self._clean) if before else ""
        self._clean.discard(match.id)
        posted = PostedMessage(
            match.id,
            CHANNEL,
            match.place,
            message.id,
            match.stand.revision,
            written(public),
            earlier,
            match.clock_ms,
            match.absences,
        )
        messages.note(posted)
        await self._clear(seen, messages, before.public if before else {})

    async def _tell_time(self, seen: ReaderView, shown: PostedMessage, messages: Messages) -> None:
        """Say on the board how the clocks stand and who is absent, if that has changed since."""
        match = seen.match
        current = (shown.revision, shown.clock_ms) == (match.stand.revision, match.clock_ms)
        if not match.running or (current and shown.absences == match.absences):
            return
        words = self._languages.public(match)
        given = await self._matches.evidence.given(match)
        parts = [lines.board(seen, words, given), *await self._proved(seen, shown, words)]
        if aim := await self._aim(seen, words, first=not shown.earlier):
            parts.insert(1, aim)
        view = self._under(match, words, explained=bool(aim))
        changes: dict[str, Any] = {"content": "\n".join(parts), "view": view}
        if any(
            one.substitution and one.substitution.revision == shown.revision
            for one in match.players
        ):
            picture = await self._studio.public(seen, words)
            changes["attachments"] = [picture]  # it names the players
        await edit(self._client, match.id, shown.channel, shown.message, **changes)
        messages.note(replace(shown, clock_ms=match.clock_ms, absences=match.absences))

    async def _proved(self, seen: ReaderView, shown: PostedMessage, words: Catalogue) -> list[str]:
        """Repeat the seals and salt that the present board has shown."""
        match, public = seen.match, shown.public
        early = seen.game.set_up and not match.stand.turns
        if not early and all(first < shown.revision for first in public.values()):
            return []
        return [
            proof(match, one, words)
            for one in await self._matches.evidence.proofs(match)
            if public.get(one.key, -1) >= shown.revision or (early and one.seat is not None)
        ]

    async def _clear(
        self, seen: ReaderView, messages: Messages, public: Mapping[str, int] | None = None
    ) -> None:
        """Take the buttons off the boards before this one, unless that has been done.

        The one just before says what was played on it. `public` are the proofs shown by then; if
        they are unknown and more may have been shown since, its words stay.
        """
        match, shown = seen.match, messages.get(CHANNEL)
        if match.id in self._clean or shown is None:
            return
        known = shown.public if public is None else public
        for number, (channel, message, revision) in enumerate(reversed(shown.messages)):
            changes: dict[str, Any] = {"view": None}
            sure = public is not None or all(first <= revision for first in known.values())
            if number == 0 and sure:
                changes["content"] = await self._passed(seen, revision, known)
            await edit(self._client, match.id, channel, message, **changes)
        if match.running:
            self._clean.add(match.id)

    async def _passed(self, seen: ReaderView, revision: int, public: Mapping[str, int]) -> str:
        """Say above the board of a revision what was played on it, and what it proves."""
        words = self._languages.public(seen.match)
        parts = [lines.passed(seen, words, await self._round(seen.match, revision))]
        early = seen.game.set_up and revision <= len(seen.match.players)
        if early or any(first >= revision for first in public.values()):
            proofs = await self._matches.evidence.proofs(seen.match)
            parts += [proof(seen.match, one, words) for one in proofs if one.key in public]
        return "\n".join(parts)

    async def _send(
        self,
        seen: ReaderView,
        before: PostedMessage | None,
        proofs: Iterable[Proof],
        people: Mapping[int, Person],
    ) -> discord.Message:
        """Post a board; only the first of a set-up mentions those who set up."""
        public = before.public if before else {}
        match, words = seen.match, self._languages.public(seen.match)
        concerned = await self._concerned(match, people)
        earlier = await self._round(match, before.revision if before else 0)
        aim = await self._aim(seen, words, first=before is None)
        parts = [lines.board(seen, words, notified=concerned, earlier=earlier)]
        parts += [aim] if aim else []
        parts += [proof(match, one, words) for one in proofs]
        parts += await self._layouts(seen, public, words)
        kind: PingKind = "turn" if match.running else "end"
        mentioned_before = match.stand.phase == "setting_up" and before is not None
        users = [] if mentioned_before else [person.id for person in concerned]
        level = await self._matches.next_level(match)
        picture = await self._studio.public(seen, words)
        async with self._pings.mentioning(match, users, kind, people) as mentions:
            return await self._channel(match).send(
                "\n".join(parts),
                file=picture,
                view=self._under(match, words, explained=bool(aim), level=level),
                allowed_mentions=mentions,
                nonce=f"{match.id}-{match.stand.revision}",
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
        return aim_line.aim(match, game.info, new, match.faces, words)

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
            return await self._matches.evidence.round(match, since)
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

    async def _proofs(self, seen: ReaderView, public: Mapping[str, int]) -> tuple[Proof, ...]:
        """List the proofs no board has shown yet, and the seals till play begins.

        If something kept earlier boards back they are shown late, and prove less.
        """
        match = seen.match
        seats = [str(player.seat) for player in match.players] if seen.game.set_up else []
        if match.stand.turns and public.keys() >= {SALT, *seats}:
            return ()
        proofs = await self._matches.evidence.proofs(match)
        early = not match.stand.turns
        return tuple(
            one for one in proofs if one.key not in public or (one.seat is not None and early)
        )

    async def _layouts(
        self, seen: ReaderView, public: Mapping[str, int], words: Catalogue
    ) -> list[str]:
        """Reveal the secret layouts at the end, and whether they are those sealed in time."""
        match, set_up = seen.match, seen.game.set_up
        if match.stand.outcome is None or set_up is None:
            return []
        layouts = await self._matches.evidence.layouts(match.id)
        return [
            layout(match, seat, set_up.read(text), sealed, public.get(str(seat)), words)
            for seat, (text, sealed) in sorted(layouts.items())
        ]

    def _channel(self, match: Match) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(match.place, guild_id=match.terms.guild)
