"""Which matches count for points, and why one does not."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.core import Info
from games.quitting import WITHOUT_RESULT

from .standing import DAY_MS

Unrated: TypeAlias = Literal[
    "chosen",
    "computer",
    "no_clock",
    "variant",
    "hints",
    "server",
    "young",
    "closures",
    "seats",
    "replaced",
    "escaped",
    "closed",
    "called_off",
    "short",
    "early",
    "struck",
    "often",
    "earlier",
]
"""Why a match does not count.

From its beginning: "chosen": its host wants no points; "server": nothing counts there; "young": a
Discord account is not yet `YOUNG_MS` old, or somebody has had all about them deleted within
`SEASON_MS`: which of the two is nobody's business; "closures": managers of the server have closed
`MANY_CLOSED` rated matches of somebody within `CLOSED_MS`; "seats": one of two would have begun
twice oftener than the other. Later: "short": nobody has taken a second turn; "early": it was given
up, or a time ran out, before the game counts; "struck": it has been taken out of the points. In
older matches: "often": the two had met too often; "earlier": it was opened before there were
points.
"""
YOUNG_MS = 30 * DAY_MS
MANY_CLOSED = 2
CLOSED_MS = 30 * DAY_MS
DISCORD_MS = 1_420_070_400_000
"""The moment, in epoch milliseconds, from which Discord's ids count the time."""
GIVEN_UP = frozenset({"resign", "escape", "time"})


@dataclass(frozen=True, slots=True)
class Case:
    """All that decides whether a match counts, as far as it is known by now.

    `age_ms` is that of the youngest account, `closed` the most matches of one player that managers
    have closed, `ahead` how much oftener who is to begin has begun than the other. `ended` is the
    reason for which it has ended after this number of `turns`, "" for one that has not.
    """

    wanted: bool = True
    computer: bool = False
    timed: bool = True
    altered: bool = False
    hints: bool = False
    allowed: bool = True
    age_ms: int = YOUNG_MS
    returned: bool = False
    closed: int = 0
    ahead: int = 0
    replaced: bool = False
    escaped: bool = False
    ended: str = ""
    turns: int = 0


def age_ms(user: int, now_ms: int) -> int:
    """Return how old a Discord account is: its id says when it was made."""
    return now_ms - (user >> 22) - DISCORD_MS


def why_uncounted(case: Case, info: Info) -> Unrated | None:
    """Tell why a match does not count; None if it does, or may still."""
    ended = case.ended
    reasons: dict[Unrated, bool] = {
        "chosen": not case.wanted,
        "computer": case.computer,
        "no_clock": not case.timed,
        "variant": case.altered,
        "hints": case.hints,
        "server": not case.allowed,
        "young": case.age_ms < YOUNG_MS or case.returned,
        "closures": case.closed >= MANY_CLOSED,
        "seats": case.ahead > 0,
        "replaced": case.replaced,
        "escaped": case.escaped,
        "closed": ended == "closed",
        "called_off": ended in WITHOUT_RESULT,
        "short": bool(ended) and case.turns <= info.seats,
        "early": ended in GIVEN_UP and case.turns < info.counts_from,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)
