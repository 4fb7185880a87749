"""A page of a leaderboard of 10,000 people beside one of 100."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bot.people.points.standing import Pool
from tests.matches.club import GUILD, Club
from tests.matches.test_standings import BEST, ladder

from .commits import DISK
from .table import Row, row

MANY, FEW = 10_000, 100
RUNS = 200
MOST = 2
PLACE = BEST + FEW // 2
"""Somebody on both leaderboards."""


async def took(club: Club) -> float:
    """Return the milliseconds of all cores that a page costs."""
    began = process_time()
    await club.matches.leaderboards.page(Pool("murus", GUILD), 0, reader=PLACE)
    return (process_time() - began) * 1000


async def run(folder: Path) -> list[Row]:
    """Read pages of both leaderboards in turns; return the quickest of each."""
    clubs = [await Club.at(f"sqlite+aiosqlite:///{folder / f'{n}.sqlite'}") for n in (MANY, FEW)]
    times = [float("inf")] * len(clubs)
    try:
        for club, number in zip(clubs, (MANY, FEW), strict=True):
            await ladder(club, number)
        for _ in range(RUNS):
            for place, club in enumerate(clubs):
                times[place] = min(times[place], await took(club))
    finally:
        for club in clubs:
            await club.close()
    many, few = times
    return [row(f"a page of a leaderboard of {MANY:,}", many, few, "ms", MOST)]


def rows() -> list[Row]:
    """Time pages of a long leaderboard beside those of a short one."""
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        return asyncio.run(run(Path(folder)))
