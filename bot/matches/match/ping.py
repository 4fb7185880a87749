"""Pings about a match that are still to be sent."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .ids import MatchId
from .match import Match

PingKind: TypeAlias = Literal[
    "turn", "reminder", "notice", "challenge", "offer", "flag", "end", "vacation", "follow", "grant"
]
"""The reason for a ping.

"turn", "challenge" and "offer" are for messages that could not mention the user in their quiet
hours. "reminder": four fifths of the turn's time are used up; "notice": it is used up. "flag": an
opponent's is, and the user may take the win or give more time. "end": a match has ended by itself.
"vacation": a day of vacation has begun by itself. "follow": a match has ended that the
user follows; it comes by direct message or not at all, whatever they want of other pings. "grant":
managers have given an opponent more time.
"""


@dataclass(frozen=True, slots=True)
class Ping:
    """One ping to one user about a match at a revision, not to be sent before `at_ms`."""

    match: MatchId
    user: int
    kind: PingKind
    revision: int
    at_ms: int

    def still_true(self, match: Match) -> bool:
        """Tell whether its reason still holds as the match stands."""
        seat = match.seat_of(self.user)
        now = match.stand.revision == self.revision
        match self.kind:
            case "end" | "vacation" | "follow":
                return True
            case "grant":
                return match.running and seat is not None
            case "challenge":
                asked = any(person.id == self.user for person in match.called)
                return match.stand.phase == "open" and asked
            case "offer":
                asked = seat is not None and not match.players[seat].consent
                return now and asked and match.offer is not None
            case "flag":
                return now and seat is not None and match.flag_down
            case "reminder" if seat is not None and not match.players[seat].clock.running:
                return False
            case "notice" if seat is not None and match.players[seat].missed:
                return match.running
            case _:
                return now and seat is not None and match.players[seat].acting
