"""A machine that has no time to start a simulated Discord within SimCord's five seconds."""

from functools import partial

import pytest
from simcord import Env

from bot.app import create
from bot.config import Settings
from bot.matches.machines.workers import InProcess
from bot.playground.starting import AGAIN, restart, start
from bot.ui.answers.client import Tetrarch


class Starved(Env):
    """A machine that takes too long for some starts."""

    late = 0

    async def start(self) -> None:
        await super().start()
        await self._too_late()

    async def restart_bot(self, bot: object = None) -> None:
        await super().restart_bot(bot)  # type: ignore[arg-type]  # as SimCord takes it
        await self._too_late()

    async def _too_late(self) -> None:
        if self.late:
            self.late -= 1
            await self.shutdown()
            raise TimeoutError


@pytest.mark.slow
async def test_a_start_that_takes_too_long_is_tried_again(settings: Settings) -> None:
    make = partial(create, settings, workers=InProcess())
    env = Starved(make(), shard_count=1)
    env.late = AGAIN
    await start(env, make)
    env.late = AGAIN
    await restart(env, make)
    bot = env.bot
    assert isinstance(bot, Tetrarch)
    assert bot.is_ready()
    await env.shutdown()
    await bot.shut_down()


async def test_a_start_that_always_takes_too_long_is_given_up(settings: Settings) -> None:
    make = partial(create, settings, workers=InProcess())
    env = Starved(make(), shard_count=1)
    env.late = AGAIN + 1
    with pytest.raises(TimeoutError):
        await start(env, make)
    assert isinstance(env.bot, Tetrarch)
    await env.bot.shut_down()
