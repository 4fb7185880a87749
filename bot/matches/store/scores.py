"""What the matches themselves say about points: who has met whom, running matches included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, CompoundSelect, Select, bindparam, func, null, select, union_all
from sqlalchemy.sql.expression import cast

from bot.store.points_tables import rated
from bot.store.store import Store
from bot.store.tables import matches, players
from games.core import Seat

_m = matches.c


@dataclass(frozen=True, slots=True)
class Meeting:
    """A rated match that two people have at one table, by their ids `one` < `other`.

    `seats` are theirs. `ended_ms` is None for one that goes on.
    """

    one: int
    other: int
    seats: tuple[Seat, Seat]
    ended_ms: int | None


class Scores:
    """Reads what points need to know of the matches of one database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def meetings(self, people: Sequence[int], pool: str) -> list[Meeting]:
        """List the rated matches of a pool in which any two of these people meet."""
        named = {f"user{place}": person for place, person in enumerate(people)}
        rows = await self._store.known(_meetings(len(people)), pool=pool, **named)
        return [
            Meeting(row.one, row.other, (Seat(row.seat), Seat(row.across)), row.ended_ms)
            for row in rows
        ]

    async def closed(self, people: Sequence[int], since_ms: int) -> int:
        """Count the rated matches that managers have closed since a moment, of whom most were."""
        named = {f"user{place}": person for place, person in enumerate(people)}
        rows = await self._store.known(_closed(len(people)), since_ms=since_ms, **named)
        return max((row.closed for row in rows), default=0)


@cache
def _closed(number: int) -> Select[Any]:
    """Count the matches of each of so many people that a manager's closing has made unrated."""
    users = [bindparam(f"user{place}", None, BigInteger) for place in range(number)]
    return (
        select(func.count().label("closed"))
        .where(players.c.person.in_(users), _m.id == players.c.match)
        .where(_m.unrated == "closed", _m.updated_ms > bindparam("since_ms"))
        .group_by(players.c.person)
    )


@cache
def _meetings(number: int) -> CompoundSelect[Any]:
    """Select the meetings of so many people, ended and running.

    Every row is found by the people, of whom nobody runs more than some matches at a time.
    """
    users = [bindparam(f"user{place}", None, BigInteger) for place in range(number)]
    pool = bindparam("pool", type_=_m.game.type)
    was, then = rated.c, rated.alias().c
    one, other = players.c, players.alias().c
    ended = select(
        was.person.label("one"),
        then.person.label("other"),
        was.seat,
        then.seat.label("across"),
        was.at_ms.label("ended_ms"),
    ).where(was.person.in_(users), was.pool == pool, then.match == was.match)
    running = select(
        one.person, other.person, one.seat, other.seat, cast(null(), BigInteger)
    ).where(
        one.person.in_(users),
        one.result.is_(None),
        other.match == one.match,
        _m.id == one.match,
        _m.game == pool,
        _m.unrated.is_(None),
        _m.salt.is_not(None),
        _m.reason.is_(None),
    )
    return union_all(
        ended.where(then.person.in_(users), was.person < then.person),
        running.where(other.person.in_(users), one.person < other.person),
    )
