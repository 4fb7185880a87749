"""The channels and roles of a server are asked for when they are needed, and changes are seen."""

import asyncio

import pytest

from .people import Person, text
from .process import Bot
from .server import Discord
from .tables import Table
from .things import ALL_PERMISSIONS, CHANNEL, GUILD, channel

pytestmark = pytest.mark.slow

LOBBY = 3002
LOOKS = ("guild", "channels", "threads")
HIDDEN = [{"id": str(GUILD), "type": 0, "allow": "0", "deny": ALL_PERMISSIONS}]


@pytest.fixture
async def table(discord: Discord, bot: Bot, ann: Person, bob: Person) -> Table:
    """Let Ann and Bob play in a thread, and put another channel beside theirs."""
    discord.channels[LOBBY] = channel(LOBBY, "lobby")
    table = Table(discord, ann, bob, 3)
    await table.open()
    return table


def looks(discord: Discord) -> list[int]:
    """Count what the bot has asked about the server, by kind."""
    return [discord.count(kind) for kind in LOOKS]


async def test_who_sees_a_channel_is_asked_once_and_again_when_it_has_changed(
    discord: Discord, table: Table
) -> None:
    mara = Person(discord, 13, "Mara")

    async def told() -> str:
        return text(await mara.slash(LOBBY, "match board", match=table.match, view="public"))

    assert looks(discord) == [0, 0, 0], "a match between those who are there asks for nothing"
    answers = await asyncio.gather(told(), told())
    assert all("There is no match" not in one for one in (*answers, await told()))
    assert looks(discord) == [1, 1, 1]
    discord.channels[CHANNEL]["permission_overwrites"] = HIDDEN
    await discord.gateway.dispatch("CHANNEL_UPDATE", discord.channels[CHANNEL])
    assert "There is no match" in await told()
    assert looks(discord) == [2, 2, 2]


@pytest.mark.parametrize("kind", LOOKS)
async def test_what_discord_does_not_tell_is_not_made_up(
    discord: Discord, table: Table, kind: str
) -> None:
    mara = Person(discord, 13, "Mara")
    fault = discord.fail(kind, 403, 50001)
    first = await mara.slash(LOBBY, "match board", match=table.match)
    assert "Discord did not tell me just now" in text(first)
    fault.times = 0
    again = await mara.slash(LOBBY, "match board", match=table.match)
    assert "There is no match" not in text(again)
    assert "Discord did not tell me" not in text(again)


async def test_a_look_that_takes_long_keeps_nobody_waiting(discord: Discord, table: Table) -> None:
    mara = Person(discord, 13, "Mara")
    held = discord.fail("channels", until=asyncio.Event())
    late = await mara.slash(LOBBY, "match board", match=table.match)
    assert "Discord did not tell me just now" in text(late)
    assert held.until
    held.until.set()
    again = await mara.slash(LOBBY, "match board", match=table.match)
    assert "There is no match" not in text(again)
