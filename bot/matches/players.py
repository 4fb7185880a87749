"""Who plays: people, their seats, and what belongs to a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from games.core import Seat

OfferKind: TypeAlias = Literal["draw", "takeback", "cancel"]
OFFERS: tuple[OfferKind, ...] = get_args(OfferKind)
Result: TypeAlias = Literal["won", "lost", "drawn"]


@dataclass(frozen=True, slots=True)
class Person:
    """Discord's user id, and the name by which a match knows them."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Consent:
    """A seat agrees to what the seat `to` has proposed at `revision`; one's own offer included."""

    kind: OfferKind
    to: Seat
    revision: int


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a begun match and all that belongs to it.

    A player who is `out` has no further part in the game while others play on.
    """

    seat: Seat
    who: Person
    acting: bool = False
    out: bool = False
    consent: Consent | None = None
    result: Result | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    """A place in a match that has not begun: whose it is (None: anybody's), and who has accepted.

    `wanted` is the seat it comes with; None: one that is random or left over. `order` is the number
    of those who had accepted before.
    """

    place: int
    person: Person | None
    wanted: Seat | None = None
    accepted: bool = False
    order: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """What a seat has proposed, standing until it is answered or play has gone on."""

    kind: OfferKind
    seat: Seat
    revision: int
