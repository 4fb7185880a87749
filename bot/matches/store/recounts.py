"""Points reckoned again from the matches alone, and a match taken out of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from sqlalchemy import Select, delete, func, select, update
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

_m, _p, _r, _c = matches.c, players.c, rated.c, clock_events.c


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
        async with self._store.writing() as connection:
            pool = ratings.c.pool == info.id  # nobody's match of the pool ends meanwhile
            before = (await connection.execute(select(ratings).where(pool).with_for_update())).all()
            await self._rewrite(connection, info, {row.person: standing(row) for row in before})

    async def strike(self, match: Match, info: Info, told: Sequence[Ping], at_ms: int) -> bool:
        """Take a match out of the points, reckon its pool again, and owe these pings.

        False, and nothing has changed, if it had no part in them. That its clocks were changed at
        this moment makes its board say so.
        """
        async with self._store.writing() as connection:
            pool = ratings.c.pool == info.id  # nobody else's match of the pool ends meanwhile
            before = (await connection.execute(select(ratings).where(pool).with_for_update())).all()
            gone = await connection.execute(delete(rated).where(_r.match == match.id))
            if not gone.rowcount:
                return False
            changes = {"unrated": "struck", "serial": _m.serial + 1, "clock_ms": at_ms}
            await connection.execute(update(matches).where(_m.id == match.id).values(changes))
            await self._rewrite(connection, info, {row.person: standing(row) for row in before})
            row = {"match": match.id, "serial": match.serial + 1, "open": False}
            await upsert(connection, pending, row | {"at_ms": match.updated_ms})
            for ping in told:
                await upsert(connection, pings, asdict(ping))
        return True

    async def _rewrite(
        self, connection: AsyncConnection, info: Info, known: Mapping[int, Standing]
    ) -> None:
        """Write what of a pool's points is not as its matches make them."""
        ends = (await connection.execute(_ends(info.id))).all()
        recount = await asyncio.to_thread(Recount, [*_finishes(ends, info)])
        rows = (await connection.execute(select(rated).where(_r.pool == info.id))).all()
        kept = {(row.match, row.seat): _plain(row) for row in rows}
        reckoned = {key: result_values(*made) for key, made in recount.results.items()}
        for match, seat in sorted(_unlike(kept, reckoned)):
            one = (_r.match == match) & (_r.seat == seat)
            changed = update(rated).where(one).values(reckoned[match, seat])
            await connection.execute(changed)
        for person in sorted(_unlike(known, recount.standings)):
            row = {"person": person, "pool": info.id}
            made = recount.standings.get(person, UNRATED)
            await upsert(connection, ratings, row | asdict(made))


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
