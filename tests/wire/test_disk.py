"""The database is locked, or its disk is full: nothing is lost, and everybody is answered."""

import asyncio
import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.patience import PATIENCE_S

from .people import finished, is_played, text
from .process import Bot
from .tables import Table

pytestmark = pytest.mark.slow

LOCKED_S = 10.0
"""The seconds a writer waits for its turn; after that it is refused."""
REFUSED = "Nothing is lost: look at the board as it stands before you try again"


@contextmanager
def locked(bot: Bot) -> Iterator[None]:
    """Let another program write to the bot's database meanwhile."""
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture(autouse=True)
def _trouble(bot: Bot) -> None:
    bot.troubled = True


@pytest.mark.parametrize("seconds", [LOCKED_S - 4, LOCKED_S + 2])
async def test_a_move_while_the_database_is_locked_is_played_once_or_refused(
    bot: Bot, table: Table, seconds: float
) -> None:
    with locked(bot):
        who, action = table.choice()
        asked = await table.press(who, action)
        await asyncio.sleep(seconds)
    await finished(asked)
    if bot.revision(table.match):
        assert is_played(asked)
        table.played(action)
    else:
        assert seconds > LOCKED_S
        assert REFUSED in text(asked)
    await table.turn()
    await table.shown_once()


async def test_on_a_full_disk_nothing_is_played_and_nothing_lost(bot: Bot, table: Table) -> None:
    await table.turn()
    room = resource.prlimit(bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (1, room[1]))
    for _ in range(2):
        who, action = table.choice()
        refused = await finished(await table.press(who, action))
        assert REFUSED in text(refused)
        assert table.match in text(await who.slash(table.home, "match board"))
    assert bot.revision(table.match) == 1
    resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, room)
    for _ in range(2):
        await table.turn()
    assert await table.shown_once() == [0, 1, 2, 3]
    assert bot.stored("PRAGMA integrity_check") == [("ok",)]


async def test_it_leaves_in_the_midst_of_a_write_that_cannot_end(bot: Bot, table: Table) -> None:
    with locked(bot):
        asked = await table.press(*table.choice())
        await asyncio.wait_for(asked.acknowledged.wait(), PATIENCE_S)
        assert await bot.stop() == 0
    assert "left with requests under way" in bot.output()
    await bot.start()
    assert bot.revision(table.match) == 0
    await table.turn()
    await table.shown()
