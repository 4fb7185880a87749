"""Killed while the computer thinks, the bot or its workers: every turn is answered once."""

import asyncio
import os
import random
import signal
import time
from pathlib import Path

import pytest

from tests.queues import address, free_port, served, worker

from .alone import Alone
from .conftest import FULL
from .lives import Reborn
from .people import until
from .process import Bot
from .server import Discord

pytestmark = pytest.mark.slow

KILLS, TABLES = (200, 4) if FULL else (5, 2)
HARD = 5
CROWD, WITHIN_S, FIRST_S = (60, 60.0, 5.0 + 4.0) if FULL else (8, 60.0, 60.0)
"""The people who move within a minute, and the seconds to the last answer and to the first, which
cannot come before the pause that every turn is given."""


async def opened(discord: Discord, bot: Bot, count: int, level: int) -> list[Alone]:
    tables = [Alone(discord, bot, number, level) for number in range(count)]
    for table in tables:
        await table.open()
    return tables


async def test_a_bot_killed_in_mid_thought_answers_every_turn_once(
    discord: Discord, reborn: Reborn
) -> None:
    rng = random.Random(1)
    done: list[Alone] = []
    tables = await opened(discord, reborn, TABLES, HARD)
    for _ in range(KILLS):
        await asyncio.gather(*(table.press() for table in tables))
        await asyncio.sleep(rng.uniform(0.0, 4.5))
        await reborn.kill()
        await reborn.start()
        await asyncio.gather(*(table.answered() for table in tables))
        done += [table for table in tables if table.over]
        fresh = range(len(done) + TABLES, len(done) + TABLES + sum(t.over for t in tables))
        tables = [table for table in tables if not table.over]
        for number in fresh:
            tables.append(Alone(discord, reborn, number, HARD))
            await tables[-1].open()
    await reborn.kill()
    assert sum(table.check() for table in (*done, *tables)) >= KILLS


async def test_a_worker_killed_in_mid_thought_costs_no_turn(discord: Discord, bot: Bot) -> None:
    rng, killed, number = random.Random(2), 0, TABLES
    tables = await opened(discord, bot, TABLES, HARD)
    done: list[Alone] = []
    while killed < KILLS:
        await asyncio.gather(*(table.move() for table in tables))
        await asyncio.sleep(rng.uniform(0.0, 0.4))
        for pid in bot.workers():
            os.kill(pid, signal.SIGKILL)
            killed += 1
        await asyncio.gather(*(table.answered() for table in tables))
        done += [table for table in tables if table.over]
        tables = [table for table in tables if not table.over]
        while len(tables) < TABLES:
            tables.append(Alone(discord, bot, number, HARD))
            await tables[-1].open()
            number += 1
    await bot.kill()
    assert sum(table.check() for table in (*done, *tables)) >= KILLS / 2


async def test_a_crowd_is_answered_within_a_minute(discord: Discord, bot: Bot) -> None:
    tables = await opened(discord, bot, CROWD, 4)
    waits: list[float] = []

    async def one(table: Alone) -> None:
        await table.move()
        began = time.monotonic()
        await table.answered()
        waits.append(time.monotonic() - began)

    await asyncio.gather(*map(one, tables))
    assert len(waits) == CROWD
    assert min(waits) <= FIRST_S
    assert max(waits) <= WITHIN_S
    assert [table.check() for table in tables] == [1] * CROWD
    print(f"{CROWD} people: first answer {min(waits):.1f} s, last {max(waits):.1f} s")


async def test_a_computer_whose_workers_come_after_the_bot_moves_once_they_are_there(
    discord: Discord, unstarted: Bot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    port = free_port()
    monkeypatch.setenv("WORKERS", address(f"127.0.0.1:{port}"))
    await unstarted.start()
    (table,) = await opened(discord, unstarted, 1, 1)
    await table.move()
    await until(lambda: "the server of the queue cannot be reached" in unstarted.output(), WITHIN_S)
    assert table.waits
    with served(tmp_path, port) as place, worker(place):
        await until(lambda: not table.waits, 2 * WITHIN_S)
        await until(lambda: "workers think for computer players" in unstarted.output(), WITHIN_S)
        assert await unstarted.stop() == 0
    assert table.check() == 1
