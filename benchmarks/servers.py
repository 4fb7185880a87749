"""The cost of a server of the usual size: memory, and the CPU to hear of it, on the wire.

`python -m benchmarks.servers --servers 10000` starts the real process of the bot on its own server,
then lets it begin new sessions in which it is on many more; `--tree FOLDER` an older bot.
"""

import argparse
import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.host.painting import LONGEST_S
from tests.wire.people import until
from tests.wire.process import ROOT, Bot
from tests.wire.server import Discord

from .commits import DISK
from .table import Row, row
from .usual_servers import DIFFERENT, others
from .wire import cpu_seconds

SERVERS, SESSIONS = 2_000, 3
MOST_KIB, MOST_MS = 15, 1
"""The limits of one server."""
QUIET_S, STILL_S = 2.0, 0.02
"""A bot that uses no more than `STILL_S` of CPU in `QUIET_S` has heard of everything."""
KIB = 1 << 10


def kib(pid: int) -> float:
    """Return the KiB a process has in RAM."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / KIB


async def still(pid: int) -> None:
    """Wait until a process has nothing left to do."""
    before = cpu_seconds(pid)
    while True:
        await asyncio.sleep(QUIET_S)
        now = cpu_seconds(pid)
        if now - before <= STILL_S:
            return
        before = now


@dataclass(frozen=True, slots=True)
class Cost:
    """What one server costs; of several sessions the quickest counts."""

    kib: float
    ms: float
    sent: float
    """The KiB that Discord sends of it, before they are compressed."""


async def measure(servers: int, tree: Path = ROOT) -> Cost:
    """Start the bot on one server, then let it hear of many more."""
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        async with Discord() as discord:
            bot = Bot(discord, Path(folder), tree)
            await bot.start()
            try:
                await until(bot.workers, LONGEST_S)
                await until(lambda: not bot.workers(), LONGEST_S)  # what they paint has to be kept
                await still(bot.pid)
                had, took = kib(bot.pid), float("inf")
                discord.gateway.others = others(servers)
                sent = [len(json.dumps(other)) for other in discord.gateway.others[:DIFFERENT]]
                for _ in range(SESSIONS):
                    used = cpu_seconds(bot.pid)
                    await discord.gateway.drop(4000, forget=True)
                    await discord.gateway.ready.wait()
                    discord.gateway.forget()
                    await still(bot.pid)
                    took = min(took, cpu_seconds(bot.pid) - used)
                has = kib(bot.pid)
                each = sum(sent) / len(sent) / KIB
                return Cost((has - had) / servers, took * 1000 / servers, each)
            finally:
                await bot.kill()


def rows() -> list[Row]:
    """Measure a server among many."""
    cost = asyncio.run(measure(SERVERS))
    return [
        row(f"memory of a server, one of {SERVERS:,}", cost.kib, MOST_KIB, "KiB", 1),
        row(f"CPU to hear of a server, one of {SERVERS:,}", cost.ms, MOST_MS, "ms", 1),
    ]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.servers", description=__doc__)
    parser.add_argument("--servers", type=int, default=10_000)
    parser.add_argument("--tree", type=Path, default=ROOT)
    chosen = parser.parse_args()
    cost = asyncio.run(measure(chosen.servers, chosen.tree))
    print(
        f"{chosen.servers} servers of {cost.sent:.0f} KiB on the wire each:"
        f" {cost.kib:.1f} KiB of memory, {cost.ms:.2f} ms of CPU a server"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
