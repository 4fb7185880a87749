"""A connection to SQLite in a thread of its own, which does whole pieces of work."""

import sqlite3
from collections.abc import Callable
from typing import Any, TypeVar

import aiosqlite

T = TypeVar("T")


class ThreadConnection(aiosqlite.Connection):
    """A connection that leaves no lock behind when it is closed."""

    async def visit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do the work in the connection's thread, with the driver's own connection."""
        done: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return done

    async def close(self) -> None:
        # SQLite keeps a closed connection, and its lock, for as long as anybody holds a cursor of
        # it, such as the traceback of a task that has been cancelled.
        if self._connection is not None:
            await self.rollback()
        await super().close()


def connect(database: str, **options: Any) -> ThreadConnection:
    """Connect like `aiosqlite.connect`; await the result."""
    connection = ThreadConnection(lambda: sqlite3.connect(database, **options), 64)
    connection._thread.daemon = True  # as SQLAlchemy does: a crash must not hang on it
    return connection
