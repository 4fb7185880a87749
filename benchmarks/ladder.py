"""A page of a leaderboard of 10,000 people beside one of 100."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from tests.matches.club import GUILD, Club
from tests.matches.test_standings import BEST, ladder

from .commits import DISK
from .table import Row, row

MANY, FEW = 10_000, 100
RUNS, ANEW = 200, 10
MOST = 1.3
PLACE = BEST + FEW // 2
"""Somebody on both leaderboards."""


async def took(club: Club, *, anew: bool) -> float:
    """Return the milliseconds of all cores that a page costs, with its leaderboard made anew."""
    if anew:
        club.matches.leaderboards.forget()
    began = process_time()
    await club.matches.leaderboards.page("murus", GUILD, 0, club.clock(), reader=PLACE)
    return (process_time() - began) * 1000


async def quickest(clubs: Sequence[Club], runs: int, *, anew: bool) -> list[float]:
    """Return the quickest page of each club; they take turns."""
    times = [float("inf")] * len(clubs)
    for _ in range(runs):
        for place, club in enumerate(clubs):
            times[place] = min(times[place], await took(club, anew=anew))
    return times


async def run(folder: Path) -> list[Row]:
    """Read pages while the leaderboard is kept, as within a minute, and pages of a new one."""
    clubs = [await Club.at(f"sqlite+aiosqlite:///{folder / f'{n}.sqlite'}") for n in (MANY, FEW)]
    try:
        for club, number in zip(clubs, (MANY, FEW), strict=True):
            await ladder(club, number)
        new, new_of_few = await quickest(clubs, ANEW, anew=True)
        kept, kept_of_few = await quickest(clubs, RUNS, anew=False)
    finally:
        for club in clubs:
            await club.close()
    name = f"a page of a leaderboard of {MANY:,}"
    return [
        row(name, kept, kept_of_few, "ms", MOST),
        row(f"{name}, once a minute", new, new_of_few, "ms"),
    ]


def rows() -> list[Row]:
    """Time pages of a long leaderboard beside those of a short one."""
    with TemporaryDirectory(dir=DISK if DISK.is_dir() else None) as folder:
        return asyncio.run(run(Path(folder)))
