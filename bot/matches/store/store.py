"""Keeps matches in the database: every change is one short transaction, all of it or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Executable,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    literal,
    or_,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store import database
from bot.store.direct import Direct, Step
from bot.store.people_tables import blocks, preferences, vacations
from bot.store.tables import (
    boards,
    clock_events,
    dm_refusals,
    hints,
    holders,
    invitations,
    log,
    matches,
    pings,
    players,
    requests,
    seals,
    unfollowed,
)
from games.core import Entry, Seat
from games.record import ClockEvent, Hint, Line, Seal

from ..match.change import Change
from ..match.ids import MatchId
from ..match.match import Match
from ..match.messages import Preferences, Scope, Shown
from ..match.players import Invitation, Who
from . import queries
from .rows import (
    Stored,
    changing,
    first_values,
    invitation,
    invitation_values,
    one,
    player_values,
    stored,
    who,
    who_values,
)

_LOAD = one(matches.c.id == bindparam("match"))
_SWAP = update(matches).where(
    matches.c.id == bindparam("was_id"), matches.c.serial == bindparam("was_serial")
)
"""Compare and swap."""
_SEAT = update(players).where(
    players.c.match == bindparam("was_match"), players.c.seat == bindparam("was_seat")
)
_PLACE = update(invitations).where(
    invitations.c.match == bindparam("was_match"), invitations.c.place == bindparam("was_place")
)
_BEGIN_SEATS, _LINES = insert(players), insert(log)
_REQUEST, _SEALED, _HELD = insert(requests), insert(seals), insert(holders)
_FOLLOWED = delete(unfollowed).where(
    unfollowed.c.match == bindparam("match"), unfollowed.c.serial == bindparam("serial")
)
_CLOCK = insert(clock_events)
_SHOWN = select(boards).where(boards.c.match == bindparam("match"))
_HANDLED = union_all(
    select(requests.c.match).where(requests.c.key == bindparam("key")),
    select(log.c.match).where(log.c.key == bindparam("key")),
)
_READER = select(
    exists(
        select(dm_refusals.c.match).where(
            dm_refusals.c.user == bindparam("user"), dm_refusals.c.told.is_(False)
        )
    ).label("untold"),
    preferences,
).select_from(
    select(literal(1).label("always"))
    .subquery()
    .outerjoin(preferences, preferences.c.user == bindparam("user"))
)
_INSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


@cache
def _preferences(number: int) -> Select[Any]:
    """The settings of so many users, `user0` and so on."""
    users: list[ColumnElement[int]] = [bindparam(f"user{place}") for place in range(number)]
    return select(preferences).where(preferences.c.user.in_(users))


@cache
def _put(dialect: str, table: Table) -> Executable:
    """Puts a row in the place of the one with the same key."""
    statement = _INSERTS[dialect](table)
    changed = {one.name: statement.excluded[one.name] for one in table.c if not one.primary_key}
    keys = list(table.primary_key.columns)
    return statement.on_conflict_do_update(index_elements=keys, set_=changed)


class Store:
    """One open database. Readers see the last commit; the writers of one process take turns."""

    def __init__(self, opened: AsyncEngine, direct: Direct | None = None) -> None:
        self._reader = opened
        self._direct = direct
        self._writer = opened.execution_options(**{database.WRITES: True})
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open an SQLAlchemy address, `sqlite+aiosqlite:///path`; makes or migrates its tables."""
        engine = await database.connect(url)
        return cls(engine, await Direct.open(engine, database.PRAGMAS))

    async def close(self) -> None:
        if self._direct is not None:
            await self._direct.close()
        await self._reader.dispose()

    # ---------------------------------------------------------------- matches

    async def load(self, match: MatchId, key: int | None = None) -> Stored | None:
        """A match as it stands; `key` is the interaction it is loaded for."""
        return next(stored(await self._known(_LOAD, match=match, key=key)), None)

    async def handled(self, key: int) -> MatchId | None:
        """The match an interaction has changed already."""
        found = await self._known(_HANDLED, key=key)
        return MatchId(found[0].match) if found else None

    async def insert(
        self, key: int | None, opened: Stored, check: Callable[[Sequence[Stored]], None]
    ) -> bool:
        """Add an open match; `check` sees all that might stand in its way, and refuses by raising.

        False if the interaction has been handled before or something else got in between: the
        match's name has been taken, or another process was faster.
        """
        match = opened.match
        try:
            return await self._insert(key, opened, check)
        except IntegrityError:
            if key is not None and await self.handled(key):
                return False
            if await self.load(match.id) or await self.rows(queries.rivals(match)):
                return False
        return await self._insert(key, opened, check)  # what was in the way has gone meanwhile

    async def _insert(
        self, key: int | None, opened: Stored, check: Callable[[Sequence[Stored]], None]
    ) -> bool:
        match = opened.match
        invited = invitation_values(match.id, match.invitations)
        async with self.writing() as connection:
            rivals = (await connection.execute(queries.rivals(match))).all()
            # Asked last: a rival may have come about by this very interaction meanwhile.
            if key is not None and (await connection.execute(_HANDLED, {"key": key})).first():
                return False
            check(list(stored(rivals)))
            await connection.execute(insert(matches), first_values(opened))
            await connection.execute(insert(invitations), invited)
            await connection.execute(insert(unfollowed), _unfollowed(match))
            if key is not None:
                await connection.execute(insert(requests), {"key": key, "match": match.id})
        return True

    async def commit(self, change: Change) -> bool:
        """Carry a change out, all of it or nothing.

        False, and nothing has changed, if the match is no longer as it was before, if another one
        has just moved into its home, or if the interaction has been handled already.
        """
        before, after = change.before, change.after
        steps = [*_steps(change), Step(self._put(unfollowed), [_unfollowed(after)])]
        if change.pings:
            steps.append(Step(self._put(pings), [asdict(ping) for ping in change.pings]))
        try:
            return await self._carry_out(steps)
        except IntegrityError:
            if change.key is not None and await self.handled(change.key):
                return False
            if after.home != before.home and after.home and await self.living_at(after.home):
                return False
        return await self._carry_out(steps)  # what was in the way has gone meanwhile

    async def living_at(self, home: int) -> Match | None:
        """The open or running match a place belongs to."""
        return next(iter(await self._matches(queries.living_at(home))), None)

    async def invitations(self, match: MatchId) -> tuple[Invitation, ...]:
        """Who was to play in a match, by place, begun or not."""
        statement = (
            select(invitations).where(invitations.c.match == match).order_by(invitations.c.place)
        )
        return tuple(map(invitation, await self.rows(statement)))

    async def seals(self, match: MatchId) -> tuple[Seal, ...]:
        """The seals of a match's layouts, with their secrets."""
        statement = select(seals).where(seals.c.match == match).order_by(seals.c.seat)
        return tuple(Seal(row.seat, row.seal, row.nonce) for row in await self.rows(statement))

    async def holders(self, match: MatchId) -> dict[Seat, list[tuple[int, Who]]]:
        """Who held each seat before those of now, and from which revision on."""
        statement = select(holders).where(holders.c.match == match).order_by(holders.c.since)
        found: dict[Seat, list[tuple[int, Who]]] = {}
        for row in await self.rows(statement):
            held = who(row.person, row.name, row.computer, row.version)
            found.setdefault(Seat(row.seat), []).append((row.since, held))
        return found

    async def hints(self, match: MatchId) -> tuple[Hint, ...]:
        """When somebody was told what they might play."""
        statement = select(hints).where(hints.c.match == match)
        ordered = statement.order_by(hints.c.revision, hints.c.seat)
        return tuple(Hint(Seat(row.seat), row.revision) for row in await self.rows(ordered))

    async def hint(self, match: MatchId, hint: Hint) -> None:
        """Note that somebody is told what they might play."""
        async with self.writing() as connection:
            await insert_missing(connection, hints, {"match": match, **asdict(hint)})

    async def computing(self) -> tuple[MatchId, ...]:
        """The running matches in which a computer is to act, or may have an offer to answer."""
        return tuple(MatchId(row.match) for row in await self.rows(queries.COMPUTING))

    async def lines(self, match: MatchId) -> tuple[Line, ...]:
        """The whole log of a match."""
        statement = select(log).where(log.c.match == match).order_by(log.c.revision)
        return tuple(
            Line(Entry(row.kind, row.seat, row.text), row.at_ms)
            for row in await self.rows(statement)
        )

    async def clock_events(self, match: MatchId) -> tuple[ClockEvent, ...]:
        """What has happened to the clocks of a match beside its log."""
        found, order = clock_events.c, (clock_events.c.serial, clock_events.c.place)
        statement = select(clock_events).where(found.match == match).order_by(*order)
        return tuple(
            ClockEvent(row.at_ms, row.seat, row.kind, row.ms, row.revision)
            for row in await self.rows(statement)
        )

    async def away(self, users: Sequence[int], now_ms: int) -> dict[int, int]:
        """Until when those of these users are away who are on vacation now."""
        found = vacations.c
        statement = select(found.user, found.until_ms).where(
            found.user.in_(users), found.from_ms <= now_ms, found.until_ms > now_ms
        )
        return {row.user: row.until_ms for row in await self.rows(statement)}

    async def blocked(self, user: int, others: Sequence[int]) -> tuple[int, int] | None:
        """Who has blocked whom, if one of the others has blocked a user or is blocked by them."""
        by, whom = blocks.c.user, blocks.c.blocked
        statement = select(blocks).where(
            or_(and_(by == user, whom.in_(others)), and_(by.in_(others), whom == user))
        )
        found = await self.rows(statement.order_by(by == user).limit(1))
        return next(((row.user, row.blocked) for row in found), None)

    # ------------------------------------------------------------------ lists

    async def listed(
        self, scope: Scope, user: int, channel: int | None, guild: int | None, limit: int
    ) -> tuple[Match, ...]:
        return await self._matches(queries.listed(scope, user, channel, guild, limit))

    async def running_at(self, channel: int) -> tuple[Match, ...]:
        return await self._matches(queries.running_at(channel))

    async def behind(self, before_ms: int) -> tuple[MatchId, ...]:
        return tuple(MatchId(row.match) for row in await self.rows(queries.behind(before_ms)))

    async def followed(self, serials: Mapping[MatchId, int]) -> None:
        """All that follows from these changes has been done; changes since then still wait."""
        rows = [{"match": match, "serial": serial} for match, serial in sorted(serials.items())]
        await self._carry_out([Step(_FOLLOWED, rows)])

    # ------------------------------------------------- messages and settings

    async def shown(self, match: MatchId) -> dict[str, Shown]:
        """The messages that show a match, by audience."""
        found = await self._known(_SHOWN, match=match)
        return {row.audience: Shown(*row) for row in found}

    async def onward(self, match: MatchId, user: int) -> list[tuple[Shown, int | None]]:
        """The board of a match and of the next that waits for a user, each with its server."""
        found = await self._known(queries.ONWARD, match=match, user=user)
        return [(Shown(*row[:-1]), row.guild) for row in found]

    async def show(self, shown: Shown) -> None:
        await self._carry_out([Step(self._put(boards), [asdict(shown)])])

    async def reader(self, user: int) -> tuple[Preferences, bool]:
        """A user's settings, and whether they have yet to hear of a refused direct message."""
        (row,) = await self._known(_READER, user=user)
        return (Preferences() if row.user is None else Preferences(*row[2:])), row.untold

    async def preferences(self, users: Sequence[int]) -> dict[int, Preferences]:
        """The settings of those among some users who have made any."""
        named = {f"user{place}": user for place, user in enumerate(users)}
        found = await self._known(_preferences(len(users)), **named)
        return {row.user: Preferences(*row[1:]) for row in found}

    async def prefer(self, user: int, changes: Mapping[str, object]) -> None:
        row = asdict(Preferences()) | {"user": user, **changes}
        async with self.writing() as connection:
            await upsert(connection, preferences, row, changes)

    # ----------------------------------------------------------- transactions

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """One transaction; it is undone if the block raises."""
        async with self._turn, self._writer.begin() as connection:
            yield connection

    async def rows(self, statement: Executable, **parameters: object) -> Sequence[Any]:
        """All rows of a query."""
        async with self._reader.connect() as connection:
            return (await connection.execute(statement, parameters)).all()

    async def _known(self, statement: Executable, **parameters: object) -> Sequence[Any]:
        """All rows of a query that is made once and for all."""
        if self._direct is None:
            return await self.rows(statement, **parameters)
        return await self._direct.rows(statement, parameters)

    async def _carry_out(self, steps: Sequence[Step]) -> bool:
        """One transaction; False, and nothing has happened, if what was to be swapped is gone."""
        if self._direct is not None:
            async with self._turn:
                return await self._direct.carry_out(steps)
        async with self.writing() as connection:
            for step in steps:
                rows = [dict(row) for row in step.rows]
                done = await connection.execute(step.statement, rows[0] if step.swaps else rows)
                if step.swaps and done.rowcount != 1:
                    await connection.rollback()
                    return False
        return True

    async def _matches(self, statement: Executable) -> tuple[Match, ...]:
        return tuple(found.match for found in stored(await self.rows(statement)))

    def _put(self, table: Table) -> Executable:
        return _put(self._reader.dialect.name, table)


def _unfollowed(match: Match) -> dict[str, object]:
    """That the followers have yet to learn of a match's last change."""
    return {
        "match": match.id,
        "serial": match.serial,
        "open": match.stand.phase == "open",
        "at_ms": match.updated_ms,
    }


def _lines(change: Change) -> list[dict[str, object]]:
    """The rows of the log; the first carries the interaction."""
    before = change.before
    return [
        {
            "match": before.id,
            "revision": before.stand.revision + number,
            "kind": entry.kind,
            "seat": entry.seat,
            "text": entry.text,
            "at_ms": change.after.updated_ms,
            "key": change.key if number == 1 else None,
        }
        for number, entry in enumerate(change.lines, 1)
    ]


def _steps(change: Change) -> Iterator[Step]:
    """All that a change writes: the match unless it has changed, its seats, its log."""
    before, after = change.before, change.after
    was = {"was_id": before.id, "was_serial": before.serial}
    yield Step(_SWAP, [changing(after, change.rolls, change.position) | was], swaps=True)
    if after.players and not before.players:
        yield Step(_BEGIN_SEATS, player_values(after.id, after.players))
    elif moved := set(after.players) - set(before.players):
        rows = player_values(after.id, moved)
        yield Step(_SEAT, [_keyed(row, "seat") for row in rows])
    if change.met:
        rows = invitation_values(after.id, change.met)
        yield Step(_PLACE, [_keyed(row, "place") for row in rows])
    if lines := _lines(change):
        yield Step(_LINES, lines)
    elif change.key is not None:
        yield Step(_REQUEST, [{"key": change.key, "match": before.id}])
    taken_over = zip(before.players, after.players, strict=False)
    if left := [one for one, now in taken_over if one.since != now.since]:
        rows = [
            {
                "match": after.id,
                "seat": one.seat,
                "since": one.since,
                **who_values(one.who),
                "acted_ms": one.acted_ms,
                "lost_ms": one.lost_ms,
            }
            for one in left
        ]
        yield Step(_HELD, rows)
    if change.seals:
        yield Step(_SEALED, [{"match": before.id, **asdict(seal)} for seal in change.seals])
    if change.clock:
        at = {"match": before.id, "serial": after.serial}
        rows = [at | {"place": place, **asdict(one)} for place, one in enumerate(change.clock)]
        yield Step(_CLOCK, rows)


def _keyed(row: dict[str, object], place: str) -> dict[str, object]:
    """A row for an update, its key apart from its values."""
    return {
        "was_match": row.pop("match"),
        f"was_{place}": row.pop(place),
        **row,
    }


async def insert_missing(
    connection: AsyncConnection, table: Table, row: Mapping[str, object]
) -> None:
    """Insert a row unless there is one with the same key."""
    statement = _INSERTS[connection.dialect.name](table).values(dict(row))
    await connection.execute(statement.on_conflict_do_nothing())


async def upsert(
    connection: AsyncConnection,
    table: Table,
    row: Mapping[str, object],
    changes: Mapping[str, object] | None = None,
) -> None:
    """Insert a row or make its changes (by default all of it) to the one with the same key."""
    keys = list(table.primary_key.columns)
    rest = changes or {name: value for name, value in row.items() if name not in table.primary_key}
    statement = _INSERTS[connection.dialect.name](table).values(dict(row))
    await connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=dict(rest)))
