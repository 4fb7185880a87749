"""What keeps a bot from its first hour or ends its last: a sentence that helps, and a status."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.host.running import REFUSED
from tests.databases import lay
from tests.host.test_backups import small_disk

from .people import Person
from .process import STARTING, Bot
from .server import Discord
from .tables import Table

pytestmark = pytest.mark.slow


async def told(bot: Bot, status: int, sentence: str) -> None:
    """Check that a bot that has been started ends with a status and a sentence."""
    assert await bot.ended(STARTING) == status
    assert sentence in bot.output()
    assert "Traceback" not in bot.output()


async def test_a_wrong_token_is_told(discord: Discord, unstarted: Bot) -> None:
    discord.fail("me", 401)
    await unstarted.start(ready=False)
    await told(unstarted, 2, "Discord refused DISCORD_TOKEN. Copy it again")
    assert "WARNING" not in unstarted.output()
    assert "Context impl" not in unstarted.output()


@pytest.mark.parametrize(
    ("status", "page", "sentence"),
    [
        (429, True, "Discord turns this address away (429); trying again in 300 s"),
        (403, True, "Discord turns this address away (403); trying again in 300 s"),
        (403, False, "Discord turns this address away (403); trying again in 300 s"),
        (429, False, "Discord turns this address away (429); trying again in 3600 s"),
        (200, True, "Discord cannot be reached: something else answers for it; trying again in 60"),
    ],
)
async def test_a_bot_turned_away_at_the_login_waits_and_says_so(
    discord: Discord, unstarted: Bot, status: int, page: bool, sentence: str
) -> None:
    met = discord.fail("me", status, page=page, retry_after=3600)
    await unstarted.start(ready=False)
    for _ in range(int(10 * STARTING)):
        if sentence in unstarted.output():
            break
        await asyncio.sleep(0.1)
    assert met.met == 1
    assert await unstarted.stop() == 0
    assert "Traceback" not in unstarted.output()


async def test_without_a_network_discord_cannot_be_reached(
    discord: Discord, unstarted: Bot, unused_tcp_port: int
) -> None:
    discord.gateway.address = f"127.0.0.1:{unused_tcp_port}"
    await unstarted.start(ready=False)
    await told(unstarted, 3, "Discord cannot be reached: ")


async def test_a_locked_database_is_told_after_a_while(unstarted: Bot) -> None:
    with closing(sqlite3.connect(lay(unstarted.database), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        await unstarted.start(ready=False)
        await told(unstarted, 3, "database is locked. Another program writes to it")


@pytest.mark.parametrize("there", [True, False])
async def test_a_full_disk_is_told(unstarted: Bot, there: bool) -> None:
    if there:
        lay(unstarted.database)
    with small_disk(4096):
        await unstarted.start(ready=False)
    await told(unstarted, 3, "disk is full")


async def test_a_wrong_clock_is_told_and_stops_no_match(
    discord: Discord, unstarted: Bot, ann: Person, bob: Person
) -> None:
    discord.date = "Fri, 01 May 2020 12:00:00 GMT"
    await unstarted.start()
    table = Table(discord, ann, bob, 7)
    await table.open()
    await table.turn()
    assert unstarted.output().count("this machine's clock is ") == 1
    assert "min fast: matches go on by it, so set it right" in unstarted.output()


NOT_AGAIN = (2, 78)
"""The exit statuses after which a service manager does not start the bot again."""


async def test_a_bot_whose_token_is_refused_stops_with_a_sentence(
    discord: Discord, bot: Bot, table: Table
) -> None:
    for kind in ("send", "edit", "answer", "channel", "me", "application"):
        discord.fail(kind, 401)
    await table.press(*table.choice())
    assert await bot.ended(60) in NOT_AGAIN
    assert REFUSED in bot.output()
    assert "Traceback" not in bot.output()


@pytest.mark.parametrize("code", [0, 40001])
async def test_a_place_that_refuses_the_bot_as_unknown_does_not_stop_it(
    discord: Discord, table: Table, code: int
) -> None:
    met = discord.fail("send", 401, code, at=table.home)
    who, action = table.choice()
    await table.press(who, action)
    table.played(action)
    await table.shown()
    assert 1 <= met.met <= 2
    assert int(table.boards()[1][0]["channel_id"]) == table.channel
    table.home = table.channel
    await table.turn()
    assert discord.count("me") <= 3, "once at the start, and once for each refusal"
