"""A database as the newest version leaves it, made once per process and copied for every test."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.matches.store.store import Store


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
    store = await Store.open(address(path))
    await store.close()
