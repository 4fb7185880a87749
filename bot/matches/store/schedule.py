"""The passing of time in matches, as SQL: things due, looks at boards, outages, and owed pings."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from bot.people.columns import columns, with_people
from bot.people.people import People
from bot.people.person import Person
from bot.store.direct import Statement
from bot.store.store import Store, upsert
from bot.store.tables.matches import clock_events, matches, players
from bot.store.tables.upkeep import beats, pending, pings
from games.clock import MINUTE

from ..match.ids import MatchId
from ..match.ping import Ping
from ..match.shards import Shards
from .queries import about_matches_on_shards, on_shards

_m, _p = matches.c, players.c
_RUNNING = _m.phase.in_(("setting_up", "playing"))
_SAME = ("match", "user", "kind", "revision")
_TAKE = sa.delete(pings).where(*(pings.c[name] == sa.bindparam(name) for name in _SAME))
SHORTEST_OUTAGE = 5 * MINUTE
"""A gap between two beats of the heart must be longer than this to be an outage."""


class Schedule:
    """The part of the store that belongs to clocks."""

    def __init__(self, store: Store, people: People, shards: Shards) -> None:
        self._store = store
        self._people = people
        self.shards = shards

    async def due(
        self, now_ms: int, after: tuple[int, str] | None, limit: int, shards: Shards
    ) -> list[tuple[int, str]]:
        """Read a page of matches in which something is due, each after the time it became so."""
        found = sa.select(_m.id, _m.due_ms).where(_m.due_ms <= now_ms, *on_shards(shards))
        if after is not None:
            found = found.where(sa.tuple_(_m.due_ms, _m.id) > after)
        rows = await self._store.rows(found.order_by(_m.due_ms, _m.id).limit(limit))
        return [(row.due_ms, row.id) for row in rows]

    # ---------------------------------------------------------------- the seats

    async def running(self, user: int) -> tuple[MatchId, ...]:
        found = sa.select(_p.match).join(matches, _m.id == _p.match)
        undecided = (_p.person == user) & _p.result.is_(None)
        rows = await self._store.rows(found.where(undecided, _RUNNING))
        return tuple(MatchId(row.match) for row in rows)

    async def active_ms(self, user: int) -> int:
        """Read when a user last took a turn or looked at a board."""
        latest = (
            sa.func.max(sa.func.coalesce(_p.seen_ms, 0)),
            sa.func.max(sa.func.coalesce(_p.acted_ms, 0)),
        )
        (row,) = await self._store.rows(sa.select(*latest).where(_p.person == user))
        return max(row[0] or 0, row[1] or 0)

    async def look(self, match: MatchId, user: int, now_ms: int) -> None:
        """Note that a user has looked at a board."""
        own = (_p.match == match) & (_p.person == user)
        await self._store.write(sa.update(players).where(own).values(seen_ms=now_ms))

    # ------------------------------------------------------------------ outages

    async def beat(self, now_ms: int, shards: Shards) -> Mapping[int, int]:
        """Note that these shards are there; return the time (ms) the clocks of each get back."""
        async with self._store.writing() as connection:
            found = await connection.execute(sa.select(beats).with_for_update())
            last = _last_beats(found.all(), shards)
            lost = {shard: outage_ms(at, now_ms) for shard, at in last.items()}
            for gap in sorted({*lost.values()} - {0}):
                away = frozenset(shard for shard, ms in lost.items() if ms == gap)
                for statement in _credits(gap, now_ms, Shards(away, shards.of)):
                    await connection.execute(statement)
            for shard, at in last.items():
                if at is None or now_ms > at:
                    row = {"shards": shards.of, "shard": shard, "at_ms": now_ms}
                    await upsert(connection, beats, row)
        return lost

    # -------------------------------------------------------------------- pings

    async def owed_pings(
        self, now_ms: int, limit: int, match: MatchId | None = None
    ) -> list[tuple[Ping, Person]]:
        """Read the pings that may be sent by now, perhaps about one match, each with its person;
        the oldest first."""
        people = with_people(pings, pings.c.user)
        found = sa.select(pings, *columns(pings.c.user, pings.c.match)).select_from(people)
        about = (
            about_matches_on_shards(pings.c.match, self.shards)
            if match is None
            else [pings.c.match == match]
        )
        owed = found.where(pings.c.at_ms <= now_ms, *about).order_by(pings.c.at_ms).limit(limit)
        return [
            (
                Ping(MatchId(row.match), row.user, row.kind, row.revision, row.at_ms),
                self._people.read(row, row.match),
            )
            for row in await self._store.rows(owed)
        ]

    async def owe(self, ping: Ping) -> None:
        """Write a ping down, in the place of another of its kind."""
        await self._store.write(self._store.put(pings), asdict(ping))

    async def put_off(self, ping: Ping, at_ms: int) -> None:
        """Send a ping later, unless another of its kind has taken its place."""
        await self._store.write(sa.update(pings).where(_same(ping)).values(at_ms=at_ms))

    async def take(self, *sent: Ping) -> bool:
        """Cross pings out; False if one of them was crossed out already. What tells them has been
        sent by then, and has yet to be noted: a server that is restarted must not prevent that."""
        rows = [{name: asdict(ping)[name] for name in _SAME} for ping in sent]
        done = [await self._store.carry_out([Statement(_TAKE, [row], swaps=True)]) for row in rows]
        return all(done)


def _last_beats(rows: Sequence[Any], shards: Shards) -> dict[int, int | None]:
    """Find each shard's last beat. One written under another shard count stands for every shard."""

    def last(shard: int) -> int | None:
        own = (row.at_ms for row in rows if row.shards != shards.of or row.shard == shard)
        return max(own, default=None)

    return {shard: last(shard) for shard in sorted(shards.there)}


def outage_ms(beat_ms: int | None, now_ms: int) -> int:
    """Return the time every clock gets back: the gap since the last beat if it is an outage, and 0
    if the machine's clock has jumped back."""
    gap = 0 if beat_ms is None else now_ms - beat_ms
    return gap if gap > SHORTEST_OUTAGE else 0


def _same(ping: Ping) -> sa.ColumnElement[bool]:
    return sa.and_(*(pings.c[name] == getattr(ping, name) for name in _SAME))


def _credits(lost: int, now_ms: int, shards: Shards) -> Sequence[Any]:
    """Make the statements of one transaction that give these shards' running clocks lost time back.
    `due_ms` is not updated: the match is checked once too early and then rescheduled. A match with
    a running clock always has a `due_ms`, so the partial index finds it."""
    due = sa.select(_m.id).where(_m.due_ms.is_not(None), *on_shards(shards))
    runs = _p.deadline_ms.is_not(None) & _p.result.is_(None) & _p.match.in_(due)
    clocked = sa.select(_p.match).where(runs)
    ran = _m.id.in_(clocked)
    latest = sa.case((_m.updated_ms > _m.clock_ms, _m.updated_ms), else_=_m.clock_ms)
    at: sa.ColumnElement[int] = sa.case(
        (latest > now_ms, latest), else_=sa.literal(now_ms, sa.BigInteger)
    )
    event = sa.select(
        _m.id,
        _m.serial + 1,
        sa.literal(0),
        _m.revision,
        at,
        sa.null(),
        sa.literal("outage"),
        sa.literal(lost, sa.BigInteger),
    ).where(ran)
    names = ["match", "serial", "place", "revision", "at_ms", "seat", "kind", "ms"]
    credit = {"clock_ms": at, "credit_ms": lost, "credit_turns": _m.turns}
    behind = pending.c.match.in_(clocked)
    return (
        sa.insert(clock_events).from_select(names, event),
        sa.update(matches).where(ran).values({"serial": _m.serial + 1, **credit}),
        sa.update(pending).where(behind).values(serial=pending.c.serial + 1),
        sa.update(players).where(runs).values(deadline_ms=_p.deadline_ms + lost),
    )
