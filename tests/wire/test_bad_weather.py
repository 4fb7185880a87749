"""The bot sees by any answer whether Discord answers at all."""

import aiohttp

from bot.ui.wire.connection_state import ConnectionState

from .server import API, Discord


async def test_the_weather_is_as_the_last_answer_was(discord: Discord) -> None:
    connection = ConnectionState()
    url = f"http://{discord.gateway.address}{API}/gateway/bot"

    async def ask(session: aiohttp.ClientSession) -> bool:
        try:
            async with session.get(url):
                pass
        except aiohttp.ClientError:
            assert connection.bad
        return connection.bad

    async with aiohttp.ClientSession(trace_configs=[connection.trace()]) as session:
        assert not await ask(session)
        discord.fail("gateway", 503, times=1)
        assert await ask(session)
        discord.fail("gateway", 429, retry_after=0.1, times=1)
        assert await ask(session), "a limit says nothing"
        discord.fail("gateway", 404, times=1)
        assert not await ask(session), "a refusal is an answer"
        discord.fail("gateway", cut=True)
        assert await ask(session)
        discord.heal()
        assert not await ask(session)
