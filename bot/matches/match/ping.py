"""What somebody has yet to be told of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .ids import MatchId
from .match import Match

PingKind: TypeAlias = Literal[
    "turn", "reminder", "notice", "challenge", "offer", "flag", "end", "vacation"
]
"""Why somebody is pinged.

"turn", "challenge" and "offer" are for messages that could not mention them in their quiet hours.
"reminder": four fifths of the turn's time are used up; "notice": it is used up. "flag": somebody
else's is, and it is for them to take the win or to give more time. "end": a match has ended without
anybody's doing. "vacation": a day of vacation has begun by itself.
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
        """Whether what it is about is still so as the match stands."""
        seat = match.seat_of(self.user)
        now = match.stand.revision == self.revision
        match self.kind:
            case "end" | "vacation":
                return True
            case "challenge":
                asked = any(person.id == self.user for person in match.called)
                return match.stand.phase == "open" and asked
            case "offer":
                asked = seat is not None and not match.players[seat].consent
                return now and asked and match.offer is not None
            case "flag":
                down = any(player.clock.down for player in match.players)
                return now and seat is not None and down
            case "reminder" if seat is not None and not match.players[seat].clock.running:
                return False
            case "notice" if seat is not None and match.players[seat].missed:
                return match.running
            case _:
                return now and seat is not None and match.players[seat].acting
