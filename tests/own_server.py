"""A PostgreSQL server of a test's own, which it may stop and start: others would miss theirs."""

import asyncio
import os
import shlex
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from .databases import SERVER, read

ROOT = Path(__file__).parent.parent
SHOWN = f"import os, sys; print(os.environ.get({SERVER!r}, ''), flush=True); sys.stdin.read()"


@dataclass(frozen=True)
class OwnServer:
    """A server that runs from a folder of its own."""

    url: str
    folder: Path
    program: Path
    options: str

    async def stop(self) -> None:
        """Stop it without a word to anybody, as a crash does; what was committed is on the disk."""
        await self._control("-m", "immediate", "stop")

    async def start(self) -> None:
        """Start it, and wait until it has recovered."""
        await self._control("-l", str(self.folder / "log"), "-o", self.options, "start")

    async def _control(self, *words: str) -> None:
        await asyncio.to_thread(self._run, *words)

    def _run(self, *words: str) -> None:
        command = [str(self.program.with_name("pg_ctl")), "-D", str(self.folder), "-w", *words]
        owner = self.folder.stat()
        user, group = (owner.st_uid, owner.st_gid) if os.geteuid() == 0 else (None, None)
        null = subprocess.DEVNULL
        subprocess.run(  # noqa: S603 - the server's own program
            command,
            cwd=self.folder,
            user=user,
            group=group,
            stdin=null,
            stdout=null,
            stderr=null,
            check=True,
        )


@asynccontextmanager
async def own_server() -> AsyncIterator[OwnServer]:
    """Run a server for as long as the block takes, where one is installed."""
    command = (str(ROOT / "scripts" / "with_postgres"), sys.executable, "-c", SHOWN)
    pipe = asyncio.subprocess.PIPE
    ours = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, stderr=pipe)
    assert ours.stdin
    assert ours.stdout
    try:
        url = (await ours.stdout.readline()).decode().strip()
        if not url:
            pytest.skip("no PostgreSQL server is installed")
        (row,) = await read(url, "SHOW data_directory")
        yield _found(url, Path(row["data_directory"]))
    finally:
        ours.stdin.close()
        await ours.communicate()


def _found(url: str, folder: Path) -> OwnServer:
    """Find out how a server was started."""
    pid = (folder / "postmaster.pid").read_text().splitlines()[0]
    _, *options = Path(f"/proc/{pid}/cmdline").read_text().rstrip("\0").split("\0")
    program = Path(f"/proc/{pid}/exe").resolve()
    return OwnServer(url, folder, program, shlex.join(options[2:]))
