"""A direct way to a database that is gone twice.

Whatever is asked past SQLAlchemy is asked through it as well, with the changes undone. Both must
send the same text and the same values, and find rows that are equal to the type of every value.
"""

import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import Executable, event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.store.database import WRITES
from bot.store.direct import Direct, Prepared, Statement, prepare

ATTEMPTS = 5
"""How often a query is compared: others may write between its two ways."""
NUMBER = re.compile(r" RETURNING \w+\.\w+$")
"""What SQLAlchemy adds to learn a new row's number, which nobody wants."""
gone = set[str]()
"""The statements that have gone both ways."""


class BothWays:
    """A direct way that is compared with SQLAlchemy's."""

    def __init__(self, engine: AsyncEngine, direct: Direct) -> None:
        self._engine = engine
        self._direct = direct
        self._kind = engine.dialect.name

    async def close(self) -> None:
        await self._direct.close()

    async def rows(self, statement: Executable, parameters: Mapping[str, object]) -> list[Any]:
        asked = prepare(self._kind, statement)
        for attempt in range(ATTEMPTS):
            async with self._usual() as (connection, sent):
                usual = (await connection.execute(statement, dict(parameters))).all()
            found = await self._direct.rows(statement, parameters)
            same = list(map(_typed, found)) == list(map(_typed, usual))
            assert same or attempt + 1 < ATTEMPTS, (asked.sql, found, usual)
            if same:
                break
        assert [row._fields for row in found] == [row._fields for row in usual], asked.sql
        self._compare(sent, asked, [parameters])
        return found

    async def carry_out(self, statements: Sequence[Statement]) -> bool:
        expected = None
        try:
            async with self._usual() as (connection, sent):
                expected = await self._try(connection, statements, sent)
                await connection.rollback()
        except IntegrityError as refused:
            if type(refused.orig) is Exception:  # a test's own; of others the direct way tells
                raise
        done = await self._direct.carry_out(statements)
        assert expected in (None, done)
        return done

    async def _try(
        self, connection: AsyncConnection, statements: Sequence[Statement], sent: list[Any]
    ) -> bool:
        for order in statements:
            sent.clear()
            rows = [dict(row) for row in order.rows]
            done = await connection.execute(order.executable, rows[0] if order.swaps else rows)
            self._compare(sent, prepare(self._kind, order.executable, tuple(rows[0])), rows)
            if order.swaps and done.rowcount != 1:
                return False
        return True

    @asynccontextmanager
    async def _usual(self) -> AsyncIterator[tuple[AsyncConnection, list[Any]]]:
        """Open a connection of SQLAlchemy's, and note what it sends."""
        sent: list[Any] = []

        def note(_connection: object, _cursor: object, text: str, given: Any, *_: object) -> None:
            if not text.startswith("BEGIN"):
                sent.append((text, given))

        writing = self._engine.execution_options(**{WRITES: True})
        async with writing.connect() as connection:
            event.listen(connection.sync_connection, "before_cursor_execute", note)
            yield connection, sent

    def _compare(
        self, sent: list[Any], asked: Prepared, rows: Sequence[Mapping[str, object]]
    ) -> None:
        ((text, given),) = sent
        values: Sequence[Sequence[Any]] = [asked.arguments(row) for row in rows]
        assert asked.sql == NUMBER.sub("", text)
        many = given if len(rows) > 1 else [given]
        if self._kind == "sqlite":
            values, many = (
                [[*map(_as_sqlite_has_it, row)] for row in each] for each in (values, many)
            )
        assert list(map(_typed, values)) == list(map(_typed, many)), asked.sql
        gone.add(text)


def _typed(values: Sequence[Any]) -> list[tuple[type, Any]]:
    return [(type(value), value) for value in values]


def _as_sqlite_has_it(value: Any) -> Any:
    """Return what SQLite stores: it has no booleans, and is given bytes in two ways."""
    if isinstance(value, memoryview):
        return bytes(value)
    return int(value) if isinstance(value, bool) else value
