"""Where a person stands in a pool, what the end of a rated match does to it, and who is listed.

A pool is a game on a server: people and computers never share one, variants of a game do. Every
number is rounded to a millionth when it is kept, so that all of it can be computed again to the
last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from . import teams
from .glicko import MIDDLE, PERIODS_A_DAY, USUAL_VOLATILITY, WIDEST, Strength, after, grow_deviation

Result: TypeAlias = Literal["won", "lost", "drawn"]
Reason: TypeAlias = Literal["ended", "replaced", "escaped"]
"""Why points changed: the match has ended, or the player has been replaced in it or has fled it."""
DAY_MS = 86_400_000
SEASON_MS = 90 * DAY_MS
"""The time for which a result is among those that two opponents have of late."""
WHOLE = 3
"""The results of two opponents within `SEASON_MS` that count whole; the n-th counts 3/n."""
PROVISIONAL, PROVISIONAL_IN_TEAMS = 110.0, 300.0
"""From this deviation on a rating is shown with a "?". Either takes about a dozen matches: a result
of two against two tells less of each of them."""
LOWEST_SHOWN = 600
KNOWN_AFTER = 3
"""The rated matches in a pool after which somebody is listed, and others see their numbers."""
_DIGITS = 6


class Pool(NamedTuple):
    """A game on a server, whose results count among each other; 0 is the bot's own lobby."""

    game: str
    guild: int


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
        """Return the standing at a later moment: with the days its deviation grows, but not in
        teams, where it has no volatility."""
        if not self.games or now_ms <= self.updated_ms:
            return self
        days = (now_ms - self.updated_ms) / DAY_MS
        deviation = round(grow_deviation(self.strength, days * PERIODS_A_DAY), _DIGITS)
        return replace(self, deviation=deviation, updated_ms=now_ms)

    @property
    def strength(self) -> Strength:
        """The three numbers it is computed from."""
        return Strength(self.rating, self.deviation, self.volatility)

    @property
    def is_established(self) -> bool:
        """Tell whether a rating is shown without a question mark."""
        return self.deviation < (PROVISIONAL if self.volatility else PROVISIONAL_IN_TEAMS)

    @property
    def known(self) -> bool:
        """Tell whether somebody has played enough for others to see their numbers."""
        return self.games >= KNOWN_AFTER

    @property
    def shown(self) -> int:
        return max(LOWEST_SHOWN, round(self.rating))


UNRATED = Standing()


def listed_value(standing: Standing, day: int) -> float | None:
    """Return what a list is sorted by on a day since 1970; None for who is not listed yet."""
    if not standing.known:
        return None
    return round(standing.rating - 2 * standing.at(day * DAY_MS).deviation, _DIGITS)


def share(nth: int) -> float:
    """Return how much of the n-th result of two opponents within `SEASON_MS` counts."""
    return min(1.0, WHOLE / nth)


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A person at a seat of a rated match that has ended for them, and how; None for the opponent
    of a player replaced, whose standing stays as it is."""

    seat: int
    person: int
    side: int
    result: Result | None


@dataclass(frozen=True, slots=True)
class RatedEnd:
    """The end of a rated match as points see it: how much of it counts, and for whom."""

    match: str
    pool: Pool
    share: float
    at_ms: int
    reason: Reason
    seats: tuple[RatedPlayer, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """Everybody whose standing is needed to compute it."""
        return tuple(seat.person for seat in self.seats)


@dataclass(frozen=True, slots=True)
class RatedSeat:
    """What a match has made of one person's standing; `before` is as it stood just then."""

    one: RatedPlayer
    before: Standing
    after: Standing


def settle(finish: RatedEnd, standings: Mapping[int, Standing]) -> Iterator[RatedSeat]:
    """Settle a match: list what it makes of the standings of those whose it changes."""
    before = {person: standings.get(person, UNRATED).at(finish.at_ms) for person in finish.people}
    made = _new_strengths(finish, {person: was.strength for person, was in before.items()})
    for seat in finish.seats:
        if seat.result is not None:
            was = before[seat.person]
            yield RatedSeat(
                seat, was, _new_standing(seat.result, was, made[seat.person], finish.at_ms)
            )


def recount(finishes: Iterable[RatedEnd]) -> Iterator[tuple[RatedEnd, RatedSeat]]:
    """Settle the matches of a pool one after the other, from nothing."""
    standings: dict[int, Standing] = {}
    for finish in finishes:
        made = tuple(settle(finish, standings))
        standings |= {rated.one.person: rated.after for rated in made}
        yield from ((finish, rated) for rated in made)


def _new_strengths(finish: RatedEnd, before: Mapping[int, Strength]) -> dict[int, Strength]:
    if len(finish.seats) == 2:
        one, other = finish.seats
        scores = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
        return {
            me.person: after(
                before[me.person], [(before[them.person], scores[me.result])], share=finish.share
            )
            for me, them in ((one, other), (other, one))
            if me.result is not None
        }
    sides = sorted({seat.side for seat in finish.seats})
    tables = [[seat for seat in finish.seats if seat.side == side] for side in sides]
    ranks = [int(any(player.result == "lost" for player in table)) for table in tables]
    strengths = [[before[player.person] for player in table] for table in tables]
    found = teams.rate(strengths, ranks, finish.share)
    return {
        player.person: strength
        for table, made in zip(tables, found, strict=True)
        for player, strength in zip(table, made, strict=True)
    }


def _new_standing(result: Result, was: Standing, made: Strength, now_ms: int) -> Standing:
    return Standing(
        rating=round(made.rating, _DIGITS),
        deviation=round(made.deviation, _DIGITS),
        volatility=round(made.volatility, _DIGITS),
        games=was.games + 1,
        wins=was.wins + (result == "won"),
        draws=was.draws + (result == "drawn"),
        losses=was.losses + (result == "lost"),
        updated_ms=now_ms,
    )
