"""One open database: its readers, its writers in turn, and rows for the next transaction."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import cache
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Executable, Table, case, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from . import CONNECTIONS, database
from .direct import Direct, Statement
from .direct_file import DirectToFile
from .outage import DatabaseAway, Outage, away

T = TypeVar("T")
Key: TypeAlias = int | tuple[int, int]

_INSERTS: dict[str, Callable[[Table], sqlite.Insert | postgresql.Insert]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}

CALLS = "tetrarch"
"""The channel of PostgreSQL on which the processes at one database call something out."""
_CALL = text("SELECT pg_notify(:channel, :said)")
CHECKED_S = 5
"""The seconds of silence after which a process asks whether it is still connected."""


@cache
def _put(dialect: str, table: Table, *changed: str) -> Executable:
    """Put a row in the place of the one with the same key, or only its columns `changed`."""
    statement = _INSERTS[dialect](table)
    names = changed or [column.name for column in table.c if not column.primary_key]
    changes = {name: statement.excluded[name] for name in names}
    keys = list(table.primary_key.columns)
    return statement.on_conflict_do_update(index_elements=keys, set_=changes)


def _fails_anyhow(error: Exception) -> bool:
    """Tell whether a transaction would fail with any rows: the database is locked, full or away."""
    if isinstance(error, OperationalError | OSError | DatabaseAway):
        return True
    return isinstance(error, DBAPIError) and away(error)


class Store:
    """One open database. Readers see the last commit; the writers of one process take turns."""

    def __init__(self, opened: AsyncEngine, direct: Direct | None = None) -> None:
        self._reader = opened
        self._direct = direct
        self._writer = opened.execution_options(**{database.WRITES: True})
        self._turn = asyncio.Lock()
        self._outage = Outage()
        self._waiting: dict[Table, dict[Any, Mapping[str, object]]] = {}

    @classmethod
    async def open(
        cls, url: str, connections: int = CONNECTIONS, use: database.Use = "run"
    ) -> Store:
        """Open an SQLAlchemy address, `sqlite+aiosqlite:///path`; makes or migrates its tables. It
        has at most this number of `connections` at a time, besides two of its own to a file."""
        engine = await database.connect(url, connections, use)
        return cls(engine, None if use == "read" else await _direct(engine))

    async def close(self) -> None:
        if self._direct is not None:
            await self._direct.close()
        await self._reader.dispose()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Open one transaction; it is undone if the block raises. Raises DatabaseAway."""
        with self._noticing():
            async with AsyncExitStack() as opened:
                begin = opened.enter_async_context
                yield await self._outlast(lambda: begin(self._transaction()))

    async def write(self, statement: Executable, row: Mapping[str, object] | None = None) -> int:
        """Carry one statement out in a transaction of its own; count the rows it changes."""
        async with self.writing() as connection:
            return (await connection.execute(statement, row)).rowcount

    @contextmanager
    def _noticing(self) -> Iterator[None]:
        try:
            yield
        except (DBAPIError, OSError) as error:
            self._outage.notice(error)
            raise DatabaseAway from error

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        async with self._turn, self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def looking(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction that reads the database as of one moment. Raises DatabaseAway."""
        with self._noticing():
            async with self._reader.connect() as connection:
                if self.dialect == "sqlite":
                    await connection.exec_driver_sql("BEGIN")
                else:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                yield connection
                await connection.rollback()

    async def rows(self, statement: Executable, **parameters: object) -> Sequence[Any]:
        async def read() -> Sequence[Any]:
            async with self._reader.connect() as connection:
                return (await connection.execute(statement, parameters)).all()

        return await self._outlast(read)

    async def prepared_rows(self, statement: Executable, **parameters: object) -> Sequence[Any]:
        """Return all rows of a query that is compiled once and for all."""
        direct = self._direct
        if direct is None:
            return await self.rows(statement, **parameters)
        return await self._outlast(lambda: direct.rows(statement, parameters))

    async def carry_out(self, statements: Sequence[Statement]) -> bool:
        """Make one transaction, with the rows put `by_the_way`; False, and nothing has happened, if
        a row to be swapped is gone. It is made again if the connection to a server is lost: that
        changes nothing where all rows are swapped or put, or others with one that is swapped."""
        return await self._outlast(lambda: self._in_turn(statements))

    async def _in_turn(self, statements: Sequence[Statement]) -> bool:
        async with self._turn:
            waiting, self._waiting = self._waiting, {}
            along = [
                Statement(self.put(table), [rows[key] for key in sorted(rows)])
                for table, rows in waiting.items()
            ]
            if not (statements or along):
                return True
            done = False
            try:
                done = await self._carry_out([*statements, *along])
            except Exception as error:
                if _fails_anyhow(error) or not (statements and along):
                    raise
                return await self._carry_out(statements)  # perhaps it was not their fault
            finally:
                if not done:
                    for table, rows in waiting.items():
                        self._waiting[table] = rows | self._waiting.get(table, {})
            return done

    async def put_along(self, table: Table, rows: Mapping[Any, Mapping[str, object]]) -> None:
        """Put rows with the transaction that has the next turn, or else in one of their own; return
        once they are there. Rows that fail with others are put by themselves."""
        for key, row in rows.items():
            self.by_the_way(table, key, row)
        try:
            await self.carry_out([])
        except Exception as error:
            if _fails_anyhow(error):
                raise
            left = [
                key for key in sorted(rows) if self._waiting.get(table, {}).get(key) is rows[key]
            ]
            for key in left:
                self.leave_out(table, key)
            if left:
                await self.carry_out([Statement(self.put(table), [rows[key] for key in left])])

    def by_the_way(self, table: Table, key: Key, row: Mapping[str, object]) -> None:
        """Put a row with the next transaction that is carried out; a later one with its key wins.
        It is for rows not worth a transaction of their own, and no loss if that one never comes."""
        self._waiting.setdefault(table, {})[key] = row

    def leave_out(self, table: Table, key: Key) -> None:
        """Take back a row put `by_the_way` that is not written yet."""
        rows = self._waiting.get(table, {})
        rows.pop(key, None)
        if not rows:
            self._waiting.pop(table, None)

    def put(self, table: Table, *changed: str) -> Executable:
        """Return the statement that puts a row, or its columns `changed`, into that of its key."""
        return _put(self.dialect, table, *changed)

    async def call(self, said: str) -> None:
        """Call something out to all who listen in PostgreSQL."""
        async with self.writing() as connection:
            await connection.execute(_CALL, {"channel": CALLS, "said": said})

    async def calls(self) -> AsyncGenerator[str]:
        """Listen in PostgreSQL; yield "" once that has begun, and then what is called out. Raises
        what the driver does when the connection is lost."""
        called: asyncio.Queue[str] = asyncio.Queue()
        async with self._reader.connect() as connection:
            driver: Any = (await connection.get_raw_connection()).driver_connection
            try:
                await driver.add_listener(CALLS, lambda *heard: called.put_nowait(heard[-1]))
                yield ""
                while True:
                    said = None
                    with suppress(TimeoutError):
                        async with asyncio.timeout(CHECKED_S):
                            said = await called.get()
                    if said is None:
                        await driver.execute("SELECT 1", timeout=CHECKED_S)
                    else:
                        yield said
            finally:
                await connection.invalidate()  # nobody else must get one that listens

    async def size(self) -> int:
        """Return the bytes that the database takes up; 0 for one in memory."""
        if self.dialect == "sqlite":
            file = database.file_of(self._reader.url)
            return file.stat().st_size if file and file.is_file() else 0
        ((size,),) = await self.rows(text("SELECT pg_database_size(current_database())"))
        return int(size)

    async def compact(self) -> bool:
        """Write a file of SQLite anew, without what has been deleted; PostgreSQL sees to it. False
        if others are at work in it, and something of it may be left."""
        if self.dialect != "sqlite":
            return True
        async with self._turn, self._reader.connect() as connection:
            try:
                await connection.exec_driver_sql("VACUUM")
            except OperationalError:
                return False
        return await self.settle()

    async def settle(self) -> bool:
        """Empty the log beside a file of SQLite, where what has been deleted can still be read.
        False if others are reading it: then what is written next overwrites it."""
        if self.dialect != "sqlite":
            return True
        async with self._turn, self._reader.connect() as connection:
            (row,) = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            return not row[0]

    @property
    def dialect(self) -> str:
        """The database's own dialect of SQL: "sqlite" or "postgresql"."""
        return self._reader.dialect.name

    async def _outlast(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do work; if a server is restarted meanwhile, wait for it and do it once more."""
        if self.dialect == "sqlite":
            return await work()
        return await self._outage.outlast(work)

    async def _carry_out(self, statements: Sequence[Statement]) -> bool:
        if self._direct is None:
            raise RuntimeError("a store that only reads writes nothing")
        return await self._direct.carry_out(statements)


async def _direct(engine: AsyncEngine) -> Direct:
    if engine.dialect.name == "sqlite":
        return await DirectToFile.open(engine, database.PRAGMAS)
    from .direct_server import DirectToServer  # asyncpg comes with the optional extra

    return DirectToServer(engine)


class StorePart:
    """The statements about one subject in a store."""

    def __init__(self, store: Store) -> None:
        self._store = store


@cache
def missing(dialect: str, table: Table) -> Executable:
    """Return the statement that inserts a row unless there is one with the same key."""
    return _INSERTS[dialect](table).on_conflict_do_nothing()


@cache
def adding(dialect: str, table: Table, since: str) -> Executable:
    """Return the statement that adds a row's counts to those of the row with the same key, or
    replaces counts of another value in the column `since`."""
    statement = _INSERTS[dialect](table)
    new, keys = statement.excluded, list(table.primary_key.columns)
    changes = {since: new[since]} | {
        column.name: case(
            (column.table.c[since] == new[since], column + new[column.name]), else_=new[column.name]
        )
        for column in table.c
        if not column.primary_key and column.name != since
    }
    return statement.on_conflict_do_update(index_elements=keys, set_=changes)


async def insert_missing(
    connection: AsyncConnection, table: Table, row: Mapping[str, object]
) -> bool:
    """Insert a row, and say so, unless there is one with the same key."""
    return (await connection.execute(missing(connection.dialect.name, table), row)).rowcount == 1


async def upsert(
    connection: AsyncConnection, table: Table, row: Mapping[str, object], *changed: str
) -> None:
    """Insert a row, or put its columns `changed` (by default all) into the one with its key."""
    await connection.execute(_put(connection.dialect.name, table, *changed), dict(row))
