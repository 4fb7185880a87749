"""Shards: an outage of one is given back to its matches alone, and each process has its own."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from bot.matches.machines.thinkers import Thinkers
from bot.matches.match.match import Match
from bot.matches.match.players import Computer
from bot.matches.match.shards import Shards
from bot.store.store import CALLS
from games.clock import DAY, HOUR, MINUTE
from tests import databases
from tests.databases import BOTH
from tests.patience import PATIENCE_S

from .absences import begun, now
from .club import ANN, BOB, CHANNEL, FIRST, Club
from .held import Held
from .test_computers import soon

EVEN, ODD = 10 << 22, 11 << 22
"""Servers of the first and the second of two shards."""
LISTENING = """FROM pg_stat_activity WHERE datname = current_database()
    AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')"""
"""The connections on which processes hear each other; one asks now and then whether it lives."""
ALL, FIRST_ALONE = Shards(frozenset({0, 1}), 2), Shards(frozenset({0}), 2)


@pytest.fixture
async def pair(club: Club, monkeypatch: pytest.MonkeyPatch) -> tuple[Match, Match]:
    """Begin a match on a server of each shard; Ann has 72 hours left in both."""
    found = []
    for number, guild in enumerate((EVEN, ODD)):
        monkeypatch.setattr("tests.matches.club.GUILD", guild)
        found.append(await begun(club, channel=CHANNEL + number))
    await club.matches.clocks.heartbeat(club.clock.time, ALL)
    return found[0], found[1]


async def stay(club: Club, span_ms: int, shards: Shards) -> None:
    """Let time pass with these shards there all the while."""
    for _ in range(span_ms // (5 * MINUTE)):
        club.clock.time += 5 * MINUTE
        assert await club.matches.clocks.heartbeat(club.clock.time, shards) == 0


async def left(club: Club, match: Match) -> int:
    return (await now(club, match)).players[FIRST].clock.time_left(club.clock.time)


@BOTH
async def test_a_shards_outage_is_its_matches_alone(club: Club, pair: tuple[Match, Match]) -> None:
    heard, unheard = pair
    await stay(club, 3 * HOUR, FIRST_ALONE)
    assert await club.matches.clocks.heartbeat(club.clock.time, ALL) == 3 * HOUR
    assert await club.matches.clocks.heartbeat(club.clock.time, ALL) == 0
    assert await left(club, heard) == 69 * HOUR
    assert await left(club, unheard) == 72 * HOUR
    assert (await now(club, heard)).outage_ms == 0
    assert (await now(club, unheard)).outage_ms == 3 * HOUR


@BOTH
@pytest.mark.slow
async def test_no_flag_falls_on_a_server_not_heard(club: Club, pair: tuple[Match, Match]) -> None:
    heard, unheard = pair
    await stay(club, 72 * HOUR, FIRST_ALONE)
    pages = club.matches.clocks.pages(club.clock.time, FIRST_ALONE)
    assert [count async for count in pages] == [1]
    assert (await now(club, heard)).players[FIRST].clock.down
    assert not (await now(club, unheard)).players[FIRST].clock.down
    await club.matches.clocks.heartbeat(club.clock.time, ALL)
    await club.matches.clocks.due(club.clock.time)
    assert await left(club, unheard) == 72 * HOUR


async def test_new_shards_give_back_what_was_lost(club: Club, pair: tuple[Match, Match]) -> None:
    await stay(club, HOUR, ALL)
    club.clock.time += DAY
    three = Shards(frozenset({0, 1, 2}), 3)
    assert await club.matches.clocks.heartbeat(club.clock.time, three) == DAY
    await stay(club, HOUR, three)
    assert await club.matches.clocks.heartbeat(club.clock.time, ALL) == 0
    for match in pair:
        assert await left(club, match) == 70 * HOUR


# ------------------------------------------------------------------ several processes


@asynccontextmanager
async def processes(url: str) -> AsyncIterator[tuple[Club, Club]]:
    """Open a database as the processes of the first and of the second shard do."""
    async with AsyncExitStack() as opened:
        each = []
        for number in range(2):
            shards = Shards(frozenset({number}), 2)
            each.append(await Club.at(url, thinkers=Thinkers(Held(), 1), shards=shards))
            opened.push_async_callback(each[-1].close)
        each[1].keys = each[0].keys
        yield each[0], each[1]


async def meet(club: Club) -> None:
    """Let a process hear of the others."""
    assert club.matches.neighbours
    await club.matches.neighbours.meet()
    async with asyncio.timeout(PATIENCE_S):
        while not await databases.read(club.url, f"SELECT pid {LISTENING}"):
            pass


@pytest.mark.parametrize(
    ("text", "there", "of"),
    [
        ("", {0}, 1),
        ("0/1", {0}, 1),
        ("0-3/16", {0, 1, 2, 3}, 16),
        ("0,1/4", {0, 1}, 4),
        ("7,0-2,5-5/8", {0, 1, 2, 5, 7}, 8),
    ],
)
def test_shards_are_named_by_numbers_and_ranges(text: str, there: set[int], of: int) -> None:
    assert Shards.read(text) == Shards(frozenset(there), of)


@pytest.mark.parametrize(
    "text",
    ["4/4", "0", "/4", "0/", "0-/4", "3-1/4", "0/0", "-1/4", "0;1/4", "0/4/4", "０/4", " 0/4"],
)
def test_shards_that_are_not_there_cannot_be_had(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        Shards.read(text)


def test_every_server_is_heard_by_one_shard_and_what_has_none_by_the_first() -> None:
    shards = [Shards(frozenset({number}), 3) for number in range(3)]
    for server in (EVEN, ODD, ODD + 5, 12 << 22, (1 << 62) + 1):
        heard = [shard.hear(server) for shard in shards]
        assert heard == [number == (server >> 22) % 3 for number in range(3)]
    assert [shard.hear(None) for shard in shards] == [True, False, False]
    assert Shards().hear(ODD)


@BOTH
async def test_each_process_has_its_own_matches(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    async with processes(url) as each:
        club = each[0]
        for number, guild in enumerate((EVEN, ODD)):
            monkeypatch.setattr("tests.matches.club.GUILD", guild)
            match = await club.open(
                opponent=Computer(1), seat="second", channel=CHANNEL + number, pace="none"
            )
            match = await club.matches.opening.begin(match.id, club.keys())
            await club.matches.pings.later(match, ANN.id, "end")
            found.append(match.id)
        for process, own, other in zip(each, found, reversed(found), strict=True):
            process.clock.time = club.clock.time
            assert await process.matches.behind() == (own,)
            owed = await process.matches.pings.owed_pings(process.clock.time)
            assert [ping.match for ping, _ in owed] == [own]
            await process.matches.computers.wake()
            assert process.matches.computers.thinks(own)
            assert not process.matches.computers.thinks(other)


@BOTH
async def test_a_process_counts_what_it_owes(club: Club, pair: tuple[Match, Match]) -> None:
    club.clock.time += 80 * HOUR
    async with processes(club.url) as each:
        for process, own in zip(each, pair, strict=True):
            waiting = await process.matches.clocks.waiting(club.clock.time, 10)
            assert [match for _, match in waiting] == [own.id]


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_changes_elsewhere_are_heard_again(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.matches.club.GUILD", ODD)
    async with processes(url) as (first, second):
        await meet(second)
        match = await first.begin()
        await soon(lambda: [word.match.stand.revision for word in second.gossip.heard][-1:] == [0])
        await first.act(match, ANN, "a1-a3")
        await soon(lambda: second.gossip.heard[-1].match.stand.revision == 1)
        await databases.run(url, f"SELECT pg_terminate_backend(pid) {LISTENING}")
        await first.act(match, BOB, "b7-b5")
        await soon(lambda: second.gossip.heard[-1].match.stand.revision == 2)
        assert first.gossip.heard == []


@pytest.mark.slow
@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
async def test_what_names_no_match_is_warned_of_once_and_not_quoted(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("tests.matches.club.GUILD", ODD)
    caplog.set_level(logging.INFO, "bot.matches")
    async with processes(url) as (first, second):
        match = await first.begin()
        await meet(second)
        for called in ("", "ZZZZ", "zzzz", match.id + "\n", "x\nERROR forged", "Z" * 7000):
            await databases.run(url, f"SELECT pg_notify('{CALLS}', '{called}')")
        await first.act(match, ANN, "a1-a3")
        await soon(lambda: [word.match.stand.revision for word in second.gossip.heard][-1:] == [1])
    told = [record for record in caplog.records if record.name == "bot.matches.neighbours"]
    assert [record.levelname for record in told] == ["WARNING"]
    assert not told[0].exc_info
    assert not any(text in told[0].getMessage() for text in ("Z", "forged", "\n", match.id))
