"""An evening on a bot with two connections to Discord, one of which is away."""

import pytest

from bot.app import create
from bot.ui.wire.rounds import ROUND_SECONDS

from .conftest import DAY, HOUR, MINUTE, Evening, Settings


@pytest.fixture
def shards() -> int:
    return 2


def test_a_process_asks_discord_for_the_shards_it_is_named_and_else_for_all() -> None:
    url = "postgresql+asyncpg://somebody@127.0.0.1/tetrarch"
    named = create(Settings(database_url=url, shards="0,2-3/8"))
    assert (named.shard_ids, named.shard_count) == ([0, 2, 3], 8)
    usual = create(Settings(shards=""))
    assert [usual.shard_ids, usual.shard_count] == [None, None]


@pytest.mark.slow
async def test_no_clock_runs_on_a_server_whose_shard_is_away(evening: Evening) -> None:
    await evening.begin(pace="1d", moves="a1-a3 a7-a5")
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
    assert match.players[0].clock.time_left(evening.time()) > DAY - 10 * MINUTE
