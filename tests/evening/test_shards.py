"""An evening on a bot with two connections to Discord, one of which is away."""

from __future__ import annotations

import pytest

from bot.ui.followers.rounds import ROUND_SECONDS
from games.clock import DAY, HOUR, MINUTE

from .conftest import Evening


@pytest.fixture
def shards() -> int:
    return 2


async def test_no_clock_runs_on_a_server_whose_shard_is_away(evening: Evening) -> None:
    await evening.begin(pace="1d")
    await evening.play("a1-a3 a7-a5")
    await evening.env.advance_time(ROUND_SECONDS)
    own = evening.client.get_shard((evening.guild.id >> 22) % 2)
    assert own
    await own.disconnect()
    for _ in range(13):
        evening.time.ahead += 2 * HOUR
        await evening.env.advance_time(ROUND_SECONDS)
    assert not (await evening.match()).players[0].clock.down
    await own.reconnect()
    await evening.env.advance_time(2 * ROUND_SECONDS)
    match = await evening.match()
    assert match.outage_ms > DAY
    assert match.players[0].clock.left(evening.time()) > DAY - 10 * MINUTE
