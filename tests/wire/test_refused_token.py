"""A token that Discord takes away from a running bot, and refusals that only look like that."""

import pytest

from bot.host.running import REFUSED

from .people import Person, until
from .process import Bot
from .server import Discord
from .tables import Table

pytestmark = pytest.mark.slow

NOT_AGAIN = (2, 78)
"""The exit statuses after which a service manager does not start the bot again."""


async def test_a_bot_whose_token_is_refused_stops_with_a_sentence(
    discord: Discord, bot: Bot, ann: Person, bob: Person
) -> None:
    table = Table(discord, ann, bob, 1)
    await table.open()
    for kind in ("send", "edit", "answer", "channel", "me", "application"):
        discord.fail(kind, 401)
    await table.press(*table.choice())
    assert await bot.ended(60) in NOT_AGAIN
    assert REFUSED in bot.output()
    assert "Traceback" not in bot.output()


@pytest.mark.parametrize("code", [0, 40001])
async def test_a_place_that_refuses_the_bot_as_unknown_does_not_stop_it(
    discord: Discord, bot: Bot, ann: Person, bob: Person, code: int
) -> None:
    table = Table(discord, ann, bob, 1)
    await table.open()
    met = discord.fail("send", 401, code, at=table.home)
    who, action = table.choice()
    await table.press(who, action)
    await until(lambda: 1 in table.boards())
    table.played(action)
    assert 1 <= met.met <= 2
    assert int(table.boards()[1][0]["channel_id"]) == table.channel
    table.home = table.channel
    await table.turn()
    assert discord.count("me") <= 3, "once at the start, and once for each refusal"
