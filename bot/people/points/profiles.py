"""What the results say of one person, and of two who have met."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import sqlalchemy as sa

from bot.store.store import StorePart
from bot.store.tables.matches import clock_events, holders, log, matches, players
from bot.store.tables.points import moved_points, rated

from .firsts import Finished
from .standing import Result

MOST_RESULTS = 2000
"""The most results of one person, or of two, that are looked at: the latest."""
_r = rated.c


@dataclass(frozen=True, slots=True)
class Results:
    """A person's results in a game, the latest first, and the moment of the first (epoch ms)."""

    results: tuple[Result, ...]
    since_ms: int

    @property
    def streak(self) -> int:
        """The wins in a row up to now."""
        return sum(1 for _ in takewhile(lambda result: result == "won", self.results))


@dataclass(frozen=True, slots=True)
class Together:
    """A rated match in which two people met: how it ended for the first, and their seats."""

    match: str
    game: str
    result: Result
    at_ms: int
    seats: tuple[int, int]


class Profiles(StorePart):
    """Reads what the results of one database say of people."""

    async def has_moved(self, person: int) -> bool:
        """Tell, once, whether a person has points from before they were a server's own."""
        own = moved_points.c.person == person
        if not await self._store.rows(sa.select(moved_points).where(own)):
            return False
        return bool(await self._store.write(sa.delete(moved_points).where(own)))

    async def results(self, person: int, guild: int) -> dict[str, Results]:
        """Read a person's results on a server by game."""
        theirs = sa.select(_r.game, _r.result, _r.at_ms).where(
            _r.person == person, _r.guild == guild
        )
        latest = theirs.order_by(_r.at_ms.desc(), _r.serial.desc()).limit(MOST_RESULTS)
        found: dict[str, list[Any]] = {}
        for row in await self._store.rows(latest):
            found.setdefault(row.game, []).append(row)
        return {
            game: Results(tuple(row.result for row in rows), rows[-1].at_ms)
            for game, rows in found.items()
        }

    async def finished_matches(self, person: int) -> list[Finished]:
        """Read the matches a person has finished, rated or not, in the order of their ends."""
        own, seat, other, event = matches.c, players.c, players.alias().c, clock_events.c
        computers = sa.case((sa.func.count(other.person) == 0, sa.func.min(other.computer)))
        opposite = other.seat % 2 != seat.seat % 2  # partners sit between
        across = sa.and_(other.match == seat.match, opposite)
        level = sa.select(computers).where(across).correlate(players).scalar_subquery()
        flags = (event.match == seat.match, event.seat == seat.seat, event.kind == "flag")
        theirs = sa.select(
            own.game,
            own.updated_ms,
            seat.result.is_not_distinct_from("won"),
            level,
            own.pace != "none",
            ~sa.exists().where(*flags),
        ).where(seat.person == person, own.id == seat.match, own.phase == "over")
        latest = theirs.order_by(own.updated_ms.desc(), own.id).limit(MOST_RESULTS)
        return [Finished(*row) for row in reversed(await self._store.rows(latest))]

    async def running(self, person: int, guild: int) -> dict[str, int]:
        """Count a person's rated matches that go on on a server, by game."""
        seat, own = players.c, matches.c
        going_on = (own.salt.is_not(None), own.reason.is_(None), own.unrated.is_(None), _on(guild))
        counted = (
            sa.select(own.game, sa.func.count().label("number"))
            .where(seat.person == person, seat.result.is_(None), own.id == seat.match, *going_on)
            .group_by(own.game)
        )
        return {row.game: row.number for row in await self._store.rows(counted)}

    async def count_left(self, person: int, guild: int) -> dict[str, int]:
        """Count a person's matches on a server, rated until they left without a result, by game."""
        own, seat, was, line = matches.c, players.c, holders.c, log.c
        counted = sa.exists().where(_r.match == own.id, _r.person == person)
        deserted = (own.unrated.in_(("replaced", "escaped")), _on(guild))
        left = sa.select(own.id, own.game).where(*deserted, ~counted)
        escape = (line.match == seat.match, line.seat == seat.seat, line.text == "escape")
        found = sa.union(
            left.where(was.person == person, own.id == was.match),
            left.where(
                seat.person == person, own.id == seat.match, line.kind == "forfeit", *escape
            ),
        )
        return Counter(row.game for row in await self._store.rows(found))

    async def together(self, one: int, other: int) -> Sequence[Together]:
        """Read the matches in which two people met at one table, the latest first."""
        then = rated.alias().c
        met = sa.select(_r.match, _r.game, _r.result, _r.at_ms, _r.seat, then.seat.label("across"))
        both = met.where(_r.person == one, then.match == _r.match, then.person == other)
        latest = both.order_by(_r.at_ms.desc(), _r.serial.desc()).limit(MOST_RESULTS)
        return [
            Together(row.match, row.game, row.result, row.at_ms, (row.seat, row.across))
            for row in await self._store.rows(latest)
        ]


def _on(guild: int) -> sa.ColumnElement[bool]:
    return sa.func.coalesce(matches.c.guild, 0) == guild
