"""Where a person stands in a pool, and what the end of one rated match makes of it.

A pool is a game: people and computers never share one, variants of a game do. Every number is
rounded to a millionth when it is kept, so that all of it can be computed again to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import Literal, TypeAlias

from . import teams
from .glicko import MIDDLE, PERIODS_A_DAY, USUAL_VOLATILITY, WIDEST, Strength, after, grown

Result: TypeAlias = Literal["won", "lost", "drawn"]
Reason: TypeAlias = Literal["ended", "replaced"]
"""Why points changed: the match has ended, or the player has been replaced in it."""
Often: TypeAlias = Literal["pair_week", "pair_season"]
"""The spans in which two people can have played each other too often."""
FREE_DRAWS = frozenset({"junqi-dark", "junqi-flip", "junqi-four"})
"""The pools in which a draw changes nobody's rating."""
DAY_MS = 86_400_000
FRESH = 200.0
"""From opponents of this deviation on there is at most `MOST_A_DAY` to gain within 24 hours."""
MOST_A_DAY = 30.0
MOST_OF_ONE = 60.0
"""The most there is to gain of one opponent within `SEASON_MS`, beyond what was lost to them. Not
in teams, where nobody gains by one opponent alone."""
SEASON_MS = 90 * DAY_MS
PAIR_LIMITS: tuple[tuple[Often, int, int], ...] = (
    ("pair_week", 7 * DAY_MS, 3),
    ("pair_season", SEASON_MS, 10),
)
"""The spans, with the most rated results that two opponents have in each in a pool."""
UNSURE, UNSURE_IN_TEAMS = 110.0, 300.0
"""From this deviation on a rating is shown with a "?" and not listed. Either takes about a
dozen matches: a result of two against two tells less of each of them."""
LOWEST_SHOWN = 600
KNOWN_AFTER = 5
"""The rated matches in a pool after which others see somebody's numbers."""
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's rating in a pool as it was at `updated_ms`, and the matches it comes from."""

    rating: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = USUAL_VOLATILITY
    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    updated_ms: int = 0

    def at(self, now_ms: int) -> Standing:
        """Return the standing at a later moment: with the days its deviation grows.

        In teams it does not, as it has no volatility there.
        """
        if not self.games or now_ms <= self.updated_ms:
            return self
        days = (now_ms - self.updated_ms) / DAY_MS
        deviation = round(grown(self.strength, days * PERIODS_A_DAY), _DIGITS)
        return replace(self, deviation=deviation, updated_ms=now_ms)

    @property
    def strength(self) -> Strength:
        """The three numbers it is reckoned with."""
        return Strength(self.rating, self.deviation, self.volatility)

    @property
    def sure(self) -> bool:
        """Tell whether enough is known of somebody to be listed among others."""
        return self.deviation < (UNSURE if self.volatility else UNSURE_IN_TEAMS)

    @property
    def shown(self) -> int:
        """The rating as it is shown."""
        return max(LOWEST_SHOWN, round(self.rating))


UNRATED = Standing()


@dataclass(frozen=True, slots=True)
class Finisher:
    """A person at a seat of a rated match that has ended for them, and how.

    `result` is None for one whose standing stays as it is: the opponent of a player replaced.
    """

    seat: int
    person: int
    side: int
    result: Result | None


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a rated match as points see it; `guild` is the server it was played on."""

    match: str
    pool: str
    guild: int | None
    at_ms: int
    reason: Reason
    seats: tuple[Finisher, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody whose standing it takes to reckon it."""
        return tuple(one.person for one in self.seats)


@dataclass(frozen=True, slots=True)
class Earlier:
    """A result from before: what it changed, whether an opponent was `fresh`, when it was."""

    match: str
    person: int
    at_ms: int
    change: float
    fresh: bool


@dataclass(frozen=True, slots=True)
class Settled:
    """What a match has made of one person's standing; `before` is as it stood just then."""

    one: Finisher
    before: Standing
    after: Standing
    fresh: bool


def settled(
    finish: Finish, standings: Mapping[int, Standing], earlier: Iterable[Earlier]
) -> tuple[Settled, ...]:
    """Settle a match: return what it makes of the standings of those whose it changes.

    `earlier` are results in this pool within the last `SEASON_MS`, of these people at least those
    of the last 24 hours and those they have against each other.
    """
    now = finish.at_ms
    before = {one: standings.get(one, UNRATED).at(now) for one in finish.people}
    reckoned = _reckoned(finish, before)
    fresh = {one.person: _widest(finish, one, before) >= FRESH for one in finish.seats}
    known = [was for was in earlier if was.person in before]
    shares = _shares(finish, before, reckoned, fresh, known)
    return tuple(
        Settled(one, was, _counted(one, was, reckoned[one.person], shares, now), fresh[one.person])
        for one in finish.seats
        if one.result is not None
        for was in [before[one.person]]
    )


def too_often(ends_ms: Iterable[int], running: int, now_ms: int) -> Often | None:
    """Tell whether one more match of two opponents would be one too many to count, and why.

    `ends_ms` are the ends of their rated matches in this pool, `running` the number of those not
    yet over: as they count from their beginning, no more can end in any such span.
    """
    ends = tuple(ends_ms)
    for code, span_ms, most in PAIR_LIMITS:
        if running + sum(end > now_ms - span_ms for end in ends) >= most:
            return code
    return None


def _reckoned(finish: Finish, before: Mapping[int, Standing]) -> dict[int, Strength]:
    """Reckon everybody's new strength, before any limit."""
    strengths = {person: one.strength for person, one in before.items()}
    results = {one.result for one in finish.seats}
    if "drawn" in results and finish.pool in FREE_DRAWS:
        return strengths
    if len(finish.seats) == 2:
        one, other = finish.seats
        scores = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
        return {
            me.person: after(strengths[me.person], [(strengths[them.person], scores[me.result])])
            for me, them in ((one, other), (other, one))
            if me.result is not None
        }
    sides = sorted({one.side for one in finish.seats})
    tables = [[one for one in finish.seats if one.side == side] for side in sides]
    ranks = [0 if table[0].result == "won" else 1 for table in tables]
    found = teams.rated([[strengths[one.person] for one in table] for table in tables], ranks)
    return {
        one.person: strength
        for table, made in zip(tables, found, strict=True)
        for one, strength in zip(table, made, strict=True)
    }


def _counted(
    one: Finisher, was: Standing, made: Strength, shares: Mapping[int, float], now_ms: int
) -> Standing:
    """Write the new standing down, with as much of the change as counts."""
    change = round((made.rating - was.rating) * shares[one.person], _DIGITS)
    return Standing(
        rating=round(was.rating + change, _DIGITS),
        deviation=round(made.deviation, _DIGITS),
        volatility=round(made.volatility, _DIGITS),
        games=was.games + 1,
        wins=was.wins + (one.result == "won"),
        draws=was.draws + (one.result == "drawn"),
        losses=was.losses + (one.result == "lost"),
        updated_ms=now_ms,
    )


# ------------------------------------------------------------------------- limits


def _shares(
    finish: Finish,
    before: Mapping[int, Standing],
    reckoned: Mapping[int, Strength],
    fresh: Mapping[int, bool],
    earlier: Sequence[Earlier],
) -> dict[int, float]:
    """Say how much of everybody's change counts, from 0 to 1.

    Where a gain is cut down, the others lose no more than in the same proportion.
    """
    gains = {
        person: made.rating - before[person].rating
        for person, made in reckoned.items()
        if made.rating > before[person].rating
    }
    cut = {}
    for one in finish.seats:
        if one.person in gains:
            most = _most(finish, one, before, fresh, earlier)
            cut[one.person] = min(1.0, most / gains[one.person])
    others = fsum(cut.values()) / len(cut) if cut else 1.0
    return {one.person: cut.get(one.person, others) for one in finish.seats}


def _most(
    finish: Finish,
    one: Finisher,
    before: Mapping[int, Standing],
    fresh: Mapping[int, bool],
    earlier: Sequence[Earlier],
) -> float:
    """Return the most that somebody can gain by a match."""
    own = [was for was in earlier if was.person == one.person]
    most = float("inf")
    if fresh[one.person]:
        day = [was for was in own if was.fresh and was.at_ms > finish.at_ms - DAY_MS]
        most = MOST_A_DAY - fsum(was.change for was in day if was.change > 0)
    if len(finish.seats) == 2:
        theirs = {was.match for was in earlier if was.person != one.person}
        most = min(most, MOST_OF_ONE - fsum(was.change for was in own if was.match in theirs))
    return max(0.0, most)


def _widest(finish: Finish, one: Finisher, before: Mapping[int, Standing]) -> float:
    """Return the widest deviation among somebody's opponents."""
    return max(before[other.person].deviation for other in finish.seats if other.side != one.side)
