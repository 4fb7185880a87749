"""Pools whose results are settled again from the matches alone, and matches taken out of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.people.points.ratings import result_values, row, standing
from bot.people.points.standing import UNRATED, Finish, Finisher, Pool, Result, Standing, recounted
from bot.store.points_tables import rated, ratings, recounts
from bot.store.store import Store, insert_missing, upsert
from bot.store.tables import clock_events, holders, matches, players
from bot.store.upkeep_tables import pending, pings
from games.core import Info, Seat

from ..match.match import Match
from ..match.ping import Ping
from ..match.points import part, pool

TRIES = 3
"""The times a pool is reckoned while its matches go on ending, before they have to wait for it."""
_m, _p, _r, _c = matches.c, players.c, rated.c, clock_events.c


@dataclass(frozen=True, slots=True)
class Fault:
    """A result of a pool, by match and seat, or the standing of a person, that is not as it is
    made."""

    pool: Pool
    match: str = ""
    seat: int = 0
    person: int = 0


@dataclass(frozen=True, slots=True)
class _Kept:
    """A pool as it was at a moment: the ends of its matches, its results and its standings."""

    finishes: Sequence[Finish]
    results: Mapping[tuple[str, int], Mapping[str, object]]
    standings: Mapping[int, Standing]


@dataclass(frozen=True, slots=True)
class _Made:
    """The results and standings that the ends of a pool's matches lead to."""

    results: Mapping[tuple[str, int], Mapping[str, object]]
    standings: Mapping[int, Standing]


class Recounts:
    """Settles the results of a database's pools again."""

    def __init__(self, store: Store, games: Mapping[str, Info]) -> None:
        self._store = store
        self._games = games

    async def faults(self) -> tuple[Fault, ...]:
        """List where points are not, to the last bit, what the matches make of them."""
        found: list[Fault] = []
        every = select(_r.game, _r.guild).union(select(ratings.c.game, ratings.c.guild))
        for one in [Pool(*each) for each in await self._store.rows(every)]:
            if one.game in self._games:
                async with self._store.looking() as connection:
                    kept = await self._read(connection, one)
                made = await asyncio.to_thread(_reckoned, kept)
                unlike = sorted(_unlike(kept.results, made.results))
                found += (Fault(one, match=match, seat=seat) for match, seat in unlike)
                people = sorted(_unlike(kept.standings, made.standings))
                found += (Fault(one, person=person) for person in people)
        return tuple(found)

    async def work_off(self) -> None:
        """Settle every pool again that is due for it, be it since an earlier process died."""
        for due in await self._store.rows(select(recounts)):
            if due.game in self._games:
                await self.settle(Pool(due.game, due.guild))

    async def struck(self, guild: int, since_ms: int) -> int:
        """Count what managers of a server have taken out of its points since a moment."""
        own = (_m.guild == guild, _m.phase.in_(("over", "playing")), _m.unrated == "struck")
        theirs = (_m.closer.is_not(None), _m.clock_ms > since_ms)
        rows = await self._store.rows(select(func.count()).where(*own, *theirs))
        return int(rows[0][0])

    async def strike(self, match: Match, told: Sequence[Ping], at_ms: int) -> bool:
        """Take a match out of the points, and owe these pings.

        `match` has already who did so, and why. False, and nothing has changed, if it had no part
        in them. That its clocks were changed at this moment makes its board say so.
        """
        changes = {
            "unrated": "struck",
            "closer": match.closer.id if match.closer else None,
            "closer_name": match.closer.name if match.closer else None,
            "closer_reason": match.closer_reason,
        }
        out = {"game": ""}
        return await self._moved(match, pool(match).game, out, changes, told, at_ms)

    async def undo(self, match: Match, at_ms: int) -> bool:
        """Let a match count again that was taken out of the points; its board will say so.

        False, and nothing has changed, if its results are no longer kept.
        """
        own = select(_r.reason).where(_r.match == match.id)
        reasons = [one.reason for one in await self._store.rows(own)]
        deserted = next((one for one in reasons if one != "ended"), None)
        nobody = dict.fromkeys(("closer", "closer_name", "closer_reason"))
        back = {"game": match.terms.game}
        return await self._moved(match, "", back, {"unrated": deserted, **nobody}, (), at_ms)

    async def _moved(
        self,
        match: Match,
        game: str,
        values: Mapping[str, str],
        changes: Mapping[str, object],
        told: Sequence[Ping],
        at_ms: int,
    ) -> bool:
        async with self._store.writing() as connection:
            own = (_r.match == match.id) & (_r.game == game)
            altered = update(matches).where(_m.id == match.id, _m.serial == match.serial)
            now = {**changes, "serial": match.serial + 1, "clock_ms": at_ms}
            if not (await connection.execute(select(_r.serial).where(own))).all():
                return False
            if not (await connection.execute(altered.values(now))).rowcount:
                return False
            await connection.execute(update(rated).where(own).values(values))
            waiting = {"match": match.id, "serial": match.serial + 1, "open": False}
            await upsert(connection, pending, waiting | {"at_ms": match.updated_ms})
            for ping in told:
                await upsert(connection, pings, asdict(ping))
            await insert_missing(connection, recounts, pool(match)._asdict())
        await self.settle(pool(match))
        return True

    async def settle(self, one: Pool) -> None:
        """Settle a pool again, and write what of it is not as its matches make it.

        It is reckoned while everybody plays on, and again if a match of the pool has ended
        meanwhile; in the end these have to wait.
        """
        for tries in range(TRIES):
            async with self._store.looking() as connection:
                kept = await self._read(connection, one)
            made = await asyncio.to_thread(_reckoned, kept)
            async with self._store.writing() as connection:
                await self._lock(connection, one)
                now = await self._read(connection, one)
                if now != kept:
                    if tries < TRIES - 1:
                        continue
                    kept, made = now, await asyncio.to_thread(_reckoned, now)
                await _rewrite(connection, one, kept, made)
                return

    async def _lock(self, connection: AsyncConnection, one: Pool) -> None:
        """Let no other process settle the pool again, and no match of it end, from here on."""
        due = select(recounts).where(recounts.c.game == one.game, recounts.c.guild == one.guild)
        await connection.execute(due.with_for_update())
        await connection.execute(_of(ratings.c, one, ratings.c.person).with_for_update())

    async def _read(self, connection: AsyncConnection, one: Pool) -> _Kept:
        ends = (await connection.execute(_ends(one))).all()
        results = (await connection.execute(_of(_r, one, rated))).all()
        standings = (await connection.execute(_of(ratings.c, one, ratings))).all()
        return _Kept(
            tuple(_finishes(ends, one, self._games[one.game])),
            {(each.match, each.seat): _plain(each) for each in results},
            {each.person: standing(each) for each in standings if each.games},
        )


def _of(columns: Any, one: Pool, *wanted: Any) -> Select[Any]:
    return select(*wanted).where(columns.guild == one.guild, columns.game == one.game)


def _reckoned(kept: _Kept) -> _Made:
    made = [*recounted(kept.finishes)]
    return _Made(
        {(finish.match, one.one.seat): result_values(finish, one) for finish, one in made},
        {one.one.person: one.after for _, one in made},
    )


async def _rewrite(connection: AsyncConnection, one: Pool, kept: _Kept, made: _Made) -> None:
    """Write the results and standings that are not as they should be; the pool is done with."""
    key = (_r.match == bindparam("of")) & (_r.seat == bindparam("at"))
    wrong = sorted(_unlike(kept.results, made.results) & made.results.keys())
    if wrong:
        values: dict[str, Any] = {name: bindparam(name) for name in made.results[wrong[0]]}
        rows = [{**made.results[of, at], "of": of, "at": at} for of, at in wrong]
        await connection.execute(update(rated).where(key).values(values), rows)
    for person in sorted(_unlike(kept.standings, made.standings)):
        own = made.standings.get(person, UNRATED)
        await upsert(connection, ratings, row(person, one, own, own.updated_ms))
    done = (recounts.c.game == one.game) & (recounts.c.guild == one.guild)
    await connection.execute(delete(recounts).where(done))


def _plain(found: Any) -> dict[str, object]:
    """Return the values of a row of `rated` but its serial."""
    return {one.name: getattr(found, one.name) for one in rated.c if one.name != "serial"}


def _unlike(one: Mapping[Any, object], other: Mapping[Any, object]) -> set[Any]:
    """List the keys under which two tables differ."""
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


def _ends(one: Pool) -> Select[Any]:
    """Select the ends of a pool's rated matches, a row for each seat beside each result.

    The order alone, which is that of commit, comes from the results, and who has escaped.
    `person` is the first to hold the seat, `taken` the seat that was first taken over, at
    `taken_ms`.
    """
    was = holders.alias().c
    over = select(_c.seat).where(_c.match == _m.id, _c.kind == "seat")
    taken = over.order_by(_c.serial, _c.place).limit(1)
    seats = rated.join(matches, _m.id == _r.match).join(players, _p.match == _m.id)
    held = (was.match == _m.id) & (was.seat == _p.seat) & (was.since == 0)
    wanted = (
        _r.serial,
        _r.seat.label("own"),
        _m.id,
        _m.nth,
        _m.updated_ms,
        _m.unrated,
        _p.seat,
        func.coalesce(was.person, _p.person).label("person"),
        _p.result,
        taken.scalar_subquery().label("taken"),
        taken.with_only_columns(_c.at_ms).scalar_subquery().label("taken_ms"),
    )
    found = _of(_r, one, *wanted).select_from(seats.outerjoin(was.match.table, held))
    return found.order_by(_r.serial, _p.seat)


def _finishes(rows: Sequence[Any], one: Pool, info: Info) -> Iterator[Finish]:
    """Read the ends of matches from these rows, each at its first result."""
    known: set[str] = set()
    for _, group in groupby(rows, key=lambda each: each.serial):
        table = [*group]
        first = table[0]
        if first.id in known:
            continue
        known.add(first.id)
        deserted = first.unrated if first.unrated in ("replaced", "escaped") else None
        alone = first.taken if deserted == "replaced" else first.own
        results: list[Result | None] = [
            each.result if deserted is None else "lost" if each.seat == alone else None
            for each in table
        ]
        yield Finish(
            first.id,
            one,
            part(first.nth, results, info),
            first.taken_ms if deserted == "replaced" else first.updated_ms,
            deserted or "ended",
            tuple(
                Finisher(each.seat, each.person, min(info.team(Seat(each.seat))), result)
                for each, result in zip(table, results, strict=True)
            ),
        )
