"""Whether a match is to count for points: said on its card, and asked again as it begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from bot.people.points.standing import too_often
from games.core import Info, Seat

from ..match.match import Match
from ..match.players import Invitation
from ..match.points import CLOSED_MS, MANY_CLOSED, Opened, of_people, of_terms
from ..referee import Referee
from ..store.rows import Stored
from ..store.scores import Meeting, Past, Scores


class Counting:
    """Decides whether matches count, by their terms, their people and what these have played."""

    def __init__(self, referee: Referee, scores: Scores) -> None:
        self._referee = referee
        self._scores = scores

    async def decide(
        self, card: Match, *, wanted: bool, seat_free: bool, allowed: bool = True
    ) -> Match:
        """Decide whether a match about to be opened would count.

        `wanted`: the host would like it to; `allowed`: the server's managers let it. `seat_free`:
        the host has not asked for a seat, so that of two players the one who has begun less often
        begins.
        """
        places, info = card.invitations, self._referee.info(card)
        computers = any(one.who and not one.person for one in places)
        people = [one.person.id for one in places if one.person]
        now = card.updated_ms
        reason: Opened | None = of_terms(card.terms, info, wanted=wanted, computers=computers)
        reason = reason or (None if allowed else "server") or of_people(people, now)
        if reason is None:
            past = await self._past(people, card.terms.game, now)
            if seat_free and info.seats == 2 and len(people) == 2:
                host, *others = places
                places = (_balanced(host, _ahead(past.meetings, *people)), *others)
            reason = _of_past(past, places, info, now)
        return replace(card, invitations=places, unrated=reason)

    async def first_move_due(self, one: int, other: int, pool: str) -> int | None:
        """Return who of two people begins their next match of a pool; None where lots decide."""
        past = await self._past([one, other], pool, self._referee.now())
        ahead = _ahead(past.meetings, one, other)
        return None if ahead == 0 else other if ahead > 0 else one

    async def joined(self, before: Stored, taken: Invitation) -> tuple[Stored, Invitation]:
        """Decide whether a match counts that begins as its last place is taken, and that seat.

        Where lots would decide, of two players the one who has begun less often begins.
        """
        card, now = before.match, self._referee.later(before.match)
        places = [taken if one.place == taken.place else one for one in card.invitations]
        people = [one.person.id for one in places if one.person]
        info = self._referee.info(card)
        reason = card.unrated or of_people(people, now)
        if reason is None:
            past = await self._past(people, card.terms.game, now)
            if info.seats == 2 and all(one.wanted is None for one in places):
                host, joining = people
                taken = _balanced(taken, _ahead(past.meetings, joining, host))
                places = [places[0], taken]
            reason = _of_past(past, places, info, now)
        return replace(before, match=replace(card, unrated=reason)), taken

    async def _past(self, people: Sequence[int], pool: str, now_ms: int) -> Past:
        return await self._scores.past(people, pool, now_ms - CLOSED_MS)


def _of_past(past: Past, places: Sequence[Invitation], info: Info, now_ms: int) -> Opened | None:
    """Tell why a match of these people would not count, by what they have played."""
    if past.closed >= MANY_CLOSED:
        return "closures"
    return _worn(past.meetings, places, info, now_ms) or _unfair(past.meetings, places, info)


def _ahead(met: Iterable[Meeting], one: int, other: int) -> int:
    """Count how much oftener one of two people has had the first move than the other."""
    began = [pair.one if pair.seats[0] == 0 else pair.other for pair in met]
    return began.count(one) - began.count(other)


def _balanced(place: Invitation, ahead: int) -> Invitation:
    """Give a place the seat due to somebody who is `ahead` in first moves; if even, leave it."""
    return replace(place, wanted=Seat(int(ahead > 0))) if ahead else place


def _unfair(met: Iterable[Meeting], places: Sequence[Invitation], info: Info) -> Opened | None:
    """Tell whether one of two would have had the first move twice oftener than the other."""
    people = [one.person.id for one in places if one.person]
    seat = next((one.wanted for one in places if one.wanted is not None), None)
    if info.seats > 2 or seat is None or len(people) < 2:
        return None
    chosen = next(at for at, one in enumerate(places) if one.wanted is not None)
    begins = people[chosen] if seat == 0 else people[1 - chosen]
    ahead = _ahead(met, begins, next(one for one in people if one != begins))
    return "seats" if ahead >= 1 else None


def _worn(
    met: Sequence[Meeting], places: Iterable[Invitation], info: Info, now_ms: int
) -> Opened | None:
    """Tell whether two opponents have met too often of late."""
    sides = {one.person.id: _side(one, info) for one in places if one.person}
    for pair in combinations(sorted(sides), 2):
        if sides[pair[0]] == sides[pair[1]]:
            continue
        theirs = [one.ended_ms for one in met if (one.one, one.other) == pair]
        ends = [end for end in theirs if end is not None]
        if reason := too_often(ends, len(theirs) - len(ends), now_ms):
            return reason
    return None


def _side(one: Invitation, info: Info) -> Seat:
    """Return the side of a place; places go round the table where lots decide."""
    if not info.teams:
        return Seat(one.place)
    return min(info.team(Seat(one.place) if one.wanted is None else one.wanted))
