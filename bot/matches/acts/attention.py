"""The one place where it is counted how much of other people's attention somebody takes up.

Whatever starts a match, challenges, offers or shares asks here first, unless a program does it.
What a follower begins has been counted when it was opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..match.allowance import CHALLENGED_MS, STARTED_MS, Allowance, Spent, Tally, free_at
from ..match.match import Match
from ..match.players import NamedPerson, Offer
from ..match.refusals import Code, Refusal
from ..match.seating import at_odds
from ..referee import Referee
from ..store.rows import Stored

MOST_OPEN = 10
"""The most open matches one host may have."""


class Attention:
    """Counts in the database what people cause, and refuses what is too much."""

    def __init__(self, referee: Referee, allowance: Allowance) -> None:
        self._referee = referee
        self.allowance = allowance
        self.counting = asyncio.Lock()
        """Held from the count to the change it allows, so that nobody joins two matches at once."""

    # --------------------------------------------------------------- matches

    def check_opening(self, opened: Match, cards: int, tally: Tally) -> None:
        """Raise Refusal if its host, who has `cards` other open ones, has too many matches."""
        allowed, host, now = self.allowance, opened.terms.host, opened.updated_ms
        if tally.running.get(host.id, 0) >= allowed.running:
            raise Refusal(Code.MOST_RUNNING, limit=allowed.running)
        if _is_alone(opened) and tally.alone.get(host.id, 0) >= allowed.alone:
            raise Refusal(Code.MOST_ALONE, limit=allowed.alone)
        if (at_ms := free_at(tally.started, allowed.started, STARTED_MS, now)) is not None:
            raise Refusal(Code.MOST_STARTED, limit=allowed.started, at_ms=at_ms)
        if opened.terms.rematch_of is None:
            self._check_challenges(opened.called, tally.challenged, now)
        elif (at_ms := free_at(tally.again, allowed.to_one, CHALLENGED_MS, now)) is not None:
            raise Refusal(Code.MOST_REMATCHES, limit=allowed.to_one, at_ms=at_ms)
        if cards >= MOST_OPEN:
            raise Refusal(Code.TOO_MANY, limit=MOST_OPEN)

    def _check_challenges(
        self, called: Sequence[NamedPerson], challenged: Sequence[tuple[int, int]], now_ms: int
    ) -> None:
        allowed = self.allowance
        for person in called:
            times = [at_ms for user, at_ms in challenged if user == person.id]
            if (at_ms := free_at(times, allowed.to_one, CHALLENGED_MS, now_ms)) is not None:
                limit = allowed.to_one
                raise Refusal(Code.MOST_TO_ONE, name=person.name, limit=limit, at_ms=at_ms)
        times, limit = [at_ms for _, at_ms in challenged], allowed.challenges
        room = max(1, limit + 1 - len(called))
        if called and (at_ms := free_at(times, room, CHALLENGED_MS, now_ms)) is not None:
            raise Refusal(Code.MOST_CHALLENGES, limit=limit, at_ms=at_ms)

    async def check_joining(self, match: Match, joining: int, people: Collection[int]) -> None:
        """Raise Refusal if somebody who would now play has too many running matches.

        `people` are all for whom a match begins with this, or only whoever joins. Where it begins,
        its host must not have started too many in the channel.
        """
        allowed, now = self.allowance, self._referee.now()
        tally, host = await self._referee.store.tally(match, people, now), match.terms.host
        if tally.running.get(joining, 0) >= allowed.running:
            raise Refusal(Code.MOST_RUNNING, limit=allowed.running)
        for one in match.invitations:
            if one.person and tally.running.get(one.person.id, 0) >= allowed.running:
                raise Refusal(Code.THEIR_RUNNING, name=one.person.name, limit=allowed.running)
        at_ms = free_at(tally.started, allowed.started, STARTED_MS, now)
        if host.id in people and at_ms is not None:
            limit = allowed.started
            raise Refusal(Code.THEIR_STARTED, name=host.name, limit=limit, at_ms=at_ms)

    # -------------------------------------------------------------- messages

    def offered(
        self, before: Stored, user: int, offer: Offer, asked: Iterable[NamedPerson]
    ) -> tuple[Mapping[int, Spent], frozenset[int]]:
        """Return what an offer costs each person, and the people it mentions. Raises Refusal.

        Two of whom one blocks the other can only agree to call their match off, unmentioned, and
        neither can have the other replaced.
        """
        match, allowed = before.match, self.allowance
        people = {one.id: one for one in asked}
        absent = match.players[offer.substitute.seat].person if offer.substitute else None
        concerned = people | ({absent.id: absent} if absent else {})
        pairs = {one: {id_: before.people[id_] for id_ in (user, one)} for one in concerned}
        odds = [one for one, pair in pairs.items() if at_odds(one, pair)]
        if odds and offer.kind != "cancel":
            raise Refusal(Code.ONLY_ENDING, match=match.id, name=concerned[odds[0]].name)
        if _spent(before, user).messages >= allowed.messages:
            raise Refusal(Code.MOST_MESSAGES, match=match.id, limit=allowed.messages)
        heard = {one for one in people if _spent(before, one).mentions >= allowed.mentions}
        mentioned = frozenset(people.keys() - heard.union(odds))
        cost = {one: Spent(offer.revision, mentions=1) for one in mentioned}
        return {user: Spent(offer.revision, messages=1), **cost}, mentioned

    async def share(self, match: Match, user: int) -> None:
        """Count that somebody shows a board to everybody, which costs as much as an offer.

        Whoever watches may, too. Raises Refusal.
        """
        one = Spent(match.stand.revision, messages=1)
        if not await self._referee.store.spend(match.id, user, one, self.allowance):
            limit = self.allowance.messages
            raise Refusal(Code.MOST_MESSAGES, match=match.id, limit=limit)

    async def ring(self, match: Match, user: int) -> bool:
        """Count a mention of somebody in a match; False if it would be one too many."""
        one = Spent(match.stand.revision, mentions=1)
        return await self._referee.store.spend(match.id, user, one, self.allowance)


def _is_alone(card: Match) -> bool:
    """Tell whether an open match is against computers alone."""
    return card.complete and sum(one.person is not None for one in card.invitations) == 1


def _spent(before: Stored, user: int) -> Spent:
    """Return what a person has caused in a match since the last turn in it."""
    revision = before.match.stand.revision
    found = before.spent.get(user)
    return found if found and found.revision == revision else Spent(revision)
