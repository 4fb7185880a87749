"""A running match: turns, offers and giving up."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from games import fairness, submission
from games.core import Act, Entry, Seat
from games.record import Seal
from games.replay import Course

from .model import Code, Match, MatchId, Offer, OfferKind, Refusal, Seen, StaleRevision
from .referee import Referee, Step, playing
from .seeing import loaded, seen
from .store.rows import Stored

RACES = 4
"""How often to try again when somebody else gets in between without a conflict."""


class Play(Referee):
    """What the players of a running match may do."""

    async def act(
        self, key: int, match: MatchId, user: int, text: str, revision: int | None = None
    ) -> Seen:
        """Make a whole turn, all of it or none. Raises GameError with the engine's reason.

        `revision` is that of the board the turn was thought of at, None for the present one. In a
        free turn every seat is on its own, and what the others do meanwhile makes nothing stale.
        """
        for _ in range(RACES):
            before = await self._load(match, key)
            rules = self._rules(before.match.game)
            if before.repeated:
                return seen(rules, before, user)
            seat = playing(before.match, user)
            if before.version != rules.game.info.version:
                raise Refusal(Code.OTHER_RULES, match=match)
            state = loaded(rules, before)
            turn = rules.turn(state)
            alone = isinstance(turn, Act) and turn.free
            if not alone and revision not in (None, before.match.revision):
                break
            state, entry = submission.play(rules, state, seat, text)
            step = self._settle(rules, before, state, (entry,), set_up=alone)
            seal = (
                self._seal(match, seat, entry.text) if alone and rules.game.info.private else None
            )
            try:
                return await self._take(key, before, user, step, seal)
            except StaleRevision:
                if not alone:
                    raise
        raise StaleRevision(match)

    async def resign(
        self, key: int, match: MatchId, user: int, revision: int | None = None
    ) -> Seen:
        """Give the match up; the other side wins, whoever was to move."""
        before = await self._load(match, key)
        if before.repeated:
            return seen(self._rules(before.match.game), before, user)
        seat = playing(before.match, user, revision)
        return await self._take(key, before, user, self._forfeit(before, seat, "resign"))

    async def check_resign(self, match: MatchId, user: int) -> None:
        """Raise what `resign` would raise: no player, not running, or too early in this game."""
        before = await self._load(match)
        self._forfeit(before, playing(before.match, user), "resign")

    async def offer(self, key: int, match: MatchId, user: int, kind: OfferKind) -> Offer | Match:
        """Offer a draw, or to call the match off, or ask to take one's last turn back.

        One offer stands at a time, until the next move. The same offer from the other side is an
        acceptance, and the match comes back as it is then; but not so with a takeback, for they
        would be different turns. Raises GameError for a turn that cannot be taken back.
        """
        for _ in range(RACES):
            before = await self._load(match, key)
            standing = before.offer
            if before.repeated:
                return standing or before.match
            seat = playing(before.match, user)
            if kind == "draw" and not self._rules(before.match.game).game.info.draws:
                raise Refusal(Code.NO_DRAWS)
            if standing and (standing.kind, standing.seat) == (kind, seat):
                raise Refusal(Code.OFFERED_ALREADY, match=match)
            if kind == "takeback":
                await self._taken_back(before, seat)
            elif standing and standing.kind == kind:
                return await self._accept(key, before, standing)
            made = Offer(match, kind, seat, before.match.revision)
            if await self._store.propose(key, before, made):
                return made
        raise StaleRevision(match)

    async def answer(
        self,
        key: int,
        match: MatchId,
        user: int,
        kind: OfferKind,
        accept: bool,
        revision: int,
        by: Seat | None = None,
    ) -> Match:
        """Accept an offer made at `revision` by a seat (None: whichever), or decline it."""
        before = await self._load(match, key)
        if before.repeated:
            return before.match
        seat = playing(before.match, user)
        standing = before.offer
        if standing is None or (standing.kind, standing.revision) != (kind, revision):
            raise Refusal(Code.NO_OFFER, match=match)
        if by not in (None, standing.seat):
            raise Refusal(Code.NO_OFFER, match=match)
        if standing.seat == seat:
            raise Refusal(Code.OWN_OFFER, match=match)
        if accept:
            return await self._accept(key, before, standing)
        if await self._store.propose(key, before, None) or await self._store.handled(key):
            return before.match
        raise Refusal(Code.NO_OFFER, match=match)

    async def standing(self, match: MatchId) -> Offer | None:
        """The offer that waits for an answer."""
        return (await self._load(match)).offer

    async def _accept(self, key: int, before: Stored, offer: Offer) -> Match:
        if offer.kind == "takeback":
            step = await self._taken_back(before, offer.seat)
        else:
            step = self._forfeit(before, None, "agreement" if offer.kind == "draw" else "cancelled")
        after = step.after
        if offer.kind == "cancel":
            after = replace(after, match=replace(after.match, status="cancelled"))
        stale = StaleRevision(before.match.id)
        done = await self._commit(key, before, after, stale, step.entries)
        return done or (await self._load(before.match.id)).match

    def _forfeit(
        self, before: Stored, seat: Seat | None, reason: Literal["resign", "agreement", "cancelled"]
    ) -> Step:
        """One seat gives up; None: all of them agree."""
        rules = self._rules(before.match.game)
        seats = range(rules.game.info.seats) if seat is None else [seat]
        state = rules.forfeit(loaded(rules, before), frozenset(map(Seat, seats)), reason)
        return self._settle(rules, before, state, (Entry("forfeit", seat, reason),))

    async def _taken_back(self, before: Stored, seat: Seat) -> Step:
        """A seat's last turn and what was played since, taken back. Raises GameError."""
        match, rules = before.match, self._rules(before.match.game)
        if before.version != rules.game.info.version:
            raise Refusal(Code.OTHER_RULES, match=match.id)
        log = (await self._store.lines(match.id))[: match.revision]
        course = Course(rules, match.variant, [line.entry for line in log])
        entry = course.follow(Entry("takeback", seat, ""))
        return self._settle(rules, before, course.state, (entry,))

    def _seal(self, match: MatchId, seat: Seat, layout: str) -> Seal:
        """A fresh seal of what a seat has set up in secret."""
        nonce = self._entropy(fairness.NONCE_BYTES)
        return Seal(seat, fairness.seal(match, seat, nonce, layout), nonce)

    async def _take(
        self, key: int, before: Stored, user: int, step: Step, seal: Seal | None = None
    ) -> Seen:
        match, rules = before.match.id, self._rules(before.match.game)
        stale = StaleRevision(match)
        if await self._commit(key, before, step.after, stale, step.entries, seal=seal):
            return seen(rules, step.after, user, state=step.state)
        return seen(rules, await self._load(match), user)
