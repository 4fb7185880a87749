"""Databases for tests: a new one each, of SQLite and, where a server is named, of PostgreSQL."""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, NullPool, event, make_url, select, text
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from bot.matches.service import Matches
from bot.store.database import alembic_config

SERVER = "TEST_POSTGRES_URL"
SKIPPED = f"{SERVER} does not name a server: postgresql+asyncpg://user@host:port/database"
KIND = "TEST_DATABASE"
"""Names the kind of database in which all tests of the service run: "sqlite" or "postgresql"."""
BOTH = pytest.mark.parametrize(
    "url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)], indirect=True
)
"""Runs a test in either kind of database; a server's round trips take their time."""
Row = dict[str, Any]
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'"


def address(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def lay(path: Path) -> Path:
    """Put an empty, up-to-date database at a path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_empty())
    return path


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:
        path = Path(folder) / "empty.sqlite"
        aside.submit(lambda: asyncio.run(_make(path))).result()  # a loop may be running here
        assert list(path.parent.iterdir()) == [path], "all of it is in one file"
        return path.read_bytes()


async def _make(path: Path) -> None:
    matches = await Matches.open(address(path))
    await matches.close()


def server() -> str:
    """Return the address of the server to test with."""
    return os.environ.get(SERVER) or pytest.skip(SKIPPED)


@asynccontextmanager
async def connected(url: str, **options: Any) -> AsyncIterator[AsyncConnection]:
    """Open a connection of the test's own, past the service; without a commit all is undone."""
    engine = create_async_engine(url, poolclass=NullPool, **options)
    if engine.dialect.name == "sqlite":
        event.listen(engine.sync_engine, "connect", _heed_foreign_keys)
    try:
        async with engine.connect() as connection:
            yield connection
    finally:
        await engine.dispose()


@contextmanager
def listening(to: Any, name: str, heard: Callable[..., None]) -> Iterator[None]:
    event.listen(to, name, heard)
    try:
        yield
    finally:
        event.remove(to, name, heard)


def _heed_foreign_keys(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA foreign_keys = on")


async def run(url: str, *statements: str) -> None:
    """Write past the service."""
    async with connected(url) as connection:
        for statement in statements:
            await connection.execute(text(statement))
        await connection.commit()


async def read(url: str, statement: str, **parameters: object) -> list[Row]:
    """Read past the service."""
    if file := _file(url):
        with closing(sqlite3.connect(file)) as there:
            return _read(there, statement, parameters)
    async with connected(url) as connection:
        result = await connection.execute(text(statement), parameters)
        return list(map(dict, result.mappings()))


def _file(url: str) -> str:
    """Return the file of SQLite an address names, which is read at once; "" for a server."""
    named = make_url(url)
    return str(named.database) if named.get_backend_name() == "sqlite" else ""


def _read(there: sqlite3.Connection, statement: str, parameters: Mapping[str, object]) -> list[Row]:
    there.row_factory = sqlite3.Row
    return list(map(dict, there.execute(statement, parameters)))


async def make(name: str, template: str = "template1") -> str:
    """Make a database on the server and return its address."""
    async with connected(server(), isolation_level="AUTOCOMMIT") as connection:
        await connection.execute(text(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'))
    return make_url(server()).set(database=name).render_as_string(hide_password=False)


async def drop(name: str) -> None:
    async with connected(server(), isolation_level="AUTOCOMMIT") as connection:
        await connection.execute(text(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'))


async def rows(url: str) -> dict[str, list[Row]]:
    """Read all that is in a database, table by table, in an order of its own."""
    found: dict[str, list[Row]] = {}
    if file := _file(url):
        with closing(sqlite3.connect(file)) as there:
            for (name,) in there.execute(_TABLES).fetchall():
                every = f'SELECT * FROM "{name}"'  # noqa: S608 - a table of ours
                found[name] = sorted(_read(there, every, {}), key=_order)
        return found
    metadata = MetaData()
    async with connected(url) as connection:
        await connection.run_sync(metadata.reflect)
        for name, table in metadata.tables.items():
            if name != "alembic_version":
                result = await connection.execute(select(table))
                found[name] = sorted(map(dict, result.mappings()), key=_order)
    return found


def _order(row: Row) -> str:
    return repr(sorted(row.items()))


async def fill(url: str, tables: Mapping[str, Sequence[Row]]) -> None:
    """Put rows into tables, in the order of the tables given."""
    metadata = MetaData()
    async with connected(url) as connection:
        await connection.run_sync(metadata.reflect)
        for name, given in tables.items():
            if given:
                await connection.execute(metadata.tables[name].insert(), list(given))
        await connection.commit()


async def migrate(url: str, revision: str) -> None:
    """Bring a database up to a revision, past the service."""
    async with connected(url) as connection:
        await connection.run_sync(_migrate, revision)
        await connection.commit()


def _migrate(connection: Connection, revision: str) -> None:
    command.upgrade(alembic_config(connection), revision)
