"""Every test here runs against the real SQLite file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.store.store import Store
from tests.databases import address, lay

from .club import Club


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    path = lay(tmp_path / "club" / "matches.sqlite")
    store = await Store.open(address(path))
    yield Club(store, path)
    await store.close()
