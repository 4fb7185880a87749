"""The playground as a process of its own, and a browser in front of it."""

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.patience import PATIENCE_S

from .browser import Tab, browsing

ROOT = Path(__file__).parents[2]


class Playground(NamedTuple):
    """A running playground: its page's address, and a way to end it without a word."""

    address: str
    kill: Callable[[], None]


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[Playground]:
    """Run a playground that keeps its data in a folder."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "playground", "--port", "0", "--data", str(folder)),
        cwd=ROOT,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    assert process.stdout
    output = ""
    try:
        while "Type r" not in output:
            line = await asyncio.wait_for(process.stdout.readline(), PATIENCE_S)
            assert line, output
            output += line.decode()
        assert output.startswith("Tetrarch's playground"), output
        assert str(folder) in output
        reading = asyncio.create_task(process.stdout.read())
        url = next(word for word in output.split() if word.startswith("http://"))
        yield Playground(url, process.kill)
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        status = await process.wait()
    rest = (await reading).decode()
    assert status in (0, -signal.SIGKILL), rest
    assert "Traceback" not in rest, rest


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[str]:
    async with playing(tmp_path / "data") as playground:
        yield playground.address


@pytest.fixture
async def tab(tmp_path: Path) -> AsyncIterator[Tab]:
    async with browsing(tmp_path / "profile") as tab:
        yield tab
