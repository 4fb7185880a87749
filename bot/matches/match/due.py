"""The things that come due in a match by time alone, as a function of the match."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.clock import DAY, LONGEST_HELD_MS, LONGEST_PAUSE_MS, MINUTE
from games.core import Seat

from .held import Held
from .match import Match
from .players import Player

UNANSWERED_MS = 7 * DAY
"""The time a challenge or an open seat stands."""
UNDECIDED_MS = 7 * DAY
"""The time a player may think about taking a win."""
CLOSABLE_MS, STALE_MS = 7 * DAY, 30 * DAY
"""The times without a turn after which a match without a pace may be closed, and is closed."""
OVERDUE_MS = 5 * MINUTE
"""The longest time that what is due should have to wait."""

DueKind: TypeAlias = Literal[
    "expire", "close", "remind", "flag", "decide", "return", "resume", "retry", "give_up"
]
"""The kinds of things that can be due.

"expire": there was no answer. "close": a match without a pace is forgotten. "remind": four fifths
of a turn's time are used up; "flag": all of it; "decide": the win was there to be taken long
enough. "return": a vacation is over. "resume": a pause has lasted for as long as it may. "retry":
a held match may have become possible to show; "give_up": it has been held for as long as it may.
"""


@dataclass(frozen=True, slots=True)
class Due:
    """One thing to be done at a time (epoch milliseconds), for a seat or for the whole match."""

    at_ms: int
    kind: DueKind
    seat: Seat | None = None


def due_ms(match: Match) -> int | None:
    """Return the time the next thing is due; None: never."""
    return min((due.at_ms for due in pending(match)), default=None)


def pending(match: Match) -> Iterator[Due]:
    """List all that will be due if nothing happens before."""
    if match.stand.phase == "open":
        yield Due(match.clock_ms + UNANSWERED_MS, "expire")
    if not match.running:
        return
    if not match.pace.timed:
        yield Due(quiet_since(match) + STALE_MS, "close")
    if match.paused:
        yield Due(pause_ends_ms(match), "resume")
    if match.held is not None:
        yield Due(match.held.retry_ms, "retry")
        if any(player.unshown for player in match.players):
            yield Due(held_until_ms(match, match.held), "give_up")
    for player in match.players:
        yield from _of_seat(player)


def pause_ends_ms(match: Match) -> int:
    """Return when a pause ends at the latest, in a match in which nobody moves before."""
    return match.updated_ms + LONGEST_PAUSE_MS


def held_until_ms(match: Match, held: Held) -> int:
    """Return when a held match ends without a result, if it is not shown and nobody moves."""
    return max(held.since_ms, match.updated_ms) + LONGEST_HELD_MS


def quiet_since(match: Match) -> int:
    """Return the time of the last turn or take-over of a seat."""
    return max(match.updated_ms, match.clock_ms)


def _of_seat(player: Player) -> Iterator[Due]:
    clock, seat = player.clock, player.seat
    if player.away_ms is not None:
        yield Due(player.away_ms, "return", seat)
    if clock.flag_ms is not None and not player.unshown:
        yield Due(clock.flag_ms + UNDECIDED_MS, "decide", seat)
    if clock.deadline_ms is not None:
        yield Due(clock.deadline_ms, "flag", seat)
        if player.reminded_ms is None and clock.reminder_ms is not None:
            yield Due(clock.reminder_ms, "remind", seat)


@dataclass(frozen=True, slots=True)
class Given:
    """The ms the player to move was given since the last line, those not counted in which the board
    could be shown nowhere, and those that managers have `granted`, by seat."""

    more_ms: int = 0
    unshown_ms: int = 0
    granted: tuple[tuple[Seat, int], ...] = ()


NOTHING = Given()
