"""What a draw of opponents among very many wishes costs the bot's event loop.

Only the loop's own CPU counts, as for stalls. Nobody who is drawn can be looked up, so that no
match begins: what those cost is measured elsewhere.
"""

import asyncio
import gc
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import thread_time

from bot.host.running import spare_what_stands
from bot.matches.match.players import NamedPerson
from bot.matches.match.refusals import Code, Refusal
from bot.matches.service import Matches
from bot.people.wish import FASTEST, POINTS
from games.clock import DAY, HOUR
from games.library import GAMES

from .commits import DISK
from .scale import GUILD, NOW
from .table import Row, row

MANY = 10_000
LOOP_MS, LONGEST_MS = 50, 20
WISH = "INSERT INTO wishes VALUES (?, ?, ?, ?, ?, 2, ?, ?, NULL, NULL)"
KINDS = [f"{game} {GAMES[game].info.variants[0]}" for game in GAMES]


class Busy(asyncio.SelectorEventLoop):
    """An event loop that knows how long it has worked, in all and at most at a time."""

    busy_s = longest_s = 0.0

    def _run_once(self) -> None:
        began = thread_time()
        super()._run_once()  # type: ignore[misc]  # asyncio's own, and the only place for it
        self.busy_s += (took := thread_time() - began)
        self.longest_s = max(self.longest_s, took)


def fill(file: Path) -> None:
    """Write down that very many people are ready, and what they would like to play."""
    lots = Random(1)
    wishes = (
        (
            10_000 + number,
            GUILD,
            ",".join(lots.sample(KINDS, lots.randint(1, len(KINDS)))),
            " ".join(lots.sample(FASTEST, 4)),
            lots.choice(POINTS),
            NOW - lots.randrange(DAY),
            NOW,
        )
        for number in range(MANY)
    )
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany(WISH, wishes)


async def nobody(guild: int, person: int) -> NamedPerson | None:
    raise Refusal(Code.NO_LOOK)


async def run(folder: Path, loop: Busy) -> list[Row]:
    url, usual = f"sqlite+aiosqlite:///{folder / 'wishes.sqlite'}", gc.get_threshold()
    await (await Matches.open(url)).close()
    fill(folder / "wishes.sqlite")
    at_ms = NOW
    club = await Matches.open(url, now=lambda: at_ms)
    club.pairing.find = nobody
    spare_what_stands()
    try:
        await club.pairing.draw(GUILD)  # which prepares statements, once in a life
        at_ms += HOUR  # for what is old to be cleared as well
        loop.busy_s = loop.longest_s = 0.0
        await club.pairing.draw(GUILD)
    finally:
        gc.set_threshold(*usual)
        await club.close()
    return [
        row(f"a draw of {MANY} wishes: on the loop", loop.busy_s * 1000, LOOP_MS, "ms", 1),
        row("at most at a time", loop.longest_s * 1000, LONGEST_MS, "ms", 1),
    ]


def rows() -> list[Row]:
    """Draw among very many wishes, with the loop watched."""
    loop, where = Busy(), DISK if DISK.is_dir() else None
    with (
        TemporaryDirectory(dir=where) as folder,
        asyncio.Runner(loop_factory=lambda: loop) as runner,
    ):
        return runner.run(run(Path(folder), loop))
