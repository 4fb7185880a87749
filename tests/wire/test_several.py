"""Two bots, PostgreSQL, a queue and workers, killed in turn while people and computers play."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.host import health
from tests import databases

from . import flags
from .alone import Alone
from .conftest import FULL
from .people import Person, text
from .process import LAUNCH, ROOT, STARTING, Bot
from .server import Discord
from .tables import Table, opened
from .things import CHANNEL, GUILD

pytestmark = pytest.mark.slow

KILLS, TABLES, ALONE = (200, 4, 2) if FULL else (10, 2, 1)
VICTIMS = ("bot-1", "database", "worker-1", "bot-0", "queue", "worker-2")
LEVEL = 4
ELSEWHERE = GUILD + (1 << 22)
"""A server of the other bot's shard."""
SPARED = 4
"""The kills between two flags that are to fall."""
LATEST_S = 90.0
"""The seconds after which a flag must have fallen, whatever is killed."""


class Several(Bot):
    """All that scripts/several starts, on a stand-in."""

    def __init__(self, discord: Discord, folder: Path) -> None:
        super().__init__(discord, folder)
        self.folder = folder
        self._aside = ThreadPoolExecutor(1)
        self._script: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start everything."""
        environment = os.environ | {
            "WIRE": self.discord.gateway.address,
            "DISCORD_TOKEN": "not.a.token",
            "BOT": f"{sys.executable} {LAUNCH}",
            "PYTHON": sys.executable,
        }
        del environment["TEST_POSTGRES_URL"]
        command = ["scripts/with_postgres", "scripts/several", str(self.folder)]
        with (self.folder / "script.log").open("ab") as log:
            self._script = subprocess.Popen(  # noqa: S603 - a script of ours
                command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
            )

    def end(self) -> None:
        """End everything, however it is."""
        if self._script is not None:
            os.killpg(self._script.pid, signal.SIGTERM)
            self._script.wait(60)
        self._aside.shutdown()

    async def well(self) -> None:
        """Wait until both bots say that all is well."""
        async with asyncio.timeout(STARTING):
            for shard in (0, 1):
                socket = str(self.folder / f"bot-{shard}.sock")
                while (await health.ask(socket))[0]:  # noqa: ASYNC110
                    await asyncio.sleep(0.2)

    @property
    def address(self) -> str:
        """The address of the database, once it is there."""
        return (self.folder / "database").read_text("utf-8").strip()

    def stored(self, query: str, *parameters: object) -> list[Any]:
        """Query the database from outside, again if it is just being killed."""
        named = {f"p{number}": value for number, value in enumerate(parameters)}
        for name in named:
            query = query.replace("?", f":{name}", 1)

        async def read() -> list[Any]:
            rows = await databases.read(self.address, query, **named)
            return [tuple(row.values()) for row in rows]

        return self._aside.submit(lambda: asyncio.run(read())).result()

    def slay(self, name: str) -> None:
        """Kill a process, or one of PostgreSQL's, which then ends all others and begins anew."""
        if name == "database":
            pid = self.stored(
                "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"
            )
            os.kill(pid[0][0], signal.SIGKILL)
        else:
            os.kill(int((self.folder / f"{name}.pid").read_text("ascii")), signal.SIGKILL)

    def logs(self) -> str:
        """Return what both bots have written."""
        return "".join((self.folder / f"bot-{shard}.log").read_text("utf-8") for shard in (0, 1))


@pytest.fixture
def several(discord: Discord, tmp_path: Path) -> Iterator[Several]:
    """Make everything ready, and end it."""
    databases.server()  # or skip
    found = Several(discord, tmp_path)
    yield found
    found.end()


@dataclass
class Flags:
    """Flags that are to fall soon at some tables, and how late they were."""

    url: str
    waiting: dict[str, float] = field(default_factory=dict)
    """The tables at which one is to fall, and when."""
    fallen: Counter[str] = field(default_factory=Counter)
    late: list[float] = field(default_factory=list)

    async def hurry(self, table: Table) -> None:
        """Let a flag fall within a second, if a clock runs at a table."""
        if table.revision > 1 and await flags.hurry(self.url, table.match, 500):
            self.waiting[table.match] = time.monotonic() + 0.5

    async def look(self) -> None:
        """Note which flags have fallen by now: each once."""
        for match, at in tuple(self.waiting.items()):
            number = await flags.fallen(self.url, match)
            assert number - self.fallen[match] in (0, 1)
            if number > self.fallen[match]:
                self.fallen[match] = number
                del self.waiting[match]
                self.late.append(time.monotonic() - at)


async def test_whatever_is_killed_nothing_is_lost_doubled_or_stuck(
    discord: Discord, several: Several
) -> None:
    rng = random.Random(1)
    discord.heeds_nonces = False
    discord.add_server(ELSEWHERE, CHANNEL + 1)
    several.launch()
    await several.well()
    channels = (CHANNEL, CHANNEL + 1)
    tables, ended = await opened(discord, TABLES, channels=channels), list[Table]()
    played = list[Alone]()
    alone = [Alone(discord, several, number, LEVEL) for number in range(ALONE)]
    for one in alone:
        await one.open()
    fell = Flags(several.address)
    for number in range(KILLS):
        at = [table for table in tables if table.match not in fell.waiting]
        presses = [asyncio.create_task(press(table)) for table in at]
        thinking = [asyncio.create_task(one.press()) for one in alone]
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        victim = VICTIMS[number % len(VICTIMS)]
        several.slay(victim)
        asked = await asyncio.gather(*presses)
        await asyncio.gather(*thinking)
        await asyncio.sleep(1.0)
        await several.well()
        for table, (action, one) in zip(at, asked, strict=True):
            if several.revision(table.match) > table.revision:
                table.played(action)
            else:
                assert "you played" not in text(one), f"a turn was lost when {victim} was killed"
            await table.shown()
        await asyncio.gather(*(one.answered() for one in alone))
        await fell.look()
        if not (fell.waiting or number % SPARED):  # health is bad until it has fallen
            await fell.hurry(rng.choice(tables))
        for place, table in enumerate(tables):
            if table.over:
                ended.append(table)
                tables[place] = another(discord, len(ended), table.channel)
                await tables[place].open()
        for place, one in enumerate(alone):
            if one.over:
                played.append(one)
                alone[place] = Alone(discord, several, ALONE + len(played), LEVEL)
                await alone[place].open()
    async with asyncio.timeout(LATEST_S):
        while fell.waiting:
            await asyncio.sleep(1.0)
            await fell.look()
    for table in (*tables, *ended):
        boards = await table.shown()
        assert set(boards) == set(range(table.revision + 1))
        assert {len(copies) for copies in boards.values()} == {1}
    assert sum(one.check() for one in (*alone, *played))
    assert discord.twice() == []
    assert fell.late
    assert max(fell.late) <= LATEST_S
    print(f"{len(fell.late)} flags fell, {max(fell.late):.1f} s late at most")


def another(discord: Discord, number: int, channel: int) -> Table:
    """Make a table in a channel for two people who have not played yet."""
    host = Person(discord, 200_000 + 2 * number, "Cid")
    guest = Person(discord, 200_001 + 2 * number, "Dan")
    return Table(discord, host, guest, number, channel)


async def press(table: Table) -> tuple[Any, Any]:
    """Take some turn without waiting for the answer."""
    who, action = table.choice()
    return action, await table.press(who, action)
