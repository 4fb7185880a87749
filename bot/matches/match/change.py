"""One transaction's change: a match before and after, and all that is added to it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.people.points.ratings import RatingUpdate
from games.core import Entry
from games.records.record import ClockEvent, Seal

from .allowance import Spent
from .match import Match
from .ping import Ping
from .players import Invitation


@dataclass(frozen=True, slots=True, repr=False)
class Change:
    """Everything that changes a match; secret like the position.

    `lines` are added to the log, `rolls` counts all rolls of chance up to then. `met` are the
    places that change. `key` is the interaction that causes it, carried out only once; None without
    one. `clock` has the clock events that are not on the log, `pings` the pings to be sent. `spent`
    is the attention people cause by it, by their ids. `points` are the results of a match that
    counts, at its end. `unwanted` says who did not want a match they were drawn for, and when they
    said so: without a word they are taken off the list of those who are ready.
    """

    before: Match
    after: Match
    position: str
    rolls: int
    lines: tuple[Entry, ...] = ()
    met: tuple[Invitation, ...] = ()
    seals: tuple[Seal, ...] = ()
    key: int | None = None
    clock: tuple[ClockEvent, ...] = ()
    pings: tuple[Ping, ...] = ()
    spent: Mapping[int, Spent] = field(default_factory=dict)
    points: RatingUpdate | None = None
    unwanted: tuple[int, int | None] = (0, None)
