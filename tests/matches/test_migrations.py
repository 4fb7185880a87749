"""The steps from an empty file lead to the tables the code works with."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, delete, inspect
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.matches.model import Shown
from bot.matches.store.store import Store
from bot.matches.store.tables import METADATA, matches
from tests.databases import address

from .club import ANN, BOB, CHANNEL, Club


def schema(path: Path) -> dict[str, str]:
    """Every table and index as SQLite keeps it, without quotes and blanks and in any order."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {
            name: "\n".join(
                sorted(
                    part
                    for line in re.split("[\n,]", sql.replace('"', ""))
                    if (part := line.strip(" \t)"))
                )
            )
            for name, sql in rows
            if name != "alembic_version"
        }


async def test_the_migrations_make_the_tables_of_the_code(club: Club) -> None:
    engine = create_engine(f"sqlite:///{club.path}")
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


async def test_the_migrations_make_the_constraints_of_the_code(club: Club, tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / 'made.sqlite'}")
    METADATA.create_all(engine)
    engine.dispose()
    assert schema(club.path) == schema(tmp_path / "made.sqlite")


async def test_opening_again_changes_nothing(club: Club) -> None:
    match = await club.begin()
    before, tables = club.rows(), schema(club.path)
    await club.store.close()
    store = await Store.open(address(club.path))
    again = Club(store, club.path)
    assert (again.rows(), schema(club.path)) == (before, tables)
    assert (await again.matches.act(1, match.id, ANN.id, "a1-a3")).match.revision == 1
    await store.close()


async def test_a_new_file_gets_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "far" / "away" / "matches.sqlite"
    store = await Store.open(address(path))
    await store.close()
    engine = create_engine(f"sqlite:///{path}")
    assert {*METADATA.tables, "alembic_version"} == set(inspect(engine).get_table_names())
    engine.dispose()


async def test_a_new_postgresql_database_gets_the_tables_of_the_code(postgres: str) -> None:
    store = await Store.open(postgres)
    await store.close()
    engine = create_async_engine(postgres)
    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


def differences(connection: Connection) -> list[object]:
    """What the tables lack, or have more than the code knows."""
    return list(compare_metadata(MigrationContext.configure(connection), METADATA))


async def test_a_club_of_older_days_keeps_all_it_has(club: Club) -> None:
    await full(club)
    before, tables = club.rows(), schema(club.path)
    assert all(before.values()), "every table holds something"
    await club.store.close()
    downgrade(club.path, "0002")
    assert schema(club.path) != tables
    store = await Store.open(address(club.path))
    assert (club.rows(), schema(club.path)) == (before, tables)
    with pytest.raises(IntegrityError):
        async with store.writing() as connection:
            await connection.execute(delete(matches))
    await store.close()


async def test_a_migration_that_would_lose_rows_is_not_made(club: Club) -> None:
    await club.begin()
    await club.store.close()
    downgrade(club.path, "0002")
    with closing(sqlite3.connect(club.path)) as connection, connection:
        connection.execute("DELETE FROM people")
    before = club.rows()
    with pytest.raises(RuntimeError, match="refer"):
        await Store.open(address(club.path))
    assert club.rows() == before


async def full(club: Club) -> None:
    """Something in every table, and a match that grew out of another."""
    first = await club.finish(await club.begin(), random.Random(1))
    again = await club.begin(rematch_of=first.id)
    await club.matches.offer(club.keys(), again.id, ANN.id, "draw")
    await club.matches.show(Shown(again.id, "channel", CHANNEL, 1, 0))
    await club.matches.prefer(ANN.id, theme="dark")
    dark = await club.begin("junqi-dark", channel=CHANNEL + 1)
    await club.matches.ready(club.keys(), dark.id, ANN.id)
    await club.matches.lay(dark.id, BOB.id, "random")
    await club.matches.save_layout(dark.id, BOB.id, "mine")
    await club.matches.ready(club.keys(), dark.id, BOB.id)
    await club.matches.mark(dark.id, ANN.id, "a12", "L")
    await club.matches.notes.refuse(dark.id, ANN.id)


def downgrade(path: Path, revision: str) -> None:
    """Make a file what an older version left behind."""
    engine = create_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(files("bot") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    engine.dispose()


async def test_an_old_orphan_does_not_keep_the_bot_from_starting(club: Club) -> None:
    await club.begin()
    await club.store.close()
    with closing(sqlite3.connect(club.path)) as connection, connection:
        connection.execute("DELETE FROM people")
    before = club.rows()
    store = await Store.open(address(club.path))
    await store.close()
    assert club.rows() == before
