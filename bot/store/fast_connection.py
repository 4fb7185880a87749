"""A connection to SQLite that visits its thread once per statement; aiosqlite does so four times.

On a fast disk every visit costs about as much as the write itself.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

import aiosqlite

T = TypeVar("T")


class OneTripCursor(aiosqlite.Cursor):
    """Opens the transaction, executes the statement and fetches all rows in the same visit."""

    _conn: OneTripConnection
    _rows: list[Any]

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> OneTripCursor:
        work = partial(self._cursor.execute, sql, tuple(parameters or ()))
        self._rows = await self._conn.visit(self._cursor, work)
        return self

    async def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> OneTripCursor:
        work = partial(self._cursor.executemany, sql, [tuple(row) for row in parameters])
        self._rows = await self._conn.visit(self._cursor, work)
        return self

    async def fetchall(self) -> list[Any]:
        return self._rows

    async def close(self) -> None:
        self._cursor.close()  # its statement has run to the end, so nothing is left to do


class OneTripConnection(aiosqlite.Connection):
    """Makes cursors on the spot, and knows when there is nothing to roll back.

    `opening` is what begins a transaction, until the first statement of it is executed.
    """

    opening = ""

    def cursor(self) -> OneTripCursor:  # type: ignore[override]  # enters like aiosqlite's
        return OneTripCursor(self, self._conn.cursor())

    async def visit(self, cursor: sqlite3.Cursor, work: Callable[[], object]) -> list[Any]:
        """Do the work in the connection's thread, and fetch all rows from the cursor."""
        opening, self.opening = self.opening, ""

        def there() -> list[Any]:
            if opening:
                cursor.execute(opening)
            work()
            return cursor.fetchall() if cursor.description else []

        rows: list[Any] = await self._execute(there)  # type: ignore[no-untyped-call]
        return rows

    async def visit_with(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work in the connection's thread, with the driver's own connection."""
        done: T = await self._execute(lambda: work(self._conn))  # type: ignore[no-untyped-call]
        return done

    async def commit(self) -> None:
        self.opening = ""
        await super().commit()

    async def rollback(self) -> None:
        self.opening = ""
        # SQLAlchemy drops a connection whose statement nobody waits for any more, so no transaction
        # can begin behind our back.
        if self.in_transaction:
            await super().rollback()

    async def close(self) -> None:
        # SQLite keeps a closed connection, and its lock, for as long as anybody holds a cursor of
        # it, such as the traceback of a task that has been cancelled.
        if self._connection is not None:
            await self._execute(self._conn.rollback)  # type: ignore[no-untyped-call]
        await super().close()


def connect(database: str, **options: Any) -> OneTripConnection:
    """Like `aiosqlite.connect`; await the result."""
    connection = OneTripConnection(lambda: sqlite3.connect(database, **options), 64)
    connection._thread.daemon = True  # as SQLAlchemy does: a crash must not hang on it
    return connection
