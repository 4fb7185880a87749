"""Every test here runs against a database of its own, a real file or on a real server."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from bot.matches.service import Matches
from bot.store.tables.metadata import METADATA
from tests import databases
from tests.databases import connected

from .club import Club

_NUMBERS = count()


async def _migrated(url: str) -> None:
    matches = await Matches.open(url)
    await matches.close()


@pytest.fixture(scope="session")
def empty_database() -> Iterator[str]:
    """Make a database with all tables and nothing in them on the server, and give its name."""
    name = f"tetrarch_{os.getpid()}"
    asyncio.run(databases.drop(name))
    asyncio.run(_migrated(asyncio.run(databases.make(name))))
    yield name
    asyncio.run(databases.drop(name))


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give the address of a database with all tables and nothing in them, by default of SQLite."""
    kind = os.environ.get(databases.KIND) or getattr(request, "param", "sqlite")
    if kind == "sqlite":
        yield databases.address(databases.lay(tmp_path / "club" / "matches.sqlite"))
        return
    databases.server()
    template = request.getfixturevalue("empty_database")
    name = f"{template}_{next(_NUMBERS)}"
    yield asyncio.run(databases.make(name, template))
    asyncio.run(databases.drop(name))


@pytest.fixture
async def club(url: str) -> AsyncIterator[Club]:
    club = await Club.at(url)
    yield club
    await club.close()


@pytest.fixture
def empty(request: pytest.FixtureRequest, url: str) -> str:
    """Give the address of a database with nothing in it."""

    async def cleared() -> None:
        async with connected(url) as connection:
            await connection.run_sync(METADATA.drop_all)
            await connection.exec_driver_sql("DROP TABLE alembic_version")
            await connection.commit()

    asyncio.run(cleared())
    return url


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let computers answer as soon as they have thought."""
    monkeypatch.setattr("bot.matches.machines.computers.DELAY_MS", (0, 0))
