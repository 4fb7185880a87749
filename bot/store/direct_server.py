"""The direct way to PostgreSQL: statements go to asyncpg, which keeps each prepared, on the
connections of SQLAlchemy's pool."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, cast

import asyncpg
from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from .direct import Statement, plan, prepare
from .scrubbed_errors import scrub


class _Undone(Exception):
    """A row that was to be swapped is gone."""


class DirectToServer:
    """Takes a connection out of the pool for a query, or for a transaction."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._listeners = engine.sync_engine.dispatch
        own = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
        self._errors = (engine.dialect.loaded_dbapi.Error, *own)

    async def close(self) -> None:
        """Leave the pool to the engine, which closes it."""

    async def rows(self, statement: Executable, parameters: Mapping[str, object]) -> list[Any]:
        asked = prepare("postgresql", statement)
        arguments = asked.arguments(parameters)
        async with self._connection(asked.sql) as there:
            self._tell(asked.sql, [arguments])
            found = await there.fetch(asked.sql, *arguments)
        return list(map(asked.row, found))

    async def carry_out(self, statements: Sequence[Statement]) -> bool:
        work = plan("postgresql", statements)
        async with self._connection(work[0][0].sql) as there:
            try:
                async with there.transaction():
                    for asked, rows, swaps in work:
                        self._tell(asked.sql, rows)
                        if len(rows) > 1:
                            await there.executemany(asked.sql, rows)
                            continue
                        done = await there.execute(asked.sql, *rows[0])
                        if swaps and not done.endswith(" 1"):
                            raise _Undone
                    for listener in self._listeners.commit:
                        listener(None)
            except _Undone:
                return False
        return True

    @asynccontextmanager
    async def _connection(self, sql: str) -> AsyncIterator[asyncpg.Connection[Any]]:
        """Take a connection; raise errors like those of all other statements."""
        there: asyncpg.Connection[Any] | None = None
        try:
            taken = await self._engine.raw_connection()
            there = cast("asyncpg.Connection[Any]", taken.driver_connection)
            try:
                yield there
            except BaseException as error:
                # A cancelled one may have begun a transaction that nobody will end.
                # One cut in the middle of an answer no longer knows what it is doing.
                mad = isinstance(error, asyncpg.InternalClientError)
                if mad or not isinstance(error, Exception) or there.is_in_transaction():
                    there.terminate()
                raise
            finally:
                taken.close()  # at once: SQLAlchemy has begun nothing that it would have to end
        except self._errors as error:
            scrub(error)
            broken = isinstance(error, asyncpg.IntegrityConstraintViolationError)
            kind = IntegrityError if broken else DBAPIError
            raise kind(sql, None, error, True, there is not None and there.is_closed()) from error

    def _tell(self, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
        for listener in self._listeners.before_cursor_execute:
            listener(None, None, sql, rows, None, len(rows) > 1)
