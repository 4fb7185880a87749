"""Which matches count for points, why one does not, and how one that counts has ended."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, TypeAlias

from bot.people.points.standing import DAY_MS, Finish, Finisher, Often, Reason, Result
from games.core import Entry, Info
from games.quitting import WITHOUT_RESULT

from .match import Match, Terms
from .players import Player

Opened: TypeAlias = (
    Literal[
        "chosen", "server", "computer", "no_clock", "variant", "hints", "young", "seats", "closures"
    ]
    | Often
)
"""The reasons for which a match does not count from its beginning.

"chosen": its host wants no points. "server": nothing counts there. "young": a Discord account is
not yet `YOUNG_MS` old. "seats": one of two would have begun twice oftener than the other.
"closures": managers have closed `MANY_CLOSED` rated matches of somebody within `CLOSED_MS`.
`Often`: the two have played too often.
"""
OnTheWay: TypeAlias = Literal["replaced", "escaped", "closed", "called_off", "short", "early"]
"""The reasons for which a match comes to count for nothing.

"short": nobody has taken a second turn. "early": a game of Junqi was given up, or a time ran out,
before turn `EARLY_TURNS`.
"""
Unrated: TypeAlias = Opened | OnTheWay | Literal["struck", "earlier"]
"""Why a match does not count. "struck": somebody who manages the bot has taken it out of the
points. "earlier": it was opened before there were any."""
YOUNG_MS = 30 * DAY_MS
STRIKE_MS = 30 * DAY_MS
"""The time after its end in which a match can be taken out of the points."""
MANY_CLOSED = 2
CLOSED_MS = 30 * DAY_MS
DISCORD_MS = 1_420_070_400_000
"""The moment, in epoch milliseconds, from which Discord's ids count the time."""
EARLY_TURNS = 30
GIVEN_UP = frozenset({"resign", "escape", "time"})


def made_ms(user: int) -> int:
    """Return when a Discord account was made: its id says so."""
    return (user >> 22) + DISCORD_MS


def of_terms(terms: Terms, info: Info, *, wanted: bool, computers: bool) -> Opened | None:
    """Tell why a match on these terms would not count, whoever plays it."""
    if not wanted:
        return "chosen"
    if computers:
        return "computer"
    if terms.pace == "none":
        return "no_clock"
    if terms.variant not in info.variants:
        return "variant"
    return "hints" if terms.hints else None


def of_people(users: Iterable[int], now_ms: int) -> Opened | None:
    """Tell why a match of these people would not count."""
    return "young" if any(now_ms - made_ms(user) < YOUNG_MS for user in users) else None


def counted(before: Match, after: Match, lines: Collection[Entry], info: Info) -> str | None:
    """Tell why a match does not count after a change; None if it does or still may."""
    outcome = after.stand.outcome
    if after.unrated is not None or not after.begun:
        return after.unrated
    if replaced(before, after):
        return "replaced"
    if any((line.kind, line.text) == ("forfeit", "escape") for line in lines):
        return "escaped"
    if outcome is None:
        return None
    if outcome.reason in WITHOUT_RESULT:
        return "closed" if outcome.reason == "closed" else "called_off"
    turns = after.stand.turns - sum(line.kind == "lapse" for line in lines)
    return _too_soon(turns, outcome.reason, info)


def replaced(before: Match, after: Match) -> Player | None:
    """Return the player whose seat has just been taken over, if any, as they sat there."""
    pairs = zip(before.players, after.players, strict=False)
    return next((was for was, now in pairs if was.since != now.since), None)


def _too_soon(turns: int, reason: str, info: Info) -> OnTheWay | None:
    """Tell whether a match has ended too soon to count, after these turns really taken."""
    if turns <= info.seats:
        return "short"
    junqi = info.id.startswith("junqi-")
    return "early" if junqi and reason in GIVEN_UP and turns < EARLY_TURNS else None


def finish(before: Match, after: Match, info: Info) -> Finish | None:
    """Return the end of a match that counts, if a change has brought it about.

    Of two players, one who is replaced loses there and then; whoever plays on plays for nothing.
    """
    if before.unrated is not None or not before.begun:
        return None
    left = replaced(before, after)
    if left is not None:
        if info.seats > 2 or left.person is None or _too_soon(before.stand.turns, "time", info):
            return None
        results: list[Result | None] = ["lost" if one == left else None for one in before.players]
        return _finish(after, before.players, results, "replaced", after.clock_ms, info)
    if after.unrated is not None or not after.stand.outcome or before.stand.outcome:
        return None
    results = [one.result for one in after.players]
    return _finish(after, after.players, results, "ended", after.updated_ms, info)


def _finish(
    match: Match,
    players: Sequence[Player],
    results: Iterable[Result | None],
    reason: Reason,
    at_ms: int,
    info: Info,
) -> Finish:
    seats = tuple(
        Finisher(one.seat, one.human.id, min(info.team(one.seat)), result)
        for one, result in zip(players, results, strict=True)
    )
    return Finish(match.id, match.terms.game, match.terms.guild, at_ms, reason, seats)
