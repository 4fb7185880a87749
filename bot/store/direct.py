"""Statements compiled once and handed to SQLite as they are: a transaction is one visit to it.

SQLAlchemy's work on a statement costs several times the statement's own, and a few statements make
up nearly all the work of the database for a move. They go past SQLAlchemy.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import CompoundSelect, Executable, Select
from sqlalchemy.dialects.sqlite.aiosqlite import SQLiteDialect_aiosqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.sql.compiler import SQLCompiler

from .thread_connection import ThreadConnection, connect

DIALECT = SQLiteDialect_aiosqlite(dbapi=SQLiteDialect_aiosqlite.import_dbapi())
"""The dialect of every engine on a file of SQLite."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a transaction and the rows it is executed with, all with the same keys.

    `swaps`: unless it changes its one row, the transaction is undone.
    """

    executable: Executable
    rows: Sequence[Mapping[str, object]]
    swaps: bool = False


class Prepared:
    """A statement as SQLite reads it, with the conversion of its parameters and rows."""

    def __init__(self, statement: Executable, keys: tuple[str, ...]) -> None:
        compiled = statement.compile(  # type: ignore[attr-defined]  # executables can be compiled
            dialect=DIALECT,
            column_keys=list(keys) or None,
            compile_kwargs={"render_postcompile": True},
        )
        if not isinstance(compiled, SQLCompiler):
            raise TypeError(f"{statement!r} is no statement with rows")
        self.sql = str(compiled)
        constants = compiled.params
        self._places = [(name, constants.get(name)) for name in compiled.positiontup or ()]
        self._make: Callable[[Sequence[Any]], Any] = tuple
        self._read: list[tuple[int, Callable[[Any], Any]]] = []
        if isinstance(statement, Select | CompoundSelect):
            columns = list(statement.selected_columns)
            row = namedtuple("Row", [column.name for column in columns])  # type: ignore[misc]
            self._make = row._make
            for number, column in enumerate(columns):
                read = column.type.dialect_impl(DIALECT).result_processor(DIALECT, None)
                if read is not None:
                    self._read.append((number, read))

    def arguments(self, parameters: Mapping[str, object]) -> tuple[object, ...]:
        """Return the values in the order in which the statement wants them."""
        return tuple([parameters.get(name, default) for name, default in self._places])

    def row(self, values: Sequence[Any]) -> Any:
        """Return a row with the names and types of its columns."""
        if self._read:
            converted = list(values)
            for number, read in self._read:
                converted[number] = read(converted[number])
            values = converted
        return self._make(values)


Work: TypeAlias = Sequence[tuple[Prepared, Sequence[tuple[object, ...]], bool]]


class Direct:
    """Two connections of its own to a file of SQLite: one to read with and one to write with.

    Listeners to SQLAlchemy's statements and commits hear of those made here as well.
    """

    def __init__(self, engine: AsyncEngine, reader: ThreadConnection, writer: ThreadConnection):
        self._listeners = engine.sync_engine.dispatch
        self._reader = reader
        self._writer = writer

    @classmethod
    async def open(cls, engine: AsyncEngine, pragmas: Sequence[str]) -> Direct | None:
        """Connect to the file of an engine; None for a server, or a database in memory."""
        if engine.dialect.name != "sqlite" or engine.url.database in (None, "", ":memory:"):
            return None
        path, options = engine.dialect.create_connect_args(engine.url)

        async def connected() -> ThreadConnection:
            def prepare(there: sqlite3.Connection) -> None:
                for pragma in pragmas:
                    there.execute(pragma).close()

            connection = connect(*path, **options, isolation_level=None)
            await connection
            await connection.visit(prepare)
            return connection

        return cls(engine, await connected(), await connected())

    async def close(self) -> None:
        await self._reader.close()
        await self._writer.close()

    async def rows(self, statement: Executable, parameters: Mapping[str, object]) -> list[Any]:
        prepared = _prepared(statement, ())
        arguments = prepared.arguments(parameters)

        def read(there: sqlite3.Connection) -> list[Any]:
            return self._execute(there, prepared.sql, [arguments]).fetchall()

        with _as_sqlalchemy_has_it(prepared.sql):
            return list(map(prepared.row, await self._reader.visit(read)))

    async def carry_out(self, statements: Sequence[Statement]) -> bool:
        """Make one transaction; False, and nothing has happened, if one that swaps changed nothing.

        It is undone too if its caller is cancelled.
        """
        work = [
            (prepared, [prepared.arguments(row) for row in one.rows], one.swaps)
            for one in statements
            for prepared in [_prepared(one.executable, tuple(one.rows[0]))]
        ]
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
            for prepared, rows, swaps in work:
                changed = self._execute(there, prepared.sql, rows).rowcount
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


@cache
def _prepared(statement: Executable, keys: tuple[str, ...]) -> Prepared:
    return Prepared(statement, keys)


@contextmanager
def _as_sqlalchemy_has_it(sql: str) -> Iterator[None]:
    """Raise errors like those of all other statements; they name no values."""
    try:
        yield
    except sqlite3.Error as error:
        raise DBAPIError.instance(sql, None, error, sqlite3.Error, hide_parameters=True) from error
