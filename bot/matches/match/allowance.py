"""The attention of others that one person may take up, and what they have taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.clock import DAY, HOUR

STARTED_MS = HOUR
"""A match that goes on counts as just started for this time."""
CHALLENGED_MS = DAY
"""A challenge that was not accepted counts for this time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The most that one person may cause; a host may choose other figures.

    `running` matches at a time, `alone` of them against computers alone, `started` of them by the
    same person in one channel within an hour; `challenges` in 24 h that are not accepted, `to_one`
    of them to the same person, or for the same rematch. In one turn of a match `messages` are
    offers and shared boards, `mentions` are how often offers may mention the same person, and
    `phrases` what may be said by letter. On a day they may share this number of `pages` that belong
    to no match, such as profiles.
    """

    running: int = 20
    alone: int = 5
    started: int = 3
    challenges: int = 10
    to_one: int = 2
    messages: int = 3
    mentions: int = 1
    pages: int = 10
    phrases: int = 2


SERVERS: tuple[str, ...] = ("running", "alone", "started", "challenges")
"""The figures that a server may lower for what happens on it."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts that matter before a match is opened or begins; times are epoch milliseconds.

    `running` and `alone` are numbers of matches, by the people asked about. `started` are the
    times at which the host started matches in the channel, `challenged` the people they have
    challenged, each with the time, and `again` those at which they proposed the same rematch. A
    match whose places are all taken begins without anybody's doing: it counts as running and
    started. `here` are the same counts for the match's server alone.
    """

    running: Mapping[int, int] = field(default_factory=dict)
    alone: Mapping[int, int] = field(default_factory=dict)
    started: Sequence[int] = ()
    challenged: Sequence[tuple[int, int]] = ()
    again: Sequence[int] = ()
    here: Tally | None = None


@dataclass(frozen=True, slots=True)
class Spent:
    """The attention a person has taken up at a revision of a match: `messages` are their offers and
    shared boards, `mentions` those of them by offers, `phrases` what they have said by letter."""

    revision: int
    messages: int = 0
    mentions: int = 0
    phrases: int = 0


def free_at(times: Sequence[int], limit: int, lasting_ms: int, now_ms: int) -> int | None:
    """Return when fewer than `limit` of these, each lasting so long, count; None if so already."""
    counted = sorted(at_ms for at_ms in times if at_ms > now_ms - lasting_ms)
    return counted[-limit] + lasting_ms if len(counted) >= limit else None
