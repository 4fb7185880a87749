"""The direct way to a file of SQLite: a transaction is one visit to the thread of a connection."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Executable
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from .direct import Statement, Work, plan, prepare
from .scrubbed_errors import scrub
from .thread_connection import ThreadConnection, connect


class DirectToFile:
    """Two connections of its own to a file of SQLite: one to read with and one to write with."""

    def __init__(self, engine: AsyncEngine, reader: ThreadConnection, writer: ThreadConnection):
        self._listeners = engine.sync_engine.dispatch
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, engine: AsyncEngine, pragmas: Sequence[str]) -> DirectToFile:
        path, options = engine.dialect.create_connect_args(engine.url)

        async def open_one() -> ThreadConnection:
            def set_pragmas(there: sqlite3.Connection) -> None:
                for pragma in pragmas:
                    there.execute(pragma).close()

            connection = connect(*path, **options, isolation_level=None)
            await connection
            await connection.visit(set_pragmas)
            return connection

        return cls(engine, await open_one(), await open_one())

    async def close(self) -> None:
        await self._reader.close()
        await self._writer.close()

    async def rows(self, statement: Executable, parameters: Mapping[str, object]) -> list[Any]:
        asked = prepare("sqlite", statement)
        arguments = asked.arguments(parameters)

        def read(there: sqlite3.Connection) -> list[Any]:
            return self._execute(there, asked.sql, [arguments]).fetchall()

        with _as_sqlalchemy_has_it(asked.sql):
            return list(map(asked.row, await self._reader.visit(read)))

    async def carry_out(self, statements: Sequence[Statement]) -> bool:
        work = plan("sqlite", statements)
        given_up = threading.Event()
        visit = asyncio.ensure_future(
            self._writer.visit(lambda there: self._transaction(there, work, given_up))
        )
        with _as_sqlalchemy_has_it(work[0][0].sql):
            try:
                return await asyncio.shield(visit)
            except asyncio.CancelledError:
                given_up.set()
                await asyncio.gather(visit, return_exceptions=True)  # it may happen until then
                raise

    def _transaction(
        self, there: sqlite3.Connection, work: Work, given_up: threading.Event
    ) -> bool:
        there.execute("BEGIN IMMEDIATE")
        try:
            for asked, rows, swaps in work:
                changed = self._execute(there, asked.sql, rows).rowcount
                if given_up.is_set() or (swaps and changed != 1):
                    there.execute("ROLLBACK")
                    return False
            for listener in self._listeners.commit:
                listener(None)
            there.execute("COMMIT")
        except BaseException:
            if there.in_transaction:
                there.execute("ROLLBACK")
            raise
        return True

    def _execute(
        self, there: sqlite3.Connection, sql: str, rows: Sequence[tuple[object, ...]]
    ) -> sqlite3.Cursor:
        cursor, many = there.cursor(), len(rows) > 1
        for listener in self._listeners.before_cursor_execute:
            listener(None, cursor, sql, rows, None, many)
        return cursor.executemany(sql, rows) if many else cursor.execute(sql, rows[0])


@contextmanager
def _as_sqlalchemy_has_it(sql: str) -> Iterator[None]:
    """Raise errors like those of all other statements; they name no values."""
    try:
        yield
    except sqlite3.Error as error:
        scrub(error)
        raise DBAPIError.instance(sql, None, error, sqlite3.Error, hide_parameters=True) from error
