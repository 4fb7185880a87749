"""Whether a match is to count for points: said on its card, and asked again as it begins."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.people.points.counts import CLOSED_MS, Case, age_ms, why_uncounted
from bot.people.points.standing import SEASON_MS, Pool
from games.core import Info, Seat

from ..match.match import Match
from ..match.players import Invitation
from ..match.points import pool
from ..referee import Referee
from ..store.rows import Stored
from ..store.scores import Meeting, Past, Scores


class Eligibility:
    """Decides whether matches count, by their terms, their people and what these have played."""

    def __init__(self, referee: Referee, scores: Scores) -> None:
        self._referee = referee
        self._scores = scores

    async def decide(self, card: Match, *, seat_free: bool, allowed: bool) -> Match:
        """Decide whether a match about to be opened would count, and how much. `allowed`: the
        server's managers let it. `seat_free`: the host named no seat; with two players the one who
        has moved first less often does so now."""
        places, info, options = card.invitations, self._referee.info(card), card.options
        case = Case(
            wanted=options.rated,
            computer=any(place.who and not place.person for place in places),
            timed=card.pace.timed,
            altered=options.variant not in info.variants,
            hints=bool(options.hints),
            allowed=allowed,
        )
        if reason := why_uncounted(case, info):
            return replace(card, unrated=reason)
        people = [place.person.id for place in places if place.person]
        past = await self._past(people, pool(card), card.updated_ms)
        if seat_free and info.seats == 2 and len(people) == 2:
            host, *others = places
            places = (_give_due_seat(host, _first_moves_ahead(past.meetings, *people)), *others)
        return await self._decide_by_people(
            replace(card, invitations=places), case, past, card.updated_ms
        )

    async def first_move_due(self, one: int, other: int, pool: Pool) -> int | None:
        """Return who of two people begins their next match of a pool; None where lots decide."""
        past = await self._past([one, other], pool, self._referee.now())
        ahead = _first_moves_ahead(past.meetings, one, other)
        return None if ahead == 0 else other if ahead > 0 else one

    async def decide_at_start(self, before: Stored, taken: Invitation) -> tuple[Stored, Invitation]:
        """Decide whether a match counts that begins as its last place is taken, and that seat: of
        two players drawing lots the one who has moved first less often does so."""
        card, now = before.match, self._referee.later(before.match)
        places = tuple(
            taken if invitation.place == taken.place else invitation
            for invitation in card.invitations
        )
        if card.unrated is not None:
            return before, taken
        people = [place.person.id for place in places if place.person]
        past = await self._past(people, pool(card), now)
        if self._referee.info(card).seats == 2 and all(place.wanted is None for place in places):
            host, joining = people
            taken = _give_due_seat(taken, _first_moves_ahead(past.meetings, joining, host))
            places = (places[0], taken)
        weighed = await self._decide_by_people(replace(card, invitations=places), Case(), past, now)
        return replace(before, match=replace(weighed, invitations=card.invitations)), taken

    async def _past(self, people: Sequence[int], pool: Pool, now_ms: int) -> Past:
        return await self._scores.past(people, pool, now_ms - CLOSED_MS)

    async def _decide_by_people(self, card: Match, case: Case, past: Past, now_ms: int) -> Match:
        """Decide by the people of a card and what they have played. It never says of people who
        have not accepted that they have had their data deleted."""
        info, places = self._referee.info(card), card.invitations
        people = [place.person.id for place in places if place.person]
        there = [place.person.id for place in places if place.person and place.accepted]
        case = replace(
            case,
            age_ms=min(age_ms(person, now_ms) for person in people),
            returned=await self._referee.people.has_returned(there, now_ms),
            closed=past.closed,
            ahead=_first_ahead(past.meetings, places, info),
        )
        nth = 1 + _count_meetings(past.meetings, places, info, now_ms - SEASON_MS)
        return replace(card, unrated=why_uncounted(case, info), nth=nth)


def _first_moves_ahead(met: Iterable[Meeting], one: int, other: int) -> int:
    """Count how much oftener one of two people has had the first move than the other."""
    began = [pair.one if pair.seats[0] == 0 else pair.other for pair in met]
    return began.count(one) - began.count(other)


def _give_due_seat(place: Invitation, ahead: int) -> Invitation:
    """Give a place the seat due to somebody who is `ahead` in first moves; if even, leave it."""
    return replace(place, wanted=Seat(int(ahead > 0))) if ahead else place


def _first_ahead(met: Iterable[Meeting], places: Sequence[Invitation], info: Info) -> int:
    """Count how much oftener the one of two who is to begin has begun; 0 where lots decide."""
    people = [place.person.id for place in places if place.person]
    seat = next((place.wanted for place in places if place.wanted is not None), None)
    if info.seats > 2 or seat is None or len(people) < 2:
        return 0
    chosen = next(at for at, place in enumerate(places) if place.wanted is not None)
    begins = people[chosen] if seat == 0 else people[1 - chosen]
    return _first_moves_ahead(met, begins, next(person for person in people if person != begins))


def _count_meetings(
    met: Iterable[Meeting], places: Sequence[Invitation], info: Info, since_ms: int
) -> int:
    """Count the matches of late in which the sides of a table met, and those that go on."""
    sides: dict[Seat, set[int]] = defaultdict(set)
    for place in places:
        if place.person is None:
            return 0
        sides[_side(place, info)].add(place.person.id)
    tables: dict[str, dict[Seat, set[int]]] = defaultdict(lambda: defaultdict(set))
    for pair in met:
        if pair.ended_ms is None or pair.ended_ms > since_ms:
            for person, seat in zip((pair.one, pair.other), pair.seats, strict=True):
                tables[pair.match][min(info.team(seat))].add(person)
    wanted = sorted(map(sorted, sides.values()))
    return sum(sorted(map(sorted, table.values())) == wanted for table in tables.values())


def _side(one: Invitation, info: Info) -> Seat:
    """Return the side of a place; places go round the table where lots decide."""
    if not info.teams:
        return Seat(one.place)
    return min(info.team(Seat(one.place) if one.wanted is None else one.wanted))
