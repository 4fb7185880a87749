"""Opens the database: the four traps of SQLite closed, the schema brought up to date."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from . import one_trip

WRITES = "tetrarch_writes"
"""The execution option of a connection that is going to write."""

_PRAGMAS = (
    "PRAGMA busy_timeout = 10000",
    "PRAGMA journal_mode = wal",
    "PRAGMA synchronous = full",
    "PRAGMA foreign_keys = on",
)


async def connect(url: str) -> AsyncEngine:
    """An engine on an up-to-date database; a new file gets its folder made.

    Statements' parameters never appear in its errors or log: they hold seeds and positions.
    """
    parsed = make_url(url)
    lite = parsed.get_backend_name() == "sqlite"
    if lite and parsed.database and not parsed.database.startswith((":", "file:")):
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    own = {"async_creator_fn": one_trip.connect} if lite else {}
    engine = create_async_engine(parsed, hide_parameters=True, connect_args=own)
    if lite:
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "begin", _begin)
    try:
        await _migrate(engine, lite)
    except BaseException:
        await engine.dispose()
        raise
    return engine


async def _migrate(engine: AsyncEngine, lite: bool) -> None:
    """Bring the schema up to date in one transaction.

    SQLite changes a table by putting another in its place; to foreign keys it would look as if all
    its rows had gone, so they are checked at the end instead.
    """
    async with engine.connect() as connection:
        if lite:
            await _foreign_keys(connection, "off")
        await connection.execution_options(**{WRITES: True})
        async with connection.begin():
            if await connection.run_sync(_upgrade) and lite:
                lost = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).first()
                if lost:
                    raise RuntimeError(
                        f"after the migration rows that {lost[0]} refers to are gone"
                    )
        if lite:
            await connection.execution_options(**{WRITES: False})
            await _foreign_keys(connection, "on")


async def _foreign_keys(connection: AsyncConnection, state: Literal["off", "on"]) -> None:
    """Outside of a transaction, for inside SQLite passes over it."""
    await connection.exec_driver_sql(f"PRAGMA foreign_keys = {state}")
    await connection.rollback()


def _prepare(connection: Any, _record: object) -> None:
    # Without this Python's driver opens transactions when it sees fit, and never for a SELECT.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A deferred transaction that turns to writing after somebody else has written fails at once,
    # whatever the timeout; so writers queue at the door. A lone SELECT needs no transaction.
    if connection.get_execution_options().get(WRITES):
        driver = connection.connection.driver_connection
        if isinstance(driver, one_trip.OneTripConnection):
            driver.opening = "BEGIN IMMEDIATE"


def _upgrade(connection: Connection) -> bool:
    """Bring the schema up to date; whether there was anything to do."""
    config = Config()
    config.set_main_option("script_location", str(files("bot") / "migrations"))
    config.attributes["connection"] = connection
    newest = ScriptDirectory.from_config(config).get_current_head()
    if MigrationContext.configure(connection).get_current_revision() == newest:
        return False
    command.upgrade(config, "head")
    return True
