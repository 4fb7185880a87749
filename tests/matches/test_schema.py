"""The steps from an empty database lead to the tables the code works with."""

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect

from bot.store.tables.metadata import METADATA
from tests.databases import address, connected

CONSTRAINTS = ("columns", "pk_constraint", "foreign_keys", "unique_constraints", "indexes")


def schema(path: Path) -> dict[str, str]:
    """Read every table and index as SQLite keeps it, without quotes and blanks and in any order."""
    with closing(sqlite3.connect(path)) as connection:
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {
            name: "\n".join(
                sorted(
                    part
                    for line in re.split("[\n,]", sql.replace('"', ""))
                    if (part := line.strip(" \t)"))
                )
            )
            for name, sql in found
            if name != "alembic_version"
        }


async def structure(url: str) -> dict[str, Any]:
    """Read every table with all its constraints, as the database reports them."""
    async with connected(url) as connection:
        return await connection.run_sync(_structure)


def _structure(connection: Connection) -> dict[str, Any]:
    inspector = inspect(connection)
    found: dict[str, Any] = {}
    for name in inspector.get_table_names():
        if name == "alembic_version":
            continue
        parts = {kind: getattr(inspector, f"get_{kind}")(name) for kind in CONSTRAINTS}
        parts["checks"] = inspector.get_check_constraints(name)
        found[name] = {
            kind: sorted(map(_plain, value)) if isinstance(value, list) else _plain(value)
            for kind, value in parts.items()
        }
    return found


def _plain(part: Any) -> str:
    """Write a constraint without the casts that PostgreSQL writes down in several ways."""
    if isinstance(part, Mapping):
        return ", ".join(f"{key}: {_plain(part[key])}" for key in sorted(part))
    return re.sub(r"::(character varying|text)(\[\])?", "", str(part))


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_the_migrations_make_the_tables_and_constraints_of_the_code(url: str) -> None:
    migrated = await structure(url)
    assert await rebuilt(url) == migrated


async def rebuilt(url: str) -> dict[str, Any]:
    """Make all tables anew as the code has them, and read them."""
    async with connected(url) as connection:
        await connection.run_sync(METADATA.drop_all)
        await connection.run_sync(METADATA.create_all)
        await connection.commit()
    return await structure(url)


async def test_the_migrations_make_the_very_tables_of_the_code(url: str, tmp_path: Path) -> None:
    made = tmp_path / "made.sqlite"
    async with connected(address(made)) as connection:
        await connection.run_sync(METADATA.create_all)
        await connection.commit()
    assert schema(Path(url.partition("///")[2])) == schema(made)
