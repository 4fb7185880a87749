"""The players, people and computers, their seats, and all that belongs to a seat."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.store.deleted_users import is_deleted_user
from games.clock import Clock
from games.core import Seat, Word

OfferKind: TypeAlias = Literal["draw", "takeback", "cancel", "pause", "time", "replace"]
OFFERS: tuple[OfferKind, ...] = ("draw", "takeback", "pause", "time", "cancel", "replace")
"""Everything that can be offered; the match decides what may be offered now."""
Result: TypeAlias = Literal["won", "lost", "drawn"]
Absence: TypeAlias = Literal["left", "missed"]
"""The reason a player counts as absent even though their flag is up: they have left the server, or
have missed their last turn and one before it, in a game that goes on."""


STILL = Clock()
"""The clock of a seat that has none."""


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """Discord's user id, and the name by which a match knows them."""

    id: int
    name: str

    @property
    def is_deleted(self) -> bool:
        """True for somebody who has had all about them deleted."""
        return is_deleted_user(self.id)

    @property
    def called(self) -> str | Word:
        """What to call them in a sentence: by name, as a former player, or as a stranger."""
        return Word("player.former") if self.is_deleted else self.name or Word("player.stranger")


@dataclass(frozen=True, slots=True)
class Computer:
    """A computer player of the match's game: its level from 1, and the version of the program."""

    level: int
    version: int = 0


Who: TypeAlias = NamedPerson | Computer


@dataclass(frozen=True, slots=True)
class Substitute:
    """A substitute for an absent player: a computer of a level, or (None) any person who will. Its
    `text` stands in the database and in the ids of buttons: "1c3", "1p"."""

    seat: Seat
    level: int | None = None

    @classmethod
    def read(cls, text: str) -> Substitute | None:
        """Read a substitute from its text; None if it is not one."""
        found = re.fullmatch(r"([0-9])(?:p|c([1-9]))", text)
        return cls(Seat(int(found[1])), int(found[2]) if found[2] else None) if found else None

    @property
    def text(self) -> str:
        return f"{self.seat}p" if self.level is None else f"{self.seat}c{self.level}"


@dataclass(frozen=True, slots=True)
class Strike:
    """A match taken out of the points by a manager, for a reason; by the host without either."""

    by: NamedPerson | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Substitution:
    """The person replaced at a seat, the number of the next turn, and the revision."""

    person: NamedPerson
    turn: int
    revision: int


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat's proposal, which stands until it is answered or play goes on."""

    kind: OfferKind
    seat: Seat
    revision: int
    substitute: Substitute | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """One seat of a begun match and all that belongs to it.

    A player who is `out` has no further part in the game while others play on. All times are epoch
    milliseconds: `acted_ms` of the last turn here, `seen_ms` of the last look at the board,
    `reminded_ms` of this turn's reminder, `away_ms` of the end of a vacation. `missed` counts the
    turns missed at this seat under all its holders. `consent` is the offer they agree to, perhaps
    their own. `declined` are the player's offers, named by `what_of`, declined since their last
    turn. `who` has held the seat since the revision `since`; `substitution` says for whom, if they
    took it over. `absence` is the reason they count as absent with their flag up. The clock of one
    who is `unshown` is held with the match.
    """

    seat: Seat
    who: Who
    acting: bool = False
    out: bool = False
    consent: Offer | None = None
    result: Result | None = None
    clock: Clock = STILL
    missed: int = 0
    acted_ms: int | None = None
    seen_ms: int | None = None
    reminded_ms: int | None = None
    away_ms: int | None = None
    declined: frozenset[str] = frozenset()
    since: int = 0
    substitution: Substitution | None = None
    absence: Absence | None = None
    unshown: bool = False

    @property
    def absent(self) -> bool:
        """True if the seat is still in the game but its player is absent."""
        lost = self.clock.down or self.absence is not None
        return lost and not self.out and self.person is not None

    @property
    def person(self) -> NamedPerson | None:
        return self.who if isinstance(self.who, NamedPerson) else None

    @property
    def human(self) -> NamedPerson:
        """The person who plays. Raises ValueError for a computer."""
        if isinstance(self.who, Computer):
            raise ValueError(f"a computer plays seat {self.seat}")
        return self.who

    @property
    def computer(self) -> Computer | None:
        return self.who if isinstance(self.who, Computer) else None


@dataclass(frozen=True, slots=True)
class Invitation:
    """A place in a match that has not begun, for a player or (None) anybody; `wanted` is its seat,
    None if random or left over. `order` is the number of players who had accepted before."""

    place: int
    who: Who | None
    wanted: Seat | None = None
    accepted: bool = False
    order: int = 0

    @property
    def person(self) -> NamedPerson | None:
        return self.who if isinstance(self.who, NamedPerson) else None


def what_of(kind: OfferKind, substitute: Substitute | None) -> str:
    """Name what is offered: the text of a substitute, or else the kind of the offer."""
    return substitute.text if substitute else kind
