"""The beginning and end of the process, whatever Discord does, and what it asks of servers."""

import asyncio

import pytest

from bot.host.health import ask
from games.rulebook import RULES
from tests.patience import PATIENCE_S

from .gateway import IDENTIFY, RESUME
from .people import TYPING, Person, text, until
from .process import STARTING, Bot
from .server import Discord
from .tables import Table
from .things import ALL_PERMISSIONS, CHANNEL, GUILD, channel, command, guild

pytestmark = pytest.mark.slow


async def test_whoever_asks_is_told_how_the_running_bot_is(discord: Discord, bot: Bot) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (found := await ask(bot.health)) != (0, "All is well."):
            assert found == (1, "Discord has not been reached yet.")
            await asyncio.sleep(0.05)
    assert await bot.stop() == 0
    assert (await ask(bot.health))[0] == 3


async def test_a_refused_resume_begins_a_new_session(discord: Discord, table: Table) -> None:
    await table.turn()
    await discord.gateway.drop(4000, forget=True)
    await asyncio.wait_for(discord.gateway.ready.wait(), STARTING)
    assert discord.gateway.seen.count(RESUME) == 1
    assert discord.gateway.seen.count(IDENTIFY) == 2
    await table.turn()
    assert await table.shown_once() == [0, 1, 2]


@pytest.mark.parametrize("kind", ["me", "gateway"])
async def test_out_of_order_at_the_start_it_tries_again(
    discord: Discord, unstarted: Bot, kind: str
) -> None:
    fault = discord.fail(kind, 503, times=1)
    await unstarted.start()
    assert fault.met == 1
    assert await unstarted.stop() == 0


async def test_unpublished_commands_do_not_keep_a_match_from_going_on(
    discord: Discord, unstarted: Bot, ann: Person, bob: Person
) -> None:
    discord.fail("sync", 503)
    await unstarted.start()
    table = Table(discord, ann, bob, 5)
    await table.open()
    await table.turn()


@pytest.mark.parametrize("kind", ["send", "edit", "callback", "leave", "goodbye"])
async def test_it_leaves_whatever_hangs(
    discord: Discord, bot: Bot, table: Table, kind: str
) -> None:
    fault = discord.fail(kind, hang=True) if kind != "goodbye" else None
    if fault is None:
        discord.gateway.hears.clear()
    asked = await table.press(*table.choice())
    await until(lambda: fault.met if fault else asked.done.is_set())
    assert await bot.stop() == 0
    assert " ERROR " not in bot.output()


async def test_it_leaves_before_it_has_begun(discord: Discord, unstarted: Bot) -> None:
    discord.fail("me", hang=True)
    await unstarted.start(ready=False)
    await until(lambda: discord.count("me"), STARTING)
    assert await unstarted.stop() == 0


async def test_removed_from_its_server_and_added_again_it_shows_what_was_played_meanwhile(
    discord: Discord, table: Table
) -> None:
    await table.turn()
    await discord.gateway.dispatch("GUILD_DELETE", {"id": str(GUILD)})
    asked = discord.count("send")
    for _ in range(2):
        who, action = table.choice()
        written = RULES["murus"].game.format(action)
        answer = text(await who.slash(who.room, "move", move=written, match=table.match))
        assert "you played" in answer
        assert "I have been removed from the server" in answer
        table.played(action)
    assert discord.count("send") == asked
    added = guild(discord.channels.values())
    del added["unavailable"]  # Discord says so only of a server that it knew the bot to be on
    await discord.gateway.dispatch("GUILD_CREATE", added)
    assert sorted(await table.shown()) == [0, 1, 3]
    await table.turn()
    await table.shown_once()


REFUSALS = [(4004, "Discord refused DISCORD_TOKEN"), (4014, "Discord refused what the bot wants")]


@pytest.mark.parametrize(("code", "told"), REFUSALS)
async def test_refused_while_running_it_says_so_and_leaves(
    discord: Discord, bot: Bot, code: int, told: str
) -> None:
    end = asyncio.ensure_future(bot.ended(STARTING))
    while not end.done():  # a reset connection can lose the code: Discord says it again
        await discord.gateway.drop(code)
        await asyncio.wait({end}, timeout=1)
    assert await end == 2
    assert told in bot.output()


async def test_what_the_gateway_cannot_be_read_by_ends_the_connection_alone(
    discord: Discord, bot: Bot, table: Table
) -> None:
    bot.troubled = True
    discord.gateway.ready.clear()
    await discord.gateway.babble("[")
    await asyncio.wait_for(discord.gateway.ready.wait(), STARTING)
    await table.turn()
    assert "connecting anew" in bot.output()


async def test_suggestions_that_come_too_late_are_one_line(
    discord: Discord, bot: Bot, table: Table, ann: Person
) -> None:
    discord.fail("callback", 404, 10062, times=1)
    await ann.ask(TYPING, table.home, {"data": command("move", {"move": ""}, "move")})
    await until(lambda: "suggestions came too late" in bot.output())
    await table.turn()


# ------------------------------------------------------------- the channels and roles of a server


LOBBY = 3002
LOOKS = ("guild", "channels", "threads")
HIDDEN = [{"id": str(GUILD), "type": 0, "allow": "0", "deny": ALL_PERMISSIONS}]


@pytest.fixture
def mara(discord: Discord) -> Person:
    """Have somebody in another channel, who plays in no match."""
    discord.channels[LOBBY] = channel(LOBBY, "lobby")
    return Person(discord, 13, "Mara")


def looks(discord: Discord) -> list[int]:
    """Count what the bot has asked about the server, by kind."""
    return [discord.count(kind) for kind in LOOKS]


async def test_who_sees_a_channel_is_asked_once_and_again_when_it_has_changed(
    discord: Discord, table: Table, mara: Person
) -> None:
    async def told() -> str:
        return text(await mara.slash(LOBBY, "match board", match=table.match, view="public"))

    assert looks(discord) == [0, 0, 0], "a match between those who are there asks for nothing"
    answers = await asyncio.gather(told(), told())
    assert all("There is no match" not in answer for answer in (*answers, await told()))
    assert looks(discord) == [1, 1, 1]
    discord.channels[CHANNEL]["permission_overwrites"] = HIDDEN
    await discord.gateway.dispatch("CHANNEL_UPDATE", discord.channels[CHANNEL])
    assert "There is no match" in await told()
    assert looks(discord) == [2, 2, 2]


@pytest.mark.parametrize("kind", [*LOOKS, "late"])
async def test_what_discord_does_not_tell_or_not_soon_is_not_made_up(
    discord: Discord, table: Table, mara: Person, kind: str
) -> None:
    held = asyncio.Event()
    if kind == "late":
        discord.fail("channels", until=held)
    else:
        discord.fail(kind, 403, 50001)
    first = await mara.slash(LOBBY, "match board", match=table.match)
    assert "Discord did not tell me just now" in text(first)
    held.set()
    discord.heal()
    again = await mara.slash(LOBBY, "match board", match=table.match)
    assert "There is no match" not in text(again)
    assert "Discord did not tell me" not in text(again)
