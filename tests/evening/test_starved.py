"""Evenings on a machine that has no time for them."""

from __future__ import annotations

from simcord import Env

from bot.app import create
from bot.config import Settings

from .conftest import started


class Starved(Env):
    """A start for which the machine had no time."""

    async def start(self) -> None:
        await super().start()
        await self.shutdown()
        raise TimeoutError


async def test_a_start_that_takes_too_long_is_tried_again(settings: Settings) -> None:
    tried: list[Env] = []

    def anew() -> Env:
        tried.append((Env if tried else Starved)(create(settings), shard_count=1))
        return tried[-1]

    env = await started(anew)
    assert [type(one) for one in tried] == [Starved, Env]
    await env.shutdown()
