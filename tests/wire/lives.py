"""The real process of the bot many times over: every life is a fork of one that has begun."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Mapping

from .process import LAUNCH, Bot, Process


class Life:
    """One life, for as long as the nursery has not told how it ended."""

    def __init__(self, pid: int, told: asyncio.StreamReader) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._end = asyncio.create_task(self._ended(told))

    async def _ended(self, told: asyncio.StreamReader) -> int:
        self.returncode = int(await told.readline())
        return self.returncode

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: int, /) -> None:
        os.kill(self.pid, number)

    async def wait(self) -> int:
        return await asyncio.shield(self._end)


class Reborn(Bot):
    """A bot whose starts cost little, so that it can be killed often."""

    _nursery: asyncio.subprocess.Process | None = None

    async def _launch(self, environment: Mapping[str, str]) -> Process:
        if self._nursery is None:
            with self.log.open("ab") as log:
                self._nursery = await asyncio.create_subprocess_exec(
                    sys.executable,
                    str(LAUNCH),
                    "again",
                    cwd=self.tree,
                    env=environment,
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    stderr=log,
                )
        born, told = self._nursery.stdin, self._nursery.stdout
        if born is None or told is None:
            raise RuntimeError("the nursery has no pipes")
        born.write(b"\n")
        return Life(int(await told.readline()), told)

    async def close(self) -> None:
        """No more lives."""
        if self._nursery is not None and self._nursery.stdin is not None:
            self._nursery.stdin.close()
            await self._nursery.wait()
