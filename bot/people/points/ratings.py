"""The standings of all people of one database, and the results they come from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, Executable, bindparam, insert, select, update

from bot.store.direct import Statement
from bot.store.store import StorePart, missing
from bot.store.tables.points import rated, ratings

from .standing import (
    DAY_MS,
    UNRATED,
    Pool,
    RatedEnd,
    RatedSeat,
    Reason,
    Result,
    Standing,
    listed_value,
    settle,
)

_NAMES = tuple(field.name for field in fields(Standing))
_SAME = ("rating", "deviation", "volatility", "games")
"""The numbers by which a standing is known to be the same: compare and swap."""
_KEY = ("person", "game", "guild")
_r = rated.c
_SWAP = update(ratings).where(
    *(ratings.c[name] == bindparam(f"was_{name}") for name in (*_KEY, *_SAME))
)
_RESULT = insert(rated)
_OF_MATCH = select(rated).where(_r.match == bindparam("match"), _r.game != "").order_by(_r.seat)


@dataclass(frozen=True, slots=True)
class RatingUpdate:
    """What is written with the end of a rated match: its `results`, and the standings they were
    made from, which must still stand then."""

    finish: RatedEnd
    standings: Mapping[int, Standing]
    results: tuple[RatedSeat, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a match has changed for one person, whose `games` in the pool it counts among."""

    seat: int
    person: int
    result: Result
    reason: Reason
    before: Standing
    after: Standing


class Ratings(StorePart):
    """Reads standings and results; they are written with the end of the match."""

    async def of(self, people: Sequence[int], pool: Pool) -> dict[int, Standing]:
        """Read where these people stand in a pool; who has no rated match there is left out."""
        named = {f"user{place}": person for place, person in enumerate(people)}
        rows = await self._store.prepared_rows(_standing(len(people)), **pool._asdict(), **named)
        return {row.person: standing(row) for row in rows}

    async def on(self, guild: int, person: int) -> dict[str, Standing]:
        """Read where a person stands on a server, by the games they have a rated match of."""
        played = (ratings.c.person == person) & (ratings.c.guild == guild) & (ratings.c.games > 0)
        found = select(ratings).where(played).order_by(ratings.c.game)
        return {row.game: standing(row) for row in await self._store.rows(found)}

    async def changes(self, match: str) -> tuple[Change, ...]:
        """Read what a match has changed, by seat; nothing if it did not count."""
        rows = await self._store.prepared_rows(_OF_MATCH, match=match)
        return tuple(
            Change(
                row.seat,
                row.person,
                row.result,
                row.reason,
                Standing(row.before, row.deviation_before, games=row.games - 1),
                Standing(row.after, row.deviation_after, games=row.games, updated_ms=row.at_ms),
            )
            for row in rows
        )

    async def settle(self, finish: RatedEnd) -> RatingUpdate:
        """Read what it takes to settle a match, and settle it; nothing is written yet."""
        known = await self.of(finish.people, finish.pool)
        standings = {person: known.get(person, UNRATED) for person in finish.people}
        return RatingUpdate(finish, standings, tuple(settle(finish, standings)))


def standing(row: Any) -> Standing:
    return Standing(*(getattr(row, name) for name in _NAMES))


def write_settlement(made: RatingUpdate, dialect: str) -> Iterator[Statement]:
    """List the statements that write a settlement, unless somebody's standing has changed since.
    Whoever has none yet gets a row without a match, so that they too can be held to it."""
    finish, after = made.finish, {result.one.person: result.after for result in made.results}
    people = sorted(made.standings)
    yield Statement(missing(dialect, ratings), [row(user, finish.pool, UNRATED) for user in people])
    for person in people:
        was = made.standings[person]
        now = row(person, finish.pool, after.get(person, was), finish.at_ms)
        key = {f"was_{name}": now.pop(name) for name in _KEY}
        old = {f"was_{name}": getattr(was, name) for name in _SAME}
        yield Statement(_SWAP, [now | key | old], swaps=True)
    yield Statement(_RESULT, [result_values(finish, result) for result in made.results])


def row(person: int, pool: Pool, standing: Standing, now_ms: int = 0) -> dict[str, object]:
    """Return the row of `ratings` for a person's standing, listed as on the day of a moment."""
    day = now_ms // DAY_MS
    own = {"person": person, **pool._asdict(), **asdict(standing)}
    return own | {"listed": listed_value(standing, day), "day": day}


def result_values(finish: RatedEnd, one: RatedSeat) -> dict[str, object]:
    """Return the row of `rated` for one person's result, without its serial."""
    return {
        "match": finish.match,
        "seat": one.one.seat,
        "person": one.one.person,
        **finish.pool._asdict(),
        "at_ms": finish.at_ms,
        "result": one.one.result,
        "reason": finish.reason,
        "before": one.before.rating,
        "after": one.after.rating,
        "deviation_before": one.before.deviation,
        "deviation_after": one.after.deviation,
        "games": one.after.games,
    }


@cache
def _standing(number: int) -> Executable:
    users = [bindparam(f"user{place}", None, BigInteger) for place in range(number)]
    pool = (ratings.c.game == bindparam("game"), ratings.c.guild == bindparam("guild"))
    return select(ratings).where(ratings.c.person.in_(users), *pool)
