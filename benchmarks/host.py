"""What a host needs: memory, disk and CPU of the bot on many servers, while matches are played.

`python -m benchmarks.host --servers 500 --turns 20000` plays all games on the wire, people against
one another and against computers, and prints the figures that docs/hosting.md has. Memory is what
the bot's process has in RAM, and that of the processes that think for computers beside it. Beyond a
few thousand turns it must grow no further.
"""

import argparse
import asyncio
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.wire.document import request_faults
from tests.wire.process import Bot
from tests.wire.server import Discord

from .commits import DISK
from .sittings import Sitting
from .usual_servers import others
from .wire import cpu_seconds

PEOPLE, COMPUTERS = 8, 8
"""The sittings of people alone, and those of one person against computers."""
SAMPLES = 10
QUIET_S = 30
MIB = 1 << 20
MOST_MIB = 400
MARGIN_MIB = 32
"""What two measurements may differ though nothing more is kept: a few boards being drawn."""
MOST_REFUSED = 0.01
"""The share of turns that may be refused: they came when the match had moved on."""


def mib(pid: int) -> float:
    """Return the MiB a process has in RAM."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


def disk(bot: Bot) -> int:
    """Return the bytes of the database, without free room."""
    bot.stored("PRAGMA wal_checkpoint")
    ((pages, free, size),) = bot.stored(
        "SELECT page_count, freelist_count, page_size FROM pragma_page_count,"
        " pragma_freelist_count, pragma_page_size"
    )
    total: int = (pages - free) * size
    return total


async def play(discord: Discord, bot: Bot, turns: int) -> bool:
    """Play this many turns, print what they have cost, and tell whether all limits were kept."""
    empty, began = disk(bot), time.monotonic()
    sittings = [Sitting(discord, bot, n, n >= PEOPLE) for n in range(PEOPLE + COMPUTERS)]
    playing = [asyncio.create_task(sitting.play()) for sitting in sittings]
    used: list[tuple[int, float]] = []
    memory: list[float] = []
    while len(used) < SAMPLES:
        ended, _ = await asyncio.wait(playing, timeout=1, return_when=asyncio.FIRST_EXCEPTION)
        for finished in ended:
            finished.result()
        done = sum(sitting.done["turns"] for sitting in sittings)
        if done >= turns * (len(used) + 1) / SAMPLES:
            used.append((done, cpu_seconds(bot.pid)))
            memory.append(mib(bot.pid))
            thinking = [mib(pid) for pid in bot.workers()]
            beside = f" and {sum(thinking):.0f} in {len(thinking)} beside it" if thinking else ""
            seconds = time.monotonic() - began
            print(f"{done} turns, {seconds:.0f} s: {memory[-1]:.0f} MiB{beside}", flush=True)
    while playing:  # Python 3.11 now and then loses a cancellation
        for task in playing:
            task.cancel()
        playing = list((await asyncio.wait(playing, timeout=5))[1])
    (first, before), (last, after) = used[SAMPLES // 4], used[-1]
    cpu = 100 * (after - before) / (last - first)
    print(f"CPU of 100 turns, with all that is asked meanwhile: {cpu:.2f} s")
    ((matches, over),) = bot.stored("SELECT count(*), sum(phase = 'over') FROM matches")
    each = (disk(bot) - empty) / matches
    average = bot.stored("SELECT avg(turns) FROM matches")[0][0]
    print(f"{matches} matches ({over} over) of {average:.0f} turns: {each:.0f} bytes each")
    quarter = SAMPLES // 4
    third, fourth = max(memory[-2 * quarter : -quarter]), max(memory[-quarter:])
    return (
        sum(sitting.done["refused"] for sitting in sittings) < turns * MOST_REFUSED
        and max(memory) < MOST_MIB
        and fourth <= third + MARGIN_MIB
    )


async def measure(servers: int, turns: int) -> bool:
    """Start the bot on this number of servers, let it rest, then let it work.

    Tell whether it kept its limits and asked nothing of Discord that is forbidden.
    """
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        async with Discord(request_faults) as discord:
            discord.gateway.others = others(servers - 1)
            bot = Bot(discord, Path(folder))
            await bot.start()
            try:
                await asyncio.sleep(QUIET_S)
                print(f"{servers} servers, {QUIET_S} s after the start: {mib(bot.pid):.0f} MiB")
                before = cpu_seconds(bot.pid)
                await asyncio.sleep(QUIET_S)
                share = (cpu_seconds(bot.pid) - before) / QUIET_S
                print(f"CPU while nobody plays: {share:.1%} of a core", flush=True)
                held = not turns or await play(discord, bot, turns)
                return held and not discord.wrong and "Traceback" not in bot.output()
            finally:
                await bot.kill()


def main() -> int:
    """Measure and print; return 1 if a limit is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.host", description=__doc__)
    parser.add_argument("--servers", type=int, default=5)
    parser.add_argument("--turns", type=int, default=5000)
    chosen = parser.parse_args()
    held = asyncio.run(measure(chosen.servers, chosen.turns))
    print("all limits kept" if held else "MISSED a limit")
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
