"""Seating: the places of an open match, and the seats they come to."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from bot.people.person import Person
from games import fairness
from games.core import Info, Seat

from .ids import MatchId
from .match import Match
from .players import Invitation, NamedPerson, Who
from .refusals import Code, Refusal


def wanted_seat(seats: Sequence[Seat | None], info: Info, place: int) -> Seat | None:
    """Return the seat of a place; in teams places not named go round from the host's."""
    if place < len(seats):
        return seats[place]
    host = seats[0] if seats and info.teams else None
    return None if host is None else _across(info, host, place)


def _across(info: Info, host: Seat, place: int) -> Seat:
    """Return the seat of a place, counted round the table from the host's."""
    return Seat((host + place) % info.seats)


def guests(card: Match) -> set[int]:
    """Return the users at the table but its host; at one for two, a guest yet to answer."""
    if card.begun:
        people = list(card.people)
    elif len(card.invitations) == 2:
        people = list(card.called)
    else:
        people = [invitation.person for invitation in card.invitations if invitation.person]
    return {person.id for person in people} - {card.terms.host.id}


def place_of(match: Match, person: NamedPerson, among: Collection[int]) -> Invitation:
    """Find a person's place, or else a free one, `among` these if there are any. Raises Refusal."""
    if match.stand.phase != "open":
        raise Refusal(Code.NOT_OPEN, match=match.id)
    if person.id == match.terms.host.id:
        if match.called:
            raise Refusal(Code.OWN_MATCH, match=match.id)
        raise Refusal(Code.OWN_MATCH, match=match.id)
    own = [
        invitation
        for invitation in match.invitations
        if invitation.person and invitation.person.id == person.id
    ]
    free = [invitation for invitation in match.invitations if invitation.who is None]
    if among:
        if own and own[0].place not in among:
            raise Refusal(Code.SEATED, match=match.id)
        free = [place for place in free if place.place in among]
        if not own and not free:
            raise Refusal(Code.SEAT_TAKEN, match=match.id)
    for place in (*own, *free):
        return place
    raise Refusal(Code.NOT_CHALLENGED, match=match.id, name=names(match))


def names(match: Match) -> str:
    """List the names of the people who have yet to answer a challenge."""
    return ", ".join(person.name for person in match.called)


def draw_seats(
    invitations: tuple[Invitation, ...], info: Info, seed: bytes, match: MatchId, salt: str
) -> tuple[Who, ...]:
    """Seat the players: the wanted seats as wanted, the others at random in the order of joining
    (rules/fair-draw.md). In teams the first lot is the host's; the others sit round from there."""
    if turned_by_lot(invitations, info):
        host, *_ = fairness.seats(seed, match, salt, sorted(info.everybody))
        people = {
            _across(info, host, invitation.place): invitation.who for invitation in invitations
        }
        return tuple(who for seat in sorted(people) if (who := people[seat]))
    found = {
        invitation.wanted: invitation.who
        for invitation in invitations
        if invitation.wanted is not None
    }
    free = [Seat(seat) for seat in range(len(invitations)) if Seat(seat) not in found]
    if free:
        lots = fairness.seats(seed, match, salt, free)
        found |= dict(
            zip(lots, (place.who for place in places_left_to_chance(invitations)), strict=True)
        )
    return tuple(who for seat in range(len(invitations)) if (who := found[Seat(seat)]))


def turned_by_lot(invitations: Sequence[Invitation], info: Info) -> bool:
    """Tell whether one lot seats a whole table, so that partners stay partners."""
    return bool(info.teams) and invitations[0].wanted is None


def places_left_to_chance(invitations: Sequence[Invitation]) -> list[Invitation]:
    """List the places whose seat is left to chance, in the order of joining."""
    return sorted(
        (invitation for invitation in invitations if invitation.wanted is None),
        key=lambda place: place.order,
    )


def check_blocks(person: int, others: Iterable[NamedPerson], people: Mapping[int, Person]) -> None:
    """Raise Refusal if a person blocks one of the others or is blocked; `people` has them all."""
    named = {other.id: other.called for other in others if other.id != person}
    for by in named:
        if person in people[by].blocks:
            raise Refusal(Code.BLOCKED, name=named[by])
    for other, name in named.items():
        if other in people[person].blocks:
            raise Refusal(Code.OWN_BLOCK, name=name)


def blocks_between(person: int, others: Mapping[int, Person]) -> bool:
    """Tell whether a person blocks one of the others, or is blocked by one; `others` has all."""
    blocks = others[person].blocks
    return any(user in blocks or person in other.blocks for user, other in others.items())
