"""What somebody has yet to be told of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .ids import MatchId

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
