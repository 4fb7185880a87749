"""People's moves while Master thinks about many matches of others, all on the same cores."""

import asyncio
import os
import signal
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.wire.alone import Alone
from tests.wire.process import Bot
from tests.wire.server import Discord
from tests.wire.tables import opened

from .commits import DISK
from .table import Row, row
from .thinking import move
from .wire import Evening, part

MASTER, CROWD = 6, 60
MATCHES, A_SECOND, ROUNDS = 100, 20.0, 20
"""The matches of people, their moves a second, and the rounds, of two seconds each."""
MOST = 1.2
"""The limit against moves while Master is halted."""


async def compare() -> tuple[list[float], list[float]]:
    """Return the milliseconds of moves from press to done: while Master thinks, and while it is
    halted, a second each in turn."""
    thinking, halted = list[float](), list[float]()
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        async with Discord() as discord:
            bot = Bot(discord, Path(folder))
            os.environ["MASTER"] = "on"
            await bot.start()
            del os.environ["MASTER"]
            try:
                evening = Evening(discord, await opened(discord, MATCHES))
                for number in range(CROWD):
                    one = Alone(discord, bot, number, MASTER)
                    await one.open()
                    await move(one)
                for _ in range(ROUNDS):
                    thinking += await second(evening)
                    tell(bot, signal.SIGSTOP)
                    halted += await second(evening)
                    tell(bot, signal.SIGCONT)
            finally:
                await bot.kill()
    return thinking, halted


async def second(evening: Evening) -> list[float]:
    """Play for a second, and return the times of its moves."""
    before = len(evening.done)
    await evening.at(A_SECOND, 1)
    return evening.done[before:]


def tell(bot: Bot, sent: signal.Signals) -> None:
    """Send a signal to all workers; the one that has painted boards may be gone."""
    for worker in bot.workers():
        with suppress(ProcessLookupError):
            os.kill(worker, sent)


def rows() -> list[Row]:
    """Time moves while Master thinks, beside those while it is halted."""
    thinking, halted = map(sorted, asyncio.run(compare()))
    name = f"press to done while Master thinks about {CROWD} matches, beside halted"
    return [
        row(f"{name}, p50", part(thinking, 0.5), part(halted, 0.5), "ms", MOST),
        row(f"{name}, p99", part(thinking, 0.99), part(halted, 0.99), "ms"),
    ]
