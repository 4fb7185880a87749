"""What the matches themselves say about points: who has met whom, and what was closed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import BigInteger, CompoundSelect, bindparam, func, null, select, union_all
from sqlalchemy.sql.expression import cast

from bot.people.points.standing import Pool
from bot.store.store import StorePart
from bot.store.tables.matches import matches, players
from bot.store.tables.points import rated
from games.core import Seat

_m = matches.c


@dataclass(frozen=True, slots=True)
class Meeting:
    """A rated match that two people have at one table, by their ids `one` < `other`, and their
    seats. `ended_ms` is None for one that goes on."""

    match: str
    one: int
    other: int
    seats: tuple[Seat, Seat]
    ended_ms: int | None


@dataclass(frozen=True, slots=True)
class Past:
    """What people have played: the meetings of any two of them in a pool, running ones included,
    and the most rated matches of one of them that managers of the server have `closed`."""

    meetings: tuple[Meeting, ...]
    closed: int


class Scores(StorePart):
    """Reads what points need to know of the matches of one database."""

    async def past(self, people: Sequence[int], pool: Pool, since_ms: int) -> Past:
        """Read what these people have played, and what was closed since a moment."""
        named = {f"user{place}": person for place, person in enumerate(people)}
        asked = _past(len(people))
        rows = await self._store.prepared_rows(asked, since_ms=since_ms, **pool._asdict(), **named)
        met = (
            Meeting(row.match, row.one, row.other, (Seat(row.seat), Seat(row.across)), row.ended_ms)
            for row in rows
            if row.other is not None
        )
        closed = Counter(row.one for row in rows if row.other is None)
        return Past(tuple(met), max(closed.values(), default=0))


@cache
def _past(number: int) -> CompoundSelect[Any]:
    """Select the meetings of `number` people, ended and running, and what was closed of theirs
    (with no `other`), all by the people, of whom nobody runs more than some matches at a time."""
    users = [bindparam(f"user{place}", None, BigInteger) for place in range(number)]
    game, guild = bindparam("game", type_=_m.game.type), bindparam("guild", None, BigInteger)
    here = func.coalesce(_m.guild, 0) == guild
    was, then = rated.c, rated.alias().c
    one, other = players.c, players.alias().c
    ended = select(
        was.match,
        was.person.label("one"),
        then.person.label("other"),
        was.seat,
        then.seat.label("across"),
        was.at_ms.label("ended_ms"),
    ).where(
        was.person.in_(users),
        was.game == game,
        was.guild == guild,
        then.match == was.match,
    )
    running = select(
        one.match, one.person, other.person, one.seat, other.seat, cast(null(), BigInteger)
    ).where(
        one.person.in_(users),
        one.result.is_(None),
        other.match == one.match,
        _m.id == one.match,
        _m.game == game,
        here,
        _m.unrated.is_(None),
        _m.salt.is_not(None),
        _m.reason.is_(None),
    )
    closed = select(
        one.match, one.person, cast(null(), BigInteger), one.seat, one.seat, _m.updated_ms
    ).where(
        one.person.in_(users),
        _m.id == one.match,
        here,
        _m.unrated == "closed",
        _m.updated_ms > bindparam("since_ms", None, BigInteger),
    )
    return union_all(
        ended.where(then.person.in_(users), was.person < then.person),
        running.where(other.person.in_(users), one.person < other.person),
        closed,
    )
