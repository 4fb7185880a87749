"""The time until a turn is safe on the disk, beside the least that any program could need.

Where a server is named (`scripts/with_postgres python -m benchmarks commits`), also the bot's CPU
of a turn on PostgreSQL beside that on SQLite; the server's own is not counted.
"""

import asyncio
import os
import random
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bot.matches.acts.opening import Proposal
from bot.matches.match.choices import choices
from bot.matches.match.match import Match
from bot.matches.match.players import NamedPerson
from bot.matches.service import Matches
from games.core import Seat
from tests import databases

from .table import Row

RUNS = 5
TURNS = 200
BLOCK = bytes(4096)
MOST = 2.5
ROUNDS, TURNS_A_ROUND, MOST_CPU = 30, 20, 1.4
SLOW_DISK_MS = 1.0
"""No limit holds where a bare write is faster: nobody could feel the difference."""
DISK = Path("/var/tmp")  # noqa: S108 - unlike /tmp it is never kept in memory
PEOPLE = (NamedPerson(1, "Ann"), NamedPerson(2, "Bob"))


class Evening:
    """Random matches, one after the other; only the submissions are timed."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self.rng = random.Random(1)
        self.key = 0
        self.match: Match | None = None
        self.cpu = 0.0
        """The seconds of CPU that the submissions have taken."""

    async def turn(self) -> float:
        """Submit a turn; return the milliseconds until it is durable and answered."""
        if self.match is None or not self.match.running:
            self.match = await self.begin()
        match = self.match
        user = PEOPLE[min(match.to_act)].id
        text = self.rng.choice(choices(await self.matches.see(match.id, user))).text
        self.key += 1
        began, used = perf_counter(), process_time()
        tried = await self.matches.playing.try_turn(
            self.key, match.id, user, text, match.stand.revision, confirmed=True
        )
        took = perf_counter() - began
        self.cpu += process_time() - used
        self.match = tried.seen.match
        return took * 1000

    async def begin(self) -> Match:
        host, guest = PEOPLE
        self.key += 2
        proposal = Proposal("murus", host, (guest,), None, self.key, wanted=(Seat(0),))
        card = await self.matches.opening.open(self.key - 1, proposal)
        return await self.matches.opening.join(self.key, card.id, guest)


def bare_write(file: int) -> float:
    """Write 4 KB more; return the milliseconds until they are on the disk."""
    began = perf_counter()
    os.write(file, BLOCK)
    os.fdatasync(file)
    return (perf_counter() - began) * 1000


async def run(folder: Path) -> tuple[float, float]:
    """Return the medians of turns and of bare writes, by turns so that both meet the same disk."""
    matches = await Matches.open(f"sqlite+aiosqlite:///{folder / 'matches.sqlite'}")
    file = os.open(folder / "bare", os.O_CREAT | os.O_WRONLY)
    evening = Evening(matches)
    try:
        pairs = [(await evening.turn(), bare_write(file)) for _ in range(TURNS)]
    finally:
        os.close(file)
        await matches.close()
    turns, writes = zip(*pairs, strict=True)
    return median(turns), median(writes)


async def in_turn(folder: Path) -> list[tuple[float, float]]:
    """Play on PostgreSQL and on SQLite in turn; return the CPU of a turn, in ms, of each round."""
    name = f"tetrarch_commits_{os.getpid()}"
    urls = (await databases.make(name), f"sqlite+aiosqlite:///{folder / 'matches.sqlite'}")
    evenings = [Evening(await Matches.open(url)) for url in urls]
    try:
        found = [(await _cpu(evenings[0]), await _cpu(evenings[1])) for _ in range(ROUNDS + 1)]
    finally:
        for evening in evenings:
            await evening.matches.close()
        await databases.drop(name)
    return found[1:]  # in the first everything is compiled


async def _cpu(evening: Evening) -> float:
    before = evening.cpu
    for _ in range(TURNS_A_ROUND):
        await evening.turn()
    return (evening.cpu - before) * 1000 / TURNS_A_ROUND


def rows() -> list[Row]:
    """Measure several times, each in a new folder; return the medians."""
    runs: list[tuple[float, float]] = []
    disk = DISK if DISK.is_dir() else None
    for _ in range(RUNS):
        with TemporaryDirectory(dir=disk) as folder:
            runs.append(asyncio.run(run(Path(folder))))
    ours, bare = (median(times) for times in zip(*runs, strict=True))
    limit = MOST if bare >= SLOW_DISK_MS else None
    found = [Row("commit a turn, against a bare write", ours, bare, "ms", ours / bare, limit)]
    if os.environ.get(databases.SERVER):
        with TemporaryDirectory(dir=disk) as folder:
            rounds = asyncio.run(in_turn(Path(folder)))
        server, file = (median(times) for times in zip(*rounds, strict=True))
        ratio = median(server_ms / other for server_ms, other in rounds)
        name = "CPU of a turn on PostgreSQL, beside SQLite"
        found.append(Row(name, server, file, "ms", ratio, MOST_CPU))
    return found
