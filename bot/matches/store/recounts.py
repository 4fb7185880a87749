"""Pools whose results are settled again from the matches alone, and matches taken out of them."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import Select, bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.people.points.lock import lock
from bot.people.points.ratings import result_values, row, standing
from bot.people.points.standing import (
    UNRATED,
    Pool,
    RatedEnd,
    RatedPlayer,
    Result,
    Standing,
    listed_value,
    recount,
)
from bot.store.store import Store, upsert
from bot.store.tables.matches import holders, matches, players
from bot.store.tables.points import rated, ratings, recounts, strikes
from bot.store.tables.upkeep import pending, pings
from games.core import Info, Seat

from ..match.ids import MatchId
from ..match.match import Match
from ..match.ping import Ping
from ..match.players import NamedPerson, Strike
from ..match.points import part, pool
from ..match.refusals import StaleRevision

MADE = ("at_ms", "before", "after", "deviation_before", "deviation_after", "games")
"""What a result is made to; who had it, in which pool, is as it was."""
_m, _p, _r = matches.c, players.c, rated.c


@dataclass(frozen=True, slots=True)
class Fault:
    """A result of a pool, or the standing of a person in it, that is not as it is made."""

    pool: Pool
    match: str = ""
    seat: int = 0
    person: int = 0


@dataclass(frozen=True, slots=True)
class _Reckoned:
    """A pool's results and standings as they are kept, and as its matches make them."""

    results: Mapping[tuple[str, int], Mapping[str, object]]
    standings: Mapping[int, Standing | None]
    made_results: Mapping[tuple[str, int], Mapping[str, object]]
    made_standings: Mapping[int, Standing]


class PointsRecount:
    """Settles the results of a database's pools again."""

    def __init__(self, store: Store, games: Mapping[str, Info]) -> None:
        self._store = store
        self._games = games

    async def faults(self) -> tuple[Fault, ...]:
        """List where points are not, to the last bit, what the matches make of them."""
        found: list[Fault] = []
        every = select(_r.game, _r.guild).union(select(ratings.c.game, ratings.c.guild))
        for where in [Pool(*each) for each in await self._store.rows(every)]:
            if where.game in self._games:
                async with self._store.looking() as connection:
                    recomputed = await self._recompute(connection, where)
                unlike = sorted(_unlike(recomputed.results, recomputed.made_results))
                found += (Fault(where, match=match, seat=seat) for match, seat in unlike)
                people = sorted(_unlike(recomputed.standings, recomputed.made_standings))
                found += (Fault(where, person=person) for person in people)
        return tuple(found)

    async def work_off(self) -> None:
        """Settle the pools that are due for it since an update, whichever process is first."""
        for due in await self._store.rows(select(recounts)):
            one = Pool(due.game, due.guild)
            if one.game in self._games:
                async with self._store.writing() as connection:
                    await lock(connection)
                    key = (recounts.c.game == one.game, recounts.c.guild == one.guild)
                    if (await connection.execute(delete(recounts).where(*key))).rowcount:
                        await self._settle(connection, one)

    async def strike_of(self, match: MatchId) -> Strike:
        """Read by whom a match was taken out of the points, and why."""
        for found in await self._store.rows(select(strikes).where(strikes.c.match == match)):
            by = None if found.striker is None else NamedPerson(found.striker, found.striker_name)
            return Strike(by, found.reason)
        return Strike()

    async def count_removed(self, guild: int, since_ms: int) -> int:
        """Count what managers of a server have taken out of its points since a moment."""
        theirs = (strikes.c.guild == guild, strikes.c.at_ms > since_ms)
        counted = select(func.count()).where(*theirs, strikes.c.striker.is_not(None))
        return int((await self._store.rows(counted))[0][0])

    async def strike(self, match: Match, strike: Strike, told: Sequence[Ping], at_ms: int) -> bool:
        """Take a match out of the points, settle its pool again, and owe these pings; False, with
        nothing changed, if it had no part in them. The new time of its clocks makes its board say
        so. Raises StaleRevision."""
        by, one = strike.by, pool(match)
        values = {"match": match.id, "guild": one.guild, "at_ms": at_ms, "reason": strike.reason}
        values |= {"striker": by and by.id, "striker_name": by and by.name}
        async with self._store.writing() as connection:
            await lock(connection)
            if not await _move(connection, match, one.game, "", "struck", at_ms):
                return False
            await upsert(connection, strikes, values)
            for ping in told:
                await upsert(connection, pings, asdict(ping))
            await self._settle(connection, one)
        return True

    async def undo(self, match: Match, at_ms: int) -> bool:
        """Let a match count again that was taken out of the points; its board will say so. False,
        with nothing changed, if its results are no longer kept. Raises StaleRevision."""
        one, own = pool(match), select(_r.reason).where(_r.match == match.id)
        async with self._store.writing() as connection:
            await lock(connection)
            reasons = {each.reason for each in await connection.execute(own)}
            deserted = next(iter(reasons - {"ended"}), None)
            if not await _move(connection, match, "", one.game, deserted, at_ms):
                return False
            await connection.execute(delete(strikes).where(strikes.c.match == match.id))
            await self._settle(connection, one)
        return True

    async def settle(self, one: Pool) -> None:
        """Settle a pool again, and write what of it is not as its matches make it."""
        async with self._store.writing() as connection:
            await lock(connection)
            await self._settle(connection, one)

    async def _settle(self, connection: AsyncConnection, one: Pool) -> None:
        """Write the results and standings of a locked pool that are not as they should be."""
        found = await self._recompute(connection, one)
        key = (_r.match == bindparam("of")) & (_r.seat == bindparam("at"))
        wrong = _unlike(found.results, found.made_results) & found.made_results.keys()
        values: dict[str, Any] = {name: bindparam(name) for name in MADE}
        rows = [
            {name: found.made_results[of, at][name] for name in MADE} | {"of": of, "at": at}
            for of, at in sorted(wrong)
        ]
        if rows:
            await connection.execute(update(rated).where(key).values(values), rows)
        for person in sorted(_unlike(found.standings, found.made_standings)):
            own = found.made_standings.get(person, UNRATED)
            await upsert(connection, ratings, row(person, one, own, own.updated_ms))

    async def _recompute(self, connection: AsyncConnection, one: Pool) -> _Reckoned:
        ends = (await connection.execute(_ends(one))).all()
        results = (await connection.execute(_of(_r, one, rated))).all()
        standings = (await connection.execute(_of(ratings.c, one, ratings))).all()

        def recompute() -> _Reckoned:
            made = [*recount(_finishes(ends, one, self._games[one.game]))]
            return _Reckoned(
                {(each.match, each.seat): _plain(each) for each in results},
                {each.person: _standing_as_listed(each) for each in standings if each.games},
                {(finish.match, it.one.seat): result_values(finish, it) for finish, it in made},
                {it.one.person: it.after for _, it in made},
            )

        return await asyncio.to_thread(recompute)


async def _move(
    connection: AsyncConnection, match: Match, game: str, to: str, unrated: str | None, at_ms: int
) -> bool:
    """Move the results of a match out of a game's points ("": of none), or into them."""
    own = (_r.match == match.id) & (_r.game == game)
    altered = update(matches).where(_m.id == match.id, _m.serial == match.serial)
    now = {"unrated": unrated, "serial": match.serial + 1, "clock_ms": at_ms}
    if not (await connection.execute(select(_r.serial).where(own))).all():
        return False
    if not (await connection.execute(altered.values(now))).rowcount:
        raise StaleRevision(match.id)
    await connection.execute(update(rated).where(own).values(game=to))
    waiting = {"match": match.id, "serial": match.serial + 1, "open": False}
    await upsert(connection, pending, waiting | {"at_ms": match.updated_ms})
    return True


def _standing_as_listed(found: Any) -> Standing | None:
    """Return a standing as it is kept; None if the list would sort it wrongly."""
    kept = standing(found)
    return kept if found.listed == listed_value(kept, found.day) else None


def _of(columns: Any, one: Pool, *wanted: Any) -> Select[Any]:
    return select(*wanted).where(columns.guild == one.guild, columns.game == one.game)


def _plain(found: Any) -> dict[str, object]:
    """Return the values of a row of `rated` but its serial."""
    return {col.name: getattr(found, col.name) for col in rated.c if col.name != "serial"}


def _unlike(one: Mapping[Any, object], other: Mapping[Any, object]) -> set[Any]:
    """List the keys under which two tables differ."""
    return {key for key in one.keys() | other.keys() if one.get(key) != other.get(key)}


def _ends(one: Pool) -> Select[Any]:
    """Select the ends of a pool's rated matches in the order of commit, a row for each seat beside
    each result, which says who has deserted, and when. `person` is the first to hold the seat."""
    was = holders.alias().c
    seats = rated.join(matches, _m.id == _r.match).join(players, _p.match == _m.id)
    held = (was.match == _m.id) & (was.seat == _p.seat) & (was.since == 0)
    wanted = (
        _r.serial,
        _r.reason,
        _r.at_ms,
        _r.seat.label("own"),
        _m.id,
        _m.nth,
        _m.updated_ms,
        _p.seat,
        func.coalesce(was.person, _p.person, 0).label("person"),
        _p.result,
    )
    found = _of(_r, one, *wanted).select_from(seats.outerjoin(was.match.table, held))
    return found.order_by(_r.serial, _p.seat)


def _finishes(rows: Sequence[Any], one: Pool, info: Info) -> Iterator[RatedEnd]:
    """Read the ends of matches from these rows, each at its first result."""
    known: set[str] = set()
    for _, group in groupby(rows, key=lambda each: each.serial):
        table = [*group]
        first, whole = table[0], table[0].reason == "ended"
        if first.id in known:
            continue
        known.add(first.id)
        results: list[Result | None] = [
            each.result if whole else "lost" if each.seat == first.own else None for each in table
        ]
        yield RatedEnd(
            first.id,
            one,
            part(first.nth, results, info),
            first.updated_ms if whole else first.at_ms,
            first.reason,
            tuple(
                RatedPlayer(each.seat, each.person, min(info.team(Seat(each.seat))), result)
                for each, result in zip(table, results, strict=True)
            ),
        )
