"""Every test here runs against a real SQLite file, or PostgreSQL where a server is at hand."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.matches.store.store import Store
from tests.databases import address, lay

from .club import Club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    path = lay(tmp_path / "club" / "matches.sqlite")
    store = await Store.open(address(path))
    yield Club(store, path)
    await store.close()


@pytest.fixture
async def postgres() -> AsyncIterator[str]:
    """The address of an empty PostgreSQL database, which goes with the test."""
    server = os.environ.get("TEST_POSTGRES_URL")
    if not server:
        pytest.skip("no PostgreSQL server: run the tests with scripts/with_postgres")
    name = f"tetrarch_{uuid4().hex}"
    engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
    async with engine.connect() as connection:
        await connection.exec_driver_sql(f"CREATE DATABASE {name}")
    yield make_url(server).set(database=name).render_as_string(hide_password=False)
    async with engine.connect() as connection:
        await connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")
    await engine.dispose()
