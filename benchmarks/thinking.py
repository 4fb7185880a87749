"""Presses of people while computers think, in the real process of the bot, its workers all busy."""

import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.patience import PATIENCE_S
from tests.wire.alone import Alone
from tests.wire.people import finished, text
from tests.wire.process import Bot
from tests.wire.server import Discord
from tests.wire.tables import Table, opened

from .table import Row, row
from .wire import part

MATCHES, A_SECOND, PRESSES = 20, 4.0, 100
HARDEST, COMPUTERS = 5, 10
"""The level of the computer and the matches against it: some are always waiting for it."""


def rows() -> list[Row]:
    """Time presses until they are acknowledged, beside the same while no computer thinks."""
    idle, busy = asyncio.run(measure())
    pace = f"press to acknowledgement, {A_SECOND:.0f} a second, workers busy beside idle"
    return [
        row(f"{pace}, p{share}", part(busy, share / 100), part(idle, share / 100), "ms")
        for share in (50, 99)
    ]


async def measure() -> tuple[list[float], list[float]]:
    """Return milliseconds in order: while no computer thinks, and while all workers do."""
    with TemporaryDirectory() as folder:
        async with Discord() as discord:
            bot = Bot(discord, Path(folder))
            await bot.start()
            try:
                tables = await opened(discord, MATCHES)
                idle = await presses(tables)
                alone = [Alone(discord, bot, number, HARDEST) for number in range(COMPUTERS)]
                for table in alone:
                    await table.open()
                playing = [asyncio.create_task(play(table)) for table in alone]
                busy = await presses(tables)
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)
            finally:
                await bot.kill()
    return idle, busy


async def play(one: Alone) -> None:
    """Take one turn after the other, so that the computer has to think."""
    while not one.over:
        await move(one)
        await one.answered()


async def move(alone: Alone) -> None:
    """Take some turn, which stands when this returns."""
    revision, asked = len(alone.log), await alone.press()
    if asked is None:
        raise RuntimeError("the computer is to move")
    answer = await finished(asked)
    if len(alone.log) <= revision:
        raise RuntimeError(text(answer))


async def presses(tables: list[Table]) -> list[float]:
    """Press at a steady pace, spread over the matches; return the times until acknowledged."""
    times: list[float] = []

    async def turn(table: Table) -> None:
        if table.over:
            await table.open()
        who, action = table.choice()
        began = time.perf_counter()
        asked = await table.press(who, action)
        await asyncio.wait_for(asked.acknowledged.wait(), PATIENCE_S)
        times.append((time.perf_counter() - began) * 1000)
        await asyncio.wait_for(asked.done.wait(), PATIENCE_S)
        table.played(action)

    began, turns = time.perf_counter(), dict[int, asyncio.Task[None]]()
    for number in range(PRESSES):
        await asyncio.sleep(max(0, began + number / A_SECOND - time.perf_counter()))
        place = number % len(tables)
        if place in turns:
            await turns[place]
        turns[place] = asyncio.create_task(turn(tables[place]))
    await asyncio.gather(*turns.values())
    return sorted(times)
