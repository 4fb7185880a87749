"""A long evening of every game, with people and computers: the bot's memory stops growing.

By default a few hundred turns, with TETRARCH_FULL=1 a hundred thousand, in an hour or two.
"""

import asyncio
import os

import pytest

from .conftest import FULL
from .process import Bot
from .server import Discord
from .sittings import Sitting

pytestmark = pytest.mark.slow

TURNS = int(os.environ.get("TETRARCH_TURNS", 0)) or (100_000 if FULL else 400)
PEOPLE, COMPUTERS = 6, 12
"""The sittings of people alone, and those against computers."""
SAMPLES = 20
MOST_MIB = 400
MARGIN_MIB = 32
"""What two measurements may differ though nothing more is kept: a few boards being drawn."""


async def test_memory_stays_flat_and_small(
    discord: Discord, unstarted: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = unstarted
    if not FULL:
        monkeypatch.setenv("PICTURE_CACHE_MB", "16")  # which is soon in use
    await bot.start()
    begun = bot.mib()
    sittings = [Sitting(discord, bot, n, n >= PEOPLE) for n in range(PEOPLE + COMPUTERS)]
    playing = [asyncio.create_task(sitting.play()) for sitting in sittings]
    used: list[float] = []
    while len(used) < SAMPLES:
        ended, _ = await asyncio.wait(playing, timeout=1, return_when=asyncio.FIRST_EXCEPTION)
        for one in ended:
            one.result()
        turns = sum(sitting.done["turns"] for sitting in sittings)
        if turns >= TURNS * (len(used) + 1) / SAMPLES:
            used.append(bot.mib())
            print(f"{turns} turns: {used[-1]:.0f} MiB", flush=True)
    while playing:  # Python 3.11 now and then loses a cancellation
        for one in playing:
            one.cancel()
        playing = list((await asyncio.wait(playing, timeout=5))[1])
    done = sum((sitting.done for sitting in sittings), sittings[0].done.__class__())
    print(f"{begun:.0f} MiB at the start; {dict(done)}")
    quarter = SAMPLES // 4
    third, last = max(used[-2 * quarter : -quarter]), max(used[-quarter:])
    assert done["refused"] < TURNS / 100
    assert max(used) < MOST_MIB
    assert last <= third + MARGIN_MIB
