"""How long the bot's event loop stands still at most, with very many people and running matches.

Only the loop's own CPU counts: what else the machine does, and what its threads do, is no fault of
a piece of work that keeps the loop. As in the bot itself, nothing that stands is searched for
rubbish.
"""

import asyncio
import gc
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

from bot.host.running import spare_what_stands
from bot.matches.service import Matches
from bot.people.points.standing import Pool
from games.clock import DAY

from .commits import DISK, PEOPLE
from .scale import GUILD, HERE, NOW, QUESTIONS, Visitor, fill
from .table import Row, row

MANY = 10_000
STALL_MS = 20
CHECK_S = 10
"""The seconds of a check, which takes minutes, that are looked at."""
ANN = PEOPLE[0].id
COPIES = """
    CREATE TEMP TABLE many AS
    WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < {many})
    SELECT n, CAST(1000000 + n AS VARCHAR(8)) AS id FROM many
"""
LISTED = """
    INSERT INTO ratings (person, game, guild, rating, deviation, volatility, games, wins, draws,
        losses, updated_ms, listed, day)
    SELECT 10000 + n, 'murus', {guild}, 1500 - n % 700, 100, 0.06, 9, 5, 0, 4, 1, 1300, -1 FROM many
"""
KEYS = {"match": "many.id", "id": "many.id", "message": "message + 100 * n", "key": "key + 100 * n"}
KEYS |= {"proposal": "proposal || '.' || n", "home": "home + n", "channel": f"{HERE}"}
KEYS |= {"person": "person + 10 * n", "host": "host + 10 * n"}
"""What is another in each copy of a row."""


class Watched(asyncio.SelectorEventLoop):
    """An event loop that knows for how long at most it has seen to one thing after the other."""

    longest_s = 0.0

    def _run_once(self) -> None:
        began = thread_time()
        super()._run_once()  # type: ignore[misc]  # asyncio's own, and the only place for it
        self.longest_s = max(self.longest_s, thread_time() - began)


def crowd(file: Path, match: str) -> None:
    """Copy a running match many times, and put as many people on its leaderboard."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(COPIES.format(many=MANY))
        connection.execute(LISTED.format(guild=GUILD))
        for table in ("matches", "players", "invitations", "log", "posted", "clock_events"):
            names = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
            values = ", ".join(KEYS.get(name, f'"{name}"') for name in names)
            where = "id" if table == "matches" else "owner" if table == "posted" else "match"
            values = values.replace('"owner"', "many.id") if table == "posted" else values
            listed = ", ".join(f'"{name}"' for name in names)
            connection.execute(
                f"INSERT INTO {table} ({listed}) SELECT {values} FROM {table}, many"  # noqa: S608
                f" WHERE {table}.{where} = ?",
                (match,),
            )


async def _everything(it: Visitor) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(CHECK_S):
            async for _ in it.club.checking.everything(repair=False):
                pass


async def _settled(it: Visitor) -> None:
    async for _ in it.club.clocks.pages(NOW):
        pass


WORK: dict[str, Callable[[Visitor], Awaitable[object]]] = QUESTIONS | {
    "a leaderboard": lambda it: it.club.leaderboards.page(
        Pool("murus", GUILD), 250, reader=ANN, blocked=range(1, 500)
    ),
    "a new day on leaderboards": lambda it: it.club.leaderboards.refresh(DAY * next(it.keys)),
    "a sweep": lambda it: it.club.followers.sweep(),
    "clearing": lambda it: it.club.clearing.portion(),
    "the lobby": lambda it: it.club.list_matches(0, "here", HERE, 12),
    "the last ones here": lambda it: it.club.last_here(0, HERE, 3),
    "figures": lambda it: it.club.figures(),
    "a person's data": lambda it: it.club.exporting.export(ANN),
    "clocks": _settled,
    "check": _everything,
}


async def run(folder: Path, loop: Watched) -> list[Row]:
    """Do each work, and note the longest time that it has kept the loop."""
    file = folder / "many.sqlite"
    match = await fill(f"sqlite+aiosqlite:///{file}")
    crowd(file, match)
    club, rows = await Matches.open(f"sqlite+aiosqlite:///{file}", now=lambda: NOW), []
    visitor, usual = Visitor(club, match), gc.get_threshold()
    spare_what_stands()
    try:
        for name, work in WORK.items():
            await work(visitor)  # which prepares statements, once in a life
            loop.longest_s = 0.0
            await work(visitor)
            rows.append(row(f"longest stall: {name}", loop.longest_s * 1000, STALL_MS, "ms", 1))
    finally:
        gc.set_threshold(*usual)
        await club.close()
    return rows


def rows() -> list[Row]:
    """Look at the loop during all work that grows with people and matches."""
    loop, where = Watched(), DISK if DISK.is_dir() else None
    with (
        TemporaryDirectory(dir=where) as folder,
        asyncio.Runner(loop_factory=lambda: loop) as runner,
    ):
        return runner.run(run(Path(folder), loop))
