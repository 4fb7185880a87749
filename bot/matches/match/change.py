"""What one transaction writes: a match before and after, and what was added to it."""

from __future__ import annotations

from dataclasses import dataclass

from games.core import Entry
from games.record import ClockEvent, Seal

from .match import Match
from .ping import Ping
from .players import Invitation


@dataclass(frozen=True, slots=True, repr=False)
class Change:
    """Everything that changes a match; secret like the position.

    `lines` are added to the log, `rolls` counts all rolls of chance up to then. `met` are the
    places it fills. `key` is the interaction it is made for, and is carried out only once; None
    where nobody pressed anything. `clock` is what happened to the clocks beside the log, `pings` is
    whom that must be told.
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
