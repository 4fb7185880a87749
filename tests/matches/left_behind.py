"""A club that 1.0 has left behind, for tests.

`club_0101.json` is a club as the code of revision 0101 filled it: matches of all games in every
state, and the messages that showed them. 1.0.0 itself, of revision 0100, had the same tables.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.databases import Row, address, fill, migrate, run

from .club import Club

CLUB = Path(__file__).with_name("club_0101.json")


@cache
def left() -> dict[str, list[Row]]:
    """Read the rows that were left behind, table by table."""
    tables = json.loads(CLUB.read_text("utf-8"))
    return {
        name: [dict(zip(table["columns"], map(_value, row), strict=True)) for row in table["rows"]]
        for name, table in tables.items()
    }


def _value(value: Any) -> Any:
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


async def leave_behind(empty: str, revision: str = "0101") -> str:
    """Fill an empty database as the version of a revision did."""
    await migrate(empty, revision)
    await fill(empty, left())
    if revision == "0100":
        await run(empty, "UPDATE matches SET due_ms = NULL WHERE paused")
    return empty


@pytest.fixture(scope="session")
def left_behind(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Make the file that was left behind."""
    path = tmp_path_factory.mktemp("old") / "matches.sqlite"
    asyncio.run(leave_behind(address(path)))
    return path.read_bytes()


@pytest.fixture(scope="session")
def caught_up(tmp_path_factory: pytest.TempPathFactory, left_behind: bytes) -> bytes:
    """Bring that file up to date."""
    path = tmp_path_factory.mktemp("new") / "matches.sqlite"
    path.write_bytes(left_behind)
    asyncio.run(_open(address(path)))
    return path.read_bytes()


async def _open(url: str) -> None:
    await (await Club.at(url)).close()


def _laid(request: pytest.FixtureRequest, url: str, file: str) -> str:
    if not url.startswith("sqlite"):
        return asyncio.run(leave_behind(request.getfixturevalue("empty")))
    Path(url.partition("///")[2]).write_bytes(request.getfixturevalue(file))
    return url


@pytest.fixture
def old(request: pytest.FixtureRequest, url: str) -> str:
    """Give the address of a club that was left behind."""
    return _laid(request, url, "left_behind")


@pytest.fixture
def found(request: pytest.FixtureRequest, url: str) -> str:
    """Give the address of the same, which in SQLite has been opened since."""
    return _laid(request, url, "caught_up")


@pytest.fixture
async def club(found: str) -> AsyncIterator[Club]:
    """Open the club that was left behind, a minute after the last turn."""
    club = await Club.at(found)
    club.clock.time = max(row["updated_ms"] for row in left()["matches"]) + 60_000
    club.keys = iter(range(10**6, 10**7)).__next__  # those in the tables are taken
    yield club
    await club.close()
