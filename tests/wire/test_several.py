"""Two bots, PostgreSQL, a queue and workers, killed in turn while people and computers play."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bot.host import health
from bot.matches.match.match import NOWHERE
from tests import databases
from tests.samples import FULL

from .alone import Alone
from .people import finished, is_played
from .process import LAUNCH, ROOT, STARTING, Bot
from .server import Discord
from .tables import Table, lay_table, opened
from .things import CHANNEL, GUILD

pytestmark = pytest.mark.slow

KILLS, TABLES, ALONE = (800, 6, 2) if FULL else (10, 3, 1)
VICTIMS = ("bot-1", "database", "worker-1", "queue", "bot-0", "database", "worker-2", "queue")
"""Each kind as often as any other."""
LEVEL = 4
FOLLOWING = {CHANNEL: "bot-1", CHANNEL + 1: "bot-0", NOWHERE: "bot-0"}
"""The bot of each channel, and of letters."""
ELSEWHERE = GUILD + (1 << 22)
"""A server of the other bot's shard."""


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


async def test_whatever_is_killed_nothing_is_lost_doubled_or_stuck(
    discord: Discord, several: Several
) -> None:
    rng = random.Random(1)
    discord.heeds_nonces = False
    discord.add_server(ELSEWHERE, CHANNEL + 1)
    several.launch()
    await several.well()
    tables, ended = await opened(discord, TABLES, channels=[*FOLLOWING]), list[Table]()
    played = list[Alone]()
    alone = [Alone(discord, several, number, LEVEL) for number in range(ALONE)]
    for player in alone:
        await player.open()
    for number in range(KILLS):
        presses = [asyncio.create_task(press(table)) for table in tables]
        thinking = [asyncio.create_task(player.press()) for player in alone]
        await asyncio.sleep(rng.uniform(0.0, 0.5))
        victim = VICTIMS[number % len(VICTIMS)]
        several.slay(victim)
        asked = await asyncio.gather(*presses)
        await asyncio.gather(*thinking)
        await asyncio.sleep(1.0)
        await several.well()
        for table, (action, text) in zip(tables, asked, strict=True):
            if victim != FOLLOWING[table.channel]:
                await finished(text)  # nobody else can have lost it
            if several.revision(table.match) > table.revision:
                table.played(action)
            else:
                assert not is_played(text), f"a turn was lost when {victim} was killed"
            await table.shown()
        await asyncio.gather(*(player.answered() for player in alone))
        for place, table in enumerate(tables):
            if table.over:
                ended.append(table)
                tables[place] = lay_table(discord, TABLES + len(ended), table.channel)
                await tables[place].open()
        for place, player in enumerate(alone):
            if player.over:
                played.append(player)
                alone[place] = Alone(discord, several, ALONE + len(played), LEVEL)
                await alone[place].open()
    for table in (*tables, *ended):
        assert await table.shown_once() == [*range(table.revision + 1)]
    assert sum(player.check() for player in (*alone, *played))
    assert discord.twice() == []


async def press(table: Table) -> tuple[Any, Any]:
    """Take some turn without waiting for the answer."""
    who, action = table.choice()
    return action, await table.press(who, action)
