"""The real process of the bot, started, stopped and killed."""

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Protocol

from tests.patience import PATIENCE_S

from .server import Discord

LAUNCH = Path(__file__).with_name("launch.py")
ROOT = Path(__file__).parents[2]
STARTING = 2 * PATIENCE_S


class Process(Protocol):
    """The part of a process that `Bot` needs."""

    @property
    def pid(self) -> int: ...

    @property
    def returncode(self) -> int | None: ...

    def kill(self) -> None: ...

    def send_signal(self, signal: int, /) -> None: ...

    async def wait(self) -> int: ...


class Bot:
    """One process on a stand-in, with its log in a folder, and its database unless `url` is one."""

    def __init__(
        self,
        discord: Discord,
        folder: Path,
        tree: Path = ROOT,
        url: str | None = None,
        shards: str = "",
        pace: int | None = None,
    ) -> None:
        self.discord = discord
        self.database = folder / "tetrarch.sqlite"
        self.url = url or f"sqlite+aiosqlite:///{self.database}"
        self.log = folder / "bot.log"
        self.health = str(folder / "health.sock")
        self.tree = tree
        self.shards = shards
        self.pace = pace
        """The requests a second, if not as many as usual."""
        self.troubled = False
        """Tells whether the test made trouble that its log may report at length."""
        self._process: Process | None = None

    @property
    def pid(self) -> int:
        return self._running.pid

    @property
    def _running(self) -> Process:
        if self._process is None:
            raise RuntimeError("the bot has not been started")
        return self._process

    async def start(self, *, ready: bool = True) -> None:
        """Start it, and if it should be `ready` wait until it has a session."""
        self.discord.gateway.ready.clear()
        environment = os.environ | {
            "WIRE": self.discord.gateway.address,
            "DISCORD_TOKEN": "not.a.token",
            "DATABASE_URL": self.url,
            "SHARDS": self.shards,
            "PICTURE_CACHE_DIR": str(self.log.with_name("pictures")),
            "HEALTH": self.health,
            "LOG_LEVEL": "INFO",
        }
        if self.pace:
            environment["PACE"] = str(self.pace)
        self._process = await self._launch(environment)
        if not ready:
            return
        session = asyncio.ensure_future(self.discord.gateway.ready.wait())
        end = asyncio.ensure_future(self._process.wait())
        await asyncio.wait((session, end), timeout=STARTING, return_when=asyncio.FIRST_COMPLETED)
        end.cancel()
        if not session.done():
            session.cancel()
            raise TimeoutError(f"no session:\n{self.output()[-2000:]}")

    async def _launch(self, environment: Mapping[str, str]) -> Process:
        with self.log.open("ab") as log:
            return await asyncio.create_subprocess_exec(
                sys.executable, str(LAUNCH), cwd=self.tree, env=environment, stdout=log, stderr=log
            )

    async def kill(self) -> None:
        """End it without a word, and those that work for it before they write anything more."""
        workers = self.workers()
        if self._running.returncode is None:
            self._running.kill()
        await self._running.wait()
        for worker in workers:
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)

    async def stop(self, seconds: float = PATIENCE_S / 2) -> int:
        """Ask it to leave, as a container does, and return its exit status."""
        self._running.send_signal(signal.SIGTERM)
        return await self.ended(seconds)

    async def ended(self, seconds: float = PATIENCE_S / 2) -> int:
        """Wait until it has gone by itself."""
        return await asyncio.wait_for(self._running.wait(), seconds)

    def stored(self, query: str, *parameters: object) -> list[Any]:
        """Query its database from outside."""
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(query, parameters).fetchall()

    def revision(self, match: str) -> int:
        """Return the revision a match has reached."""
        revision: int = self.stored("SELECT revision FROM matches WHERE id = ?", match)[0][0]
        return revision

    def workers(self) -> list[int]:
        """List the processes that think or draw for it."""
        found = []
        for entry in Path("/proc").iterdir():
            try:
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                ours = int(stat[1]) == self.pid
                if ours and b"players.worker" in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except (OSError, ValueError):
                continue
        return found

    def mib(self) -> float:
        """Return the memory of its own process."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text("ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def output(self) -> str:
        """Return all it has written so far."""
        return self.log.read_text("utf-8")
