"""Databases are made, brought up to date, or refused in a sentence."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.matches.service import Matches
from bot.store.database import DatabaseUnusable
from bot.store.tables.metadata import METADATA
from tests import databases
from tests.databases import BOTH, address, migrate, rows, run

from .club import ANN, Club
from .test_schema import schema


async def test_opening_again_changes_nothing(club: Club) -> None:
    match = await club.begin()
    await club.followed()
    before, tables = await club.rows(), schema(club.path)
    await club.close()
    again = await Club.at(club.url)
    assert (await again.rows(), schema(club.path)) == (before, tables)
    assert (await again.act(match, ANN, "a1-a3", key=1)).match.stand.revision == 1
    await again.close()


async def test_a_new_file_gets_its_folder_and_is_for_the_host_alone(tmp_path: Path) -> None:
    path = tmp_path / "far" / "away" / "matches.sqlite"
    await (await Matches.open(address(path))).close()
    assert set(await rows(address(path))) == set(METADATA.tables)
    modes = {file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == {0o600}


@pytest.mark.slow
@BOTH
async def test_processes_that_start_at_once_on_nothing_all_run(empty: str) -> None:
    clubs = await asyncio.gather(*(Club.at(empty) for _ in range(4)))
    for number, club in enumerate(clubs):
        match = await club.open(opponent=None, channel=number, key=number)
        assert await clubs[0].matches.match(match.id) == match
    for club in clubs:
        await club.close()


async def test_a_migration_that_would_lose_rows_is_not_made(empty: str) -> None:
    await migrate(empty, "0101")
    with closing(sqlite3.connect(empty.partition("///")[2])) as connection, connection:
        connection.execute("INSERT INTO seals VALUES ('GONE', 0, '', '')")
    before = await rows(empty)
    with pytest.raises(DatabaseUnusable, match="refer"):
        await Matches.open(empty)
    assert await rows(empty) == before


async def test_an_old_orphan_does_not_keep_the_bot_from_starting(club: Club) -> None:
    await club.begin()
    await club.close()
    with closing(sqlite3.connect(club.path)) as connection, connection:
        connection.execute("DELETE FROM matches")
    before = await club.rows()
    await (await Matches.open(club.url)).close()
    assert await club.rows() == before


# ---------------------------------------------------------------- what cannot be opened


async def refused(url: str) -> str:
    """Return the sentence that says why a database cannot be opened."""
    with pytest.raises(DatabaseUnusable) as refusal:
        await Matches.open(url)
    assert refusal.value.__suppress_context__ or refusal.value.__context__ is None
    return str(refusal.value)


@BOTH
@pytest.mark.parametrize(
    ("revision", "told"), [("9999", "newer"), ("0029", "before"), ("0001", "before")]
)
async def test_a_database_of_another_age_is_left_alone(url: str, revision: str, told: str) -> None:
    await run(url, f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608
    before = await rows(url)
    assert told in await refused(url)
    assert await rows(url) == before


async def test_a_file_that_cannot_be_written_is_told_at_the_start(url: str) -> None:
    path = url.partition("///")[2]
    assert "readonly" in await refused(f"sqlite+aiosqlite:///file:{path}?mode=ro&uri=true")


async def test_a_server_that_cannot_be_written_is_told_at_the_start() -> None:
    url = await databases.make("tetrarch_read_only")
    try:
        await (await Matches.open(url)).close()
        await run(url, 'ALTER DATABASE "tetrarch_read_only" SET default_transaction_read_only = on')
        assert "ReadOnlySQLTransactionError 25006" in await refused(url)
    finally:
        await databases.drop("tetrarch_read_only")


async def test_what_is_no_database_is_told_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Ann," * 100)
    assert "not a database" in await refused(address(tmp_path / "letter.txt"))
    assert "cannot be made" in await refused(address(tmp_path / "letter.txt" / "a" / "b.sqlite"))
    text = await refused("postgresql+asyncpg://ann:secret@127.0.0.1:1/club")
    assert "127.0.0.1:1/club cannot be used" in text
    assert "secret" not in text
