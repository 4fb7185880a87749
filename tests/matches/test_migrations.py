"""The steps from an empty file lead to the tables the code works with."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from bot.matches.store import Store
from bot.matches.tables import METADATA

from .club import ANN, Club, address


def schema(path: Path) -> dict[str, str]:
    """Every table and index as SQLite keeps it, in words without blanks and in any order."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {
            name: "\n".join(
                sorted(part for line in re.split("[\n,]", sql) if (part := line.strip(" \t)")))
            )
            for name, sql in rows
            if name != "alembic_version"
        }


async def test_the_migrations_make_the_tables_of_the_code(club: Club) -> None:
    engine = create_engine(f"sqlite:///{club.path}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
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
