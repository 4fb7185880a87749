"""The real process of the bot many times over: every life is a fork of one that has begun."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import IO, Any

from .faults import Fault
from .people import until
from .process import LAUNCH, ROOT, Bot, Process
from .server import Discord


class Life:
    """One life, until the nursery reports its end."""

    def __init__(self, pid: int, reports: IO[bytes]) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._end = asyncio.create_task(self._ended(reports))

    async def _ended(self, reports: IO[bytes]) -> int:
        self.returncode = int(await asyncio.to_thread(reports.readline))
        return self.returncode

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def send_signal(self, number: int, /) -> None:
        os.kill(self.pid, number)

    async def wait(self) -> int:
        return await asyncio.shield(self._end)


class Nursery:
    """A process that has imported all the bot needs; its lives come one after the other."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - it is ours
            [sys.executable, str(LAUNCH), "again"],
            cwd=ROOT,
            env=os.environ | {"DISCORD_TOKEN": "not.a.token"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    async def born(self, environment: Mapping[str, str], log: Path) -> Life:
        """Begin a life in this environment, which writes into this log."""
        orders, reports = self._process.stdin, self._process.stdout
        if orders is None or reports is None:
            raise RuntimeError("the nursery has no pipes")
        orders.write(json.dumps({**environment, "LOG": str(log)}).encode() + b"\n")
        orders.flush()
        return Life(int(await asyncio.to_thread(reports.readline)), reports)

    def close(self) -> None:
        """Allow no more lives."""
        self._process.communicate()


class Reborn(Bot):
    """A bot whose starts cost little, so that it can be started and killed often."""

    def __init__(self, discord: Discord, folder: Path, nursery: Nursery) -> None:
        super().__init__(discord, folder)
        self._nursery = nursery

    async def killed_at(self, fault: Fault, deed: Coroutine[Any, Any, Any]) -> None:
        """End it once what follows from a deed meets a fault, take that off, and start another."""
        doing = asyncio.create_task(deed)
        await until(lambda: fault.met)
        await self.kill()
        doing.cancel()
        await asyncio.gather(doing, return_exceptions=True)
        self.discord.heal()
        await self.start()

    async def _launch(self, environment: Mapping[str, str]) -> Process:
        return await self._nursery.born(environment, self.log)
