"""A PostgreSQL server that is restarted costs nobody more than a wait."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest
from sqlalchemy import select, text

from bot.matches.match.players import NamedPerson
from bot.store import outage
from bot.store.direct import Statement
from bot.store.direct_server import DirectToServer
from bot.store.outage import DatabaseAway
from bot.store.store import Store
from bot.store.tables.upkeep import beats
from games.core import Over
from tests import databases
from tests.own_server import OwnServer, own_server
from tests.patience import PATIENCE_S

from .club import ANN, Club
from .test_checking import found
from .test_computers import soon
from .test_shards import LISTENING, processes

pytestmark = pytest.mark.slow
TABLES, RESTARTS, KILLS = 6, 3, 100


@pytest.fixture
async def server() -> AsyncIterator[OwnServer]:
    async with own_server() as server:
        yield server


@pytest.fixture
async def club(server: OwnServer) -> AsyncIterator[Club]:
    club = await Club.at(server.url)
    yield club
    await club.close()


async def test_a_restart_amid_play_loses_and_doubles_nothing(club: Club, server: OwnServer) -> None:
    over, rng = asyncio.Event(), random.Random(1)
    told = 0

    async def play(number: int) -> None:
        """Play match after match; whatever was acknowledged stands, and nothing else comes up."""
        nonlocal told
        people = (NamedPerson(2 * number + 1, "Eve"), NamedPerson(2 * number + 2, "Adam"))
        last, key = None, club.keys()
        while not over.is_set() or last is None:
            try:  # the same press finds what came about unheard
                match = await club.open("murus", people[1], host=people[0], channel=number, key=key)
                match = match if match.running else await club.join(match, people[1])
                key = club.keys()
                for _ in range(6):
                    match = (await club.step(match, rng)).match
                    assert (await club.matches.match(match.id)).stand == match.stand
                last = await club.resign(match, people[0])
            except DatabaseAway:
                told += 1
        assert isinstance((await club.matches.match(last.id)).stand.outcome, Over)

    async with asyncio.TaskGroup() as tables:
        for number in range(TABLES):
            tables.create_task(play(number))
        for _ in range(RESTARTS):
            await asyncio.sleep(rng.random() + 0.5)
            await server.stop()
            await asyncio.sleep(rng.random())
            await server.start()
        over.set()
    assert told <= RESTARTS * TABLES
    assert await found(club) == []


async def test_a_connection_cut_in_the_middle_of_an_answer_is_no_fault(
    club: Club, server: OwnServer, caplog: pytest.LogCaptureFixture
) -> None:
    store, over, rng = await Store.open(server.url), asyncio.Event(), random.Random(1)
    beat = Statement(store.put(beats), [{"shards": 1, "shard": 0, "at_ms": 5}])
    asked = text("SELECT number, repeat('x', 500) FROM generate_series(1, 20000) number")
    ways: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: store.rows(asked),
        lambda: store.prepared_rows(select(beats)),
        lambda: store.carry_out([beat]),
    )

    async def ask(way: Callable[[], Awaitable[object]]) -> None:
        while not over.is_set():
            await way()

    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    async with asyncio.TaskGroup() as tasks:
        for way in ways * 3:
            tasks.create_task(ask(way))
        for _ in range(KILLS):
            await asyncio.sleep(rng.random() / 10)
            await databases.read(server.url, f"{cut} AND datname = current_database()")
        over.set()
    await store.close()
    assert {record.levelno for record in caplog.records} <= {logging.WARNING}


async def test_who_comes_while_it_is_away_is_answered_when_it_is_back(
    club: Club, server: OwnServer, caplog: pytest.LogCaptureFixture
) -> None:
    match = await club.begin()
    await server.stop()
    move = asyncio.create_task(club.act(match, ANN, "a1-a3"))
    opened = asyncio.create_task(club.open(host=NamedPerson(9, "Eve"), channel=5))
    await soon(lambda: "the server of the database is away" in caplog.text)
    assert not move.done()
    await server.start()
    assert (await move).match.stand.revision == 1
    assert (await club.matches.match((await opened).id)).stand.phase == "open"
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert caplog.messages[-1] == "the server of the database is there again"


async def test_who_waits_in_vain_is_told_and_can_do_it_again(
    club: Club, server: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await club.begin()
    monkeypatch.setattr(outage, "ATTEMPTS", 2)
    await server.stop()
    with pytest.raises(DatabaseAway):
        await club.act(match, ANN, "a1-a3", key=1)
    with pytest.raises(DatabaseAway):
        await club.open(host=NamedPerson(9, "Eve"))
    await server.start()
    assert (await club.act(match, ANN, "a1-a3", key=1)).match.stand.revision == 1


async def test_a_move_unanswered_counts_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection ends between the commit and the word of it."""
    match = await club.begin()
    lost, carry_out = [ConnectionResetError()], DirectToServer.carry_out

    async def cut(way: DirectToServer, statements: Sequence[Statement]) -> bool:
        done = await carry_out(way, statements)
        if lost:
            raise lost.pop()
        return done

    monkeypatch.setattr(DirectToServer, "carry_out", cut)
    assert (await club.act(match, ANN, "a1-a3")).match.stand.revision == 1
    assert lost == []
    assert len(await club.log(match.id)) == 1


async def test_processes_hear_each_other_again(
    server: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.matches.club.GUILD", 11 << 22)
    async with processes(server.url) as (first, second):
        assert second.matches.neighbours
        await second.matches.neighbours.meet()
        match = await first.begin()
        await server.stop()
        await server.start()
        async with asyncio.timeout(PATIENCE_S):
            while not await databases.read(server.url, f"SELECT pid {LISTENING}"):
                pass
        await first.act(match, ANN, "a1-a3")
        await soon(lambda: any(now.match.stand.revision == 1 for now in second.gossip.heard[-1:]))
