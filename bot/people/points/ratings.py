"""The standings of all people of one database, and the results they come from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, Executable, bindparam, case, func, insert, select, update

from bot.store.direct import Statement
from bot.store.points_tables import rated, ratings
from bot.store.store import Store, missing

from .standing import (
    SEASON_MS,
    UNRATED,
    Earlier,
    Finish,
    Reason,
    Result,
    Settled,
    Standing,
    settled,
)
from .suspicion import Pairing

_NAMES = tuple(one.name for one in fields(Standing))
_SAME = ("rating", "deviation", "volatility", "games")
"""The numbers by which a standing is known to be the same: compare and swap."""
_r = rated.c
_SWAP = (
    update(ratings)
    .where(ratings.c.person == bindparam("was_person"), ratings.c.pool == bindparam("was_pool"))
    .where(*(ratings.c[name] == bindparam(f"was_{name}") for name in _SAME))
)
_RESULT = insert(rated)
_OF_MATCH = select(rated).where(_r.match == bindparam("match")).order_by(_r.seat)

_o = rated.alias().c
_PAIRINGS = (
    select(
        _r.person,
        _o.person.label("opponent"),
        func.count().label("results"),
        func.sum(case((_r.result == "won", 1), else_=0)).label("won"),
    )
    .where(_r.pool == bindparam("pool"), _r.at_ms > bindparam("since_ms"), _o.match == _r.match)
    .where((_r.seat + _o.seat) % 2 == 1)  # partners sit opposite each other
    .group_by(_r.person, _o.person)
    .order_by(_r.person, _o.person)
)

_PLAYED_ON = (
    select(_r.person)
    .where(_r.guild == bindparam("guild"), _r.pool == bindparam("pool"))
    .where(_r.at_ms > bindparam("since_ms"))
    .group_by(_r.person)
)


@dataclass(frozen=True, slots=True)
class Settlement:
    """What is written about a rated match: its `results`, and the standings they were made from."""

    finish: Finish
    standings: Mapping[int, Standing]
    results: tuple[Settled, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What a match has changed for one person, whose `games` in the pool it counts among."""

    seat: int
    person: int
    result: Result
    reason: Reason
    before: Standing
    after: Standing


class Ratings:
    """Reads standings and results; they are written with the end of the match."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, people: Sequence[int], pool: str) -> dict[int, Standing]:
        """Read where these people stand in a pool; who has no rated match there is left out."""
        named = {f"user{place}": person for place, person in enumerate(people)}
        rows = await self._store.known(_standing(len(people)), pool=pool, **named)
        return {row.person: standing(row) for row in rows}

    async def everywhere(self, person: int) -> dict[str, Standing]:
        """Read where a person stands in every pool they have a rated match in."""
        played = (ratings.c.person == person) & (ratings.c.games > 0)
        found = select(ratings).where(played).order_by(ratings.c.pool)
        return {row.pool: standing(row) for row in await self._store.rows(found)}

    async def changes(self, match: str) -> tuple[Change, ...]:
        """Read what a match has changed, by seat; nothing if it did not count."""
        rows = await self._store.known(_OF_MATCH, match=match)
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

    async def pairings(self, pool: str, since_ms: int) -> list[Pairing]:
        """Count who has met whom in a pool since a moment, as opponents, and how often they won."""
        rows = await self._store.known(_PAIRINGS, pool=pool, since_ms=since_ms)
        return [Pairing(row.person, row.opponent, row.results, row.won) for row in rows]

    async def played_on(self, guild: int, pool: str, since_ms: int) -> frozenset[int]:
        """Return the people with results in a pool on a server since a moment."""
        rows = await self._store.known(_PLAYED_ON, guild=guild, pool=pool, since_ms=since_ms)
        return frozenset(row.person for row in rows)

    async def settle(self, finish: Finish) -> Settlement:
        """Read what it takes to settle a match, and settle it; nothing is written yet."""
        people = finish.people
        known = await self.of(people, finish.pool)
        standings = {person: known.get(person, UNRATED) for person in people}
        named = {f"user{place}": person for place, person in enumerate(people)}
        since = finish.at_ms - SEASON_MS
        rows = await self._store.known(
            _earlier(len(people)), pool=finish.pool, since_ms=since, **named
        )
        earlier = [
            Earlier(row.match, row.person, row.at_ms, row.after - row.before, row.fresh)
            for row in rows
        ]
        return Settlement(finish, standings, settled(finish, standings, earlier))


def standing(row: Any) -> Standing:
    """Read the standing of a row of `ratings`."""
    return Standing(*(getattr(row, name) for name in _NAMES))


def written(made: Settlement, dialect: str) -> Iterator[Statement]:
    """List the statements that write a settlement, unless somebody's standing has changed since.

    Whoever has none yet gets a row without a match, so that they too can be held to it.
    """
    finish, after = made.finish, {one.one.person: one.after for one in made.results}
    people = sorted(made.standings)
    rows = [{"person": one, "pool": finish.pool, **asdict(UNRATED)} for one in people]
    yield Statement(missing(dialect, ratings), rows)
    for person in people:
        was = made.standings[person]
        key = {"was_person": person, "was_pool": finish.pool}
        old = {f"was_{name}": getattr(was, name) for name in _SAME}
        yield Statement(_SWAP, [asdict(after.get(person, was)) | key | old], swaps=True)
    yield Statement(_RESULT, [result_values(finish, one) for one in made.results])


def result_values(finish: Finish, one: Settled) -> dict[str, object]:
    """Return the row of `rated` for one person's result, without its serial."""
    return {
        "match": finish.match,
        "seat": one.one.seat,
        "person": one.one.person,
        "pool": finish.pool,
        "guild": finish.guild,
        "at_ms": finish.at_ms,
        "result": one.one.result,
        "reason": finish.reason,
        "before": one.before.rating,
        "after": one.after.rating,
        "deviation_before": one.before.deviation,
        "deviation_after": one.after.deviation,
        "games": one.after.games,
        "fresh": one.fresh,
    }


@cache
def _standing(number: int) -> Executable:
    users = [bindparam(f"user{place}", None, BigInteger) for place in range(number)]
    pool = ratings.c.pool == bindparam("pool")
    return select(ratings).where(ratings.c.person.in_(users), pool)


@cache
def _earlier(number: int) -> Executable:
    users = [bindparam(f"user{place}", None, BigInteger) for place in range(number)]
    late = (_r.pool == bindparam("pool"), _r.at_ms > bindparam("since_ms"))
    return select(rated).where(_r.person.in_(users), *late).order_by(_r.serial)
