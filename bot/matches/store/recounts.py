"""Points reckoned again from the matches alone, and a match taken out of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any, TypeAlias

from sqlalchemy import Select, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.people.points.ratings import result_values, standing
from bot.people.points.recount import Recount
from bot.people.points.standing import UNRATED, Finish, Finisher, Standing
from bot.store.points_tables import rated, ratings
from bot.store.store import Store, upsert
from bot.store.tables import clock_events, holders, matches, players
from bot.store.upkeep_tables import pending, pings
from games.core import Info, Seat

from ..match.match import Match
from ..match.ping import Ping

TRIES = 3
"""The times a pool is reckoned while its matches go on ending, before they have to wait for it."""
First: TypeAlias = Callable[[AsyncConnection], Awaitable[bool]]
"""What is done in the transaction first. False, with nothing done, calls it off."""

_m, _p, _r, _c = matches.c, players.c, rated.c, clock_events.c


@dataclass(frozen=True, slots=True)
class _Moment:
    """A pool's count of results, its newest one, and everybody's standing, as they were at once."""

    results: int
    newest: int | None
    standings: tuple[tuple[int, Standing], ...]


@dataclass(frozen=True, slots=True)
class _Pool:
    """A pool as it was at a moment: the ends of its matches, and the results that are kept."""

    moment: _Moment
    finishes: Sequence[Finish]
    kept: Mapping[tuple[str, int], Mapping[str, object]]


@dataclass(frozen=True, slots=True)
class _Reckoned:
    """The results and standings that are to be written into a pool that is as it was."""

    moment: _Moment
    results: Mapping[tuple[str, int], Mapping[str, object]]
    standings: Mapping[int, Standing]


class Recounts:
    """Reckons the points of a database again; a pool is a game."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def faults(self, info: Info) -> tuple[str, ...]:
        """List where a pool's points are not, to the last bit, what its matches make of them.

        A fault is the match with the seat whose result is not, "K7Q2 0", or a person's number whose
        standing is not.
        """
        pool = info.id
        played = (ratings.c.pool == pool) & (ratings.c.games > 0)
        async with self._store.looking() as connection:
            ends = (await connection.execute(_ends(pool))).all()
            results = (await connection.execute(select(rated).where(_r.pool == pool))).all()
            standings = (await connection.execute(select(ratings).where(played))).all()
        recount = await asyncio.to_thread(Recount, [*_finishes(ends, info)])
        kept = {(row.match, row.seat): _plain(row) for row in results}
        now = {row.person: standing(row) for row in standings}
        reckoned = {key: result_values(*made) for key, made in recount.results.items()}
        return (
            *(f"{match} {seat}" for match, seat in sorted(_unlike(kept, reckoned))),
            *map(str, sorted(_unlike(now, recount.standings))),
        )

    async def mend(self, info: Info) -> None:
        """Reckon a pool again, and write what of its points is not as its matches make them."""
        await self._settle(info)

    async def strike(self, match: Match, info: Info, told: Sequence[Ping], at_ms: int) -> bool:
        """Take a match out of the points, reckon its pool again, and owe these pings.

        False, and nothing has changed, if it had no part in them. That its clocks were changed at
        this moment makes its board say so.
        """

        async def struck(connection: AsyncConnection) -> bool:
            gone = await connection.execute(delete(rated).where(_r.match == match.id))
            if not gone.rowcount:
                return False
            changes = {"unrated": "struck", "serial": _m.serial + 1, "clock_ms": at_ms}
            await connection.execute(update(matches).where(_m.id == match.id).values(changes))
            row = {"match": match.id, "serial": match.serial + 1, "open": False}
            await upsert(connection, pending, row | {"at_ms": match.updated_ms})
            for ping in told:
                await upsert(connection, pings, asdict(ping))
            return True

        return await self._settle(info, match.id, struck)

    async def _settle(self, info: Info, without: str = "", first: First | None = None) -> bool:
        """Write what of a pool's points is not as its matches but one make them.

        It is reckoned while everybody plays on, and again if a match of the pool has ended
        meanwhile; in the end the pool has to wait. False, and nothing has changed, if what is to be
        done `first` says so.
        """
        for _ in range(TRIES):
            async with self._store.looking() as connection:
                pool = await _read(connection, info, without)
            done = await self._written(info, without, first, await _reckoned(pool))
            if done is not None:
                return done
        return bool(await self._written(info, without, first, None))

    async def _written(
        self, info: Info, without: str, first: First | None, known: _Reckoned | None
    ) -> bool | None:
        """Write what was reckoned of a pool, or what is reckoned now; None if it has changed."""
        async with self._store.writing() as connection:
            pool = ratings.c.pool == info.id  # nobody's match of the pool ends from here on
            await connection.execute(select(ratings.c.person).where(pool).with_for_update())
            if known is None:
                known = await _reckoned(await _read(connection, info, without))
            elif await _moment(connection, info.id) != known.moment:
                return None
            if first is not None and not await first(connection):
                return False
            await _rewrite(connection, info.id, known)
            return True


async def _read(connection: AsyncConnection, info: Info, without: str) -> _Pool:
    """Read a pool without one of its matches."""
    moment = await _moment(connection, info.id)
    ends = (await connection.execute(_ends(info.id))).all()
    results = (await connection.execute(select(rated).where(_r.pool == info.id))).all()
    finishes = tuple(_finishes([row for row in ends if row.id != without], info))
    kept = {(row.match, row.seat): _plain(row) for row in results if row.match != without}
    return _Pool(moment, finishes, kept)


async def _reckoned(pool: _Pool) -> _Reckoned:
    """Reckon what of a pool's points is not as its matches make them."""
    recount = await asyncio.to_thread(Recount, pool.finishes)
    made = {key: result_values(*one) for key, one in recount.results.items()}
    people = sorted(_unlike(dict(pool.moment.standings), recount.standings))
    return _Reckoned(
        pool.moment,
        {key: made[key] for key in sorted(_unlike(pool.kept, made))},
        {person: recount.standings.get(person, UNRATED) for person in people},
    )


async def _moment(connection: AsyncConnection, pool: str) -> _Moment:
    """Read what is another once a match of a pool has ended, or was taken out of the points."""
    newest = select(func.count(), func.max(_r.serial)).where(_r.pool == pool)
    count, serial = (await connection.execute(newest)).one()
    rows = (await connection.execute(select(ratings).where(ratings.c.pool == pool))).all()
    standings = sorted(((row.person, standing(row)) for row in rows), key=lambda one: one[0])
    return _Moment(count, serial, tuple(standings))


async def _rewrite(connection: AsyncConnection, pool: str, known: _Reckoned) -> None:
    """Write results and standings of a pool."""
    one = (_r.match == bindparam("of")) & (_r.seat == bindparam("at"))
    results = [dict(row) | {"of": of, "at": at} for (of, at), row in known.results.items()]
    if results:
        values: dict[str, Any] = {
            name: bindparam(name) for name in results[0] if name not in ("of", "at")
        }
        await connection.execute(update(rated).where(one).values(values), results)
    for person, made in known.standings.items():
        await upsert(connection, ratings, {"person": person, "pool": pool} | asdict(made))


def _plain(row: Any) -> dict[str, object]:
    """Return the values of a row of `rated` but its serial."""
    return {one.name: getattr(row, one.name) for one in rated.c if one.name != "serial"}


def _unlike(one: Mapping[Any, object], other: Mapping[Any, object]) -> set[Any]:
    """List the keys under which two tables differ."""
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


def _ends(pool: str) -> Select[Any]:
    """Select the ends of a pool's rated matches, a row for each seat beside each result.

    The order alone, which is that of commit, comes from the results. `person` is the first to hold
    the seat, `taken` the seat that was first taken over, at `taken_ms`.
    """
    was = holders.alias().c
    over = select(_c.seat).where(_c.match == _m.id, _c.kind == "seat")
    taken = over.order_by(_c.serial, _c.place).limit(1)
    seats = rated.join(matches, _m.id == _r.match).join(players, _p.match == _m.id)
    held = (was.match == _m.id) & (was.seat == _p.seat) & (was.since == 0)
    return (
        select(
            _r.serial,
            _m.id,
            _m.guild,
            _m.updated_ms,
            _m.unrated,
            _p.seat,
            func.coalesce(was.person, _p.person).label("person"),
            _p.result,
            taken.scalar_subquery().label("taken"),
            taken.with_only_columns(_c.at_ms).scalar_subquery().label("taken_ms"),
        )
        .select_from(seats.outerjoin(was.match.table, held))
        .where(_r.pool == pool)
        .order_by(_r.serial, _p.seat)
    )


def _finishes(rows: Sequence[Any], info: Info) -> Iterator[Finish]:
    """Read the ends of matches from these rows, each at its first result."""
    known: set[str] = set()
    for _, group in groupby(rows, key=lambda row: row.serial):
        table = list(group)
        match = table[0].id
        if match in known:
            continue
        known.add(match)
        replaced = table[0].unrated == "replaced"
        yield Finish(
            match,
            info.id,
            table[0].guild,
            table[0].taken_ms if replaced else table[0].updated_ms,
            "replaced" if replaced else "ended",
            tuple(
                Finisher(
                    row.seat,
                    row.person,
                    min(info.team(Seat(row.seat))),
                    ("lost" if row.seat == row.taken else None) if replaced else row.result,
                )
                for row in table
            ),
        )
