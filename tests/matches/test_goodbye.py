"""The goodbye: whatever is slow about it, what has been played is safe."""

import asyncio
import threading
from pathlib import Path

from bot.matches.machines.thinkers import Thinkers
from bot.matches.machines.workers import InProcess
from bot.matches.service import Matches
from tests.patience import PATIENCE_S


async def test_the_database_is_closed_before_anything_slow(tmp_path: Path) -> None:
    """A goodbye may be cut short: a copy of the file alone has all there is."""

    class Slow(InProcess):
        def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
            left.wait(2 * PATIENCE_S)

    left, file = threading.Event(), tmp_path / "matches.sqlite"
    thinkers = Thinkers(Slow(), 1)
    matches = await Matches.open(f"sqlite+aiosqlite:///{file}", thinkers=thinkers)
    await matches.prefer(1, ping="dm")
    leaving = asyncio.create_task(matches.close())
    log = file.with_name(f"{file.name}-wal")
    assert log.exists()
    async with asyncio.timeout(PATIENCE_S):
        while log.exists():  # noqa: ASYNC110 - SQLite takes it away with the last connection
            await asyncio.sleep(0.01)
    assert not leaving.done()
    left.set()
    await leaving
