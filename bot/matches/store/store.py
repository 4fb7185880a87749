"""Keeps matches in the database: every change is one short transaction, all of it or nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Executable, Table, Update, bindparam, insert, select, union_all, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from games.core import Entry
from games.record import Line, Seal

from ..model import Match, MatchId, Offer, Player, Preferences, Scope, Shown
from . import database, queries
from .rows import STORED, Stored, first_values, stored, values
from .tables import boards, log, matches, people, preferences, requests, seals

_LOAD = STORED.where(matches.c.id == bindparam("match"))
_SWAP = update(matches).where(
    matches.c.id == bindparam("was_id"),
    matches.c.revision == bindparam("was_revision"),
    matches.c.status == bindparam("was_status"),
)
"""Compare and swap."""
_HANDLED = union_all(
    select(requests.c.match).where(requests.c.key == bindparam("key")),
    select(log.c.match).where(log.c.key == bindparam("key")),
)
_UPSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


class Store:
    """One open database. Readers see the last commit; the writers of one process take turns."""

    def __init__(self, opened: AsyncEngine) -> None:
        self._reader = opened
        self._writer = opened.execution_options(**{database.WRITES: True})
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open an SQLAlchemy address, `sqlite+aiosqlite:///path`; makes or migrates its tables."""
        return cls(await database.connect(url))

    async def close(self) -> None:
        await self._reader.dispose()

    # ---------------------------------------------------------------- matches

    async def load(self, match: MatchId, key: int | None = None) -> Stored | None:
        """A match as it stands; `key` is the interaction it is loaded for."""
        found = await self.rows(_LOAD, match=match, key=key)
        return stored(found[0]) if found else None

    async def handled(self, key: int) -> MatchId | None:
        """The match an interaction has changed already."""
        found = await self.rows(_HANDLED, key=key)
        return MatchId(found[0].match) if found else None

    async def insert(
        self,
        key: int,
        card: Stored,
        known: Iterable[Player],
        check: Callable[[Sequence[Match]], None],
    ) -> bool:
        """Add an open match; `check` sees all that might stand in its way, and refuses by raising.

        False if the interaction has been handled before or something else got in between: the
        match's name has been taken, or another process was faster.
        """
        try:
            async with self.writing() as connection:
                if (await connection.execute(_HANDLED, {"key": key})).first():
                    return False
                rivals = await connection.execute(queries.rivals(card.match))
                check([stored(row).match for row in rivals])
                await _meet(connection, known)
                await connection.execute(insert(matches), first_values(card))
                await connection.execute(insert(requests), {"key": key, "match": card.match.id})
        except IntegrityError:
            if await self.handled(key) or await self.load(card.match.id):
                return False
            if await self.rows(queries.rivals(card.match)):
                return False
            raise
        return True

    async def advance(
        self,
        key: int,
        before: Stored,
        after: Stored,
        entries: Sequence[Entry] = (),
        known: Iterable[Player] = (),
        seal: Seal | None = None,
    ) -> bool:
        """Put `after` in the place of `before` and the entries on the log, with a layout's seal.

        False, and nothing has changed, if `before` is no longer what stands.
        """
        lines = _lines(before.match, entries, after.match.updated_ms, key)
        return await self._swap(key, _SWAP, before.match, values(after), lines, known, seal)

    async def propose(self, key: int, before: Stored, offer: Offer | None) -> bool:
        """Let an offer stand, or none; False if match or offer are no longer as they were."""
        was, match = before.offer, before.match
        statement = _SWAP
        if was is None:
            gone = matches.c.offer_revision.is_distinct_from(match.revision)
            statement = statement.where(gone | matches.c.offer.is_(None))
        else:
            statement = statement.where(
                matches.c.offer == was.kind,
                matches.c.offer_seat == was.seat,
                matches.c.offer_revision == was.revision,
            )
        made: dict[str, object] = {
            "offer": None if offer is None else offer.kind,
            "offer_seat": None if offer is None else offer.seat,
            "offer_revision": None if offer is None else offer.revision,
        }
        return await self._swap(key, statement, match, made)

    async def move(self, match: MatchId, home: int) -> MatchId | None:
        """Give a match its home; the name of the match that lives there already, if one does."""
        try:
            async with self.writing() as connection:
                await connection.execute(
                    update(matches).where(matches.c.id == match).values(home=home)
                )
        except IntegrityError:
            found = await self.rows(queries.living_at(home))
            if not found:
                raise
            return MatchId(found[0].id)
        return None

    async def seals(self, match: MatchId) -> tuple[Seal, ...]:
        """The seals of a match's layouts, with their secrets."""
        statement = select(seals).where(seals.c.match == match).order_by(seals.c.seat)
        return tuple(Seal(row.seat, row.seal, row.nonce) for row in await self.rows(statement))

    async def lines(self, match: MatchId) -> tuple[Line, ...]:
        """The whole log of a match."""
        statement = select(log).where(log.c.match == match).order_by(log.c.revision)
        return tuple(
            Line(Entry(row.kind, row.seat, row.text), row.at_ms)
            for row in await self.rows(statement)
        )

    # ------------------------------------------------------------------ lists

    async def listed(
        self, scope: Scope, user: int, channel: int | None, guild: int | None, limit: int
    ) -> tuple[Match, ...]:
        return await self._matches(queries.listed(scope, user, channel, guild).limit(limit))

    async def running_at(self, channel: int) -> tuple[Match, ...]:
        return await self._matches(queries.running_at(channel))

    async def lettered(self, games: Sequence[str], since_ms: int) -> tuple[Match, ...]:
        return await self._matches(queries.lettered(games, since_ms))

    async def behind(self, before_ms: int) -> tuple[Match, ...]:
        return await self._matches(queries.behind(before_ms))

    # ------------------------------------------------- messages and settings

    async def shown(self, match: MatchId, audience: str) -> Shown | None:
        statement = select(boards).where(boards.c.match == match, boards.c.audience == audience)
        found = await self.rows(statement)
        return Shown(*found[0]) if found else None

    async def show(self, shown: Shown) -> None:
        async with self.writing() as connection:
            await upsert(connection, boards, asdict(shown))

    async def preferences(self, user: int) -> Preferences:
        found = await self.rows(select(preferences).where(preferences.c.user == user))
        return Preferences(*found[0][1:]) if found else Preferences()

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

    async def _swap(
        self,
        key: int,
        statement: Update,
        was: Match,
        changes: dict[str, object],
        lines: Sequence[Mapping[str, object]] = (),
        known: Iterable[Player] = (),
        seal: Seal | None = None,
    ) -> bool:
        try:
            async with self.writing() as connection:
                await _meet(connection, known)
                moved = await connection.execute(statement, changes | _was(was))
                if moved.rowcount != 1:
                    await connection.rollback()
                    return False
                if lines:
                    await connection.execute(insert(log), lines)
                else:
                    await connection.execute(insert(requests), {"key": key, "match": was.id})
                if seal:
                    await connection.execute(insert(seals), {"match": was.id, **asdict(seal)})
        except IntegrityError:
            if await self.handled(key):
                return False
            raise
        return True

    async def rows(self, statement: Executable, **parameters: object) -> Sequence[Any]:
        """All rows of a query."""
        async with self._reader.connect() as connection:
            return (await connection.execute(statement, parameters)).all()

    async def _matches(self, statement: Executable) -> tuple[Match, ...]:
        return tuple(stored(row).match for row in await self.rows(statement))


def _was(match: Match) -> dict[str, object]:
    return {"was_id": match.id, "was_revision": match.revision, "was_status": match.status}


def _lines(match: Match, entries: Sequence[Entry], at_ms: int, key: int) -> list[dict[str, object]]:
    return [
        {
            "match": match.id,
            "revision": match.revision + number,
            "kind": entry.kind,
            "seat": entry.seat,
            "text": entry.text,
            "at_ms": at_ms,
            "key": key if number == 1 else None,
        }
        for number, entry in enumerate(entries, 1)
    ]


async def _meet(connection: AsyncConnection, known: Iterable[Player]) -> None:
    for player in known:
        await upsert(connection, people, {"id": player.id, "name": player.name})


async def upsert(
    connection: AsyncConnection,
    table: Table,
    row: Mapping[str, object],
    changes: Mapping[str, object] | None = None,
) -> None:
    """Insert a row or make its changes (by default all of it) to the one with the same key."""
    keys = list(table.primary_key.columns)
    rest = changes or {name: value for name, value in row.items() if name not in table.primary_key}
    statement = _UPSERTS[connection.dialect.name](table).values(dict(row))
    await connection.execute(statement.on_conflict_do_update(index_elements=keys, set_=dict(rest)))
