"""The pace of requests: evenly, the urgent ones first, and no edit that is needless by now."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import cast

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.matches.ledger import Ledger, Messages
from bot.matches.match.ids import MatchId
from bot.matches.match.messages import CHANNEL, PostedMessage
from bot.ui.wire.closings import Closings
from bot.ui.wire.outbox import Outbox, post
from bot.ui.wire.pace import A_SECOND, AT_ONCE, SLOWER, Pace, Rank, rank
from tests.patience import PATIENCE_S
from tests.wire.server import Discord

HERE = MatchId("ABCD")
MANY = 40


@pytest.fixture
def pace(share: float) -> Pace:
    return Pace(share)


@pytest.fixture
def share() -> float:
    return 1


@pytest.fixture
async def there() -> AsyncIterator[Discord]:
    async with Discord() as there:
        yield there


@pytest.fixture
async def client(
    there: Discord, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[discord.Client]:
    monkeypatch.setattr(Route, "BASE", f"http://{there.gateway.address}/api/v10")
    trace, none = pace.trace(aiohttp.TraceConfig()), discord.Intents.none()
    async with discord.Client(intents=none, http_trace=trace) as client:
        await client.login("not.a.token")
        yield client


async def flood(client: discord.Client, ranks: list[Rank]) -> None:
    """Post a message of each rank, in channels of their own, all at once."""

    async def send(place: int, urgency: Rank) -> None:
        rank.set(urgency)
        await post(client, place, urgency.name)

    async with asyncio.TaskGroup() as group:
        for place, urgency in enumerate(ranks):
            group.create_task(send(place + 1, urgency))


def sent(there: Discord) -> list[str]:
    return [request.body["content"] for request in there.requests if request.kind == "send"]


async def test_requests_begin_evenly_and_the_urgent_ones_first(
    there: Discord, client: discord.Client
) -> None:
    ranks = [Rank(number % len(Rank)) for number in range(MANY)]
    began = asyncio.get_running_loop().time()
    await flood(client, ranks)
    assert asyncio.get_running_loop().time() - began >= (MANY - AT_ONCE - 1) / A_SECOND
    later = [Rank[name] for name in sent(there)[AT_ONCE:]]
    assert len(later) == MANY - AT_ONCE
    for arrived, after in zip(later, later[AT_ONCE:], strict=False):
        assert arrived <= after, "only what begins together may arrive in another order"


@pytest.mark.parametrize("share", [0.0001])
async def test_answers_wait_for_nothing(client: discord.Client) -> None:
    """At such a share of the pace, one more than begin together would wait for minutes."""
    for _ in range(AT_ONCE + 1):
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(discord.NotFound):
                await client.http.request(Route("GET", "/webhooks/1/token/messages/1"))


async def test_after_a_refusal_of_everything_all_go_slower(
    there: Discord, client: discord.Client
) -> None:
    there.fail("send", 429, retry_after=0.1, everywhere=True, times=1)
    await post(client, 1, "refused, and sent again")
    began = asyncio.get_running_loop().time()
    await flood(client, [Rank.BOARD] * MANY)
    least = (MANY - AT_ONCE - 1) / (A_SECOND * SLOWER + 1)
    assert asyncio.get_running_loop().time() - began >= least
    assert sum(request.status == 429 for request in there.requests) == 1


class Kept:
    """A ledger that has nothing but what is written down."""

    def __init__(self) -> None:
        self.shown: list[PostedMessage] = []

    async def show(self, posted: Sequence[PostedMessage]) -> None:
        self.shown += posted


@pytest.mark.parametrize("share", [1e-6])
@pytest.mark.parametrize("newer", [True, False])
async def test_the_edit_of_an_old_board_is_spared_where_a_newer_one_has_come(
    there: Discord, client: discord.Client, pace: Pace, newer: bool
) -> None:
    shown = PostedMessage(HERE, CHANNEL, 1, await post(client, 1, "old"))
    closings = Closings(pace, Outbox(client, lambda: 0))
    ledger = Kept()
    messages, closed = Messages(cast(Ledger, ledger), HERE), replace(shown, state="closed")
    await flood(client, [Rank.BOARD] * (AT_ONCE - len(there.requests)))
    first = second = closings.close(shown, closed, messages, None, newer=False)
    while second is first:
        await asyncio.sleep(0)
        second = closings.close(shown, closed, messages, None, newer=newer)
    assert first is not None
    assert await first
    assert (second is None) is newer
    assert there.count("edit") == 0
    if second is not None:
        second.cancel()
    await messages.write()
    assert ledger.shown == ([closed] if newer else [])
