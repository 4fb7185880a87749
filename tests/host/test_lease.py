"""Leases of shards at PostgreSQL: one process has them, the others wait and take over."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import lease
from bot.store.database import DatabaseUnusable
from bot.store.lease import Lease
from tests import databases

HELD = (
    " FROM pg_locks WHERE locktype = 'advisory' AND granted"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


@pytest.fixture(autouse=True)
def _hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have everybody look again at once; those who wait still leave a server that failed alone."""
    monkeypatch.setattr(lease, "LOOK_S", 0.05)
    monkeypatch.setattr(lease, "PATIENCE_S", 2)
    return iter(())


async def waiting(one: Lease) -> asyncio.Task[None]:
    """Have a process come to wait for its lease."""
    task = asyncio.create_task(one.got())
    while not one.waiting:  # noqa: ASYNC110 - a lease tells nobody that it waits
        await asyncio.sleep(0.01)
    return task


async def test_a_second_process_waits_until_the_first_has_gone(served: str) -> None:
    first, second = Lease(served, [0]), Lease(served, [0])
    await first.got()
    standby = await waiting(second)
    await first.give_back()
    await standby
    assert not second.waiting
    again = await waiting(first)
    again.cancel()
    await second.give_back()


async def test_processes_with_shards_of_their_own_wait_for_nobody(served: str) -> None:
    some = [Lease(served, shards) for shards in ([0, 1], [2], [3])]
    for held in some:
        await held.got()
    overlapping = Lease(served, [1, 2])
    standby = await waiting(overlapping)
    await some[0].give_back()
    await some[2].give_back()
    assert overlapping.waiting, "shard 2 is still another's"
    other = Lease(served, [0, 1])
    await other.got()  # whoever waits holds no shard meanwhile
    await other.give_back()
    await some[1].give_back()
    await standby
    await overlapping.give_back()


async def test_a_connection_cut_off_is_made_anew_by_its_holder(served: str) -> None:
    first = Lease(served, [0])
    await first.got()
    losing = asyncio.create_task(first.wait_until_lost())
    ((before,),) = [tuple(row.values()) for row in await holders(served)]
    await databases.run(served, f"SELECT pg_terminate_backend(pid){HELD}")
    while [row["pid"] for row in await holders(served)] in ([], [before]):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    assert not losing.done()
    losing.cancel()
    await first.give_back()
    assert not await holders(served)


async def test_a_holder_learns_that_another_has_been_faster(served: str) -> None:
    first, second = Lease(served, [0]), Lease(served, [0])
    await first.got()
    await databases.run(served, f"SELECT pg_terminate_backend(pid){HELD}")
    await second.got()
    await first.wait_until_lost()
    standby = await waiting(first)
    standby.cancel()
    await second.give_back()


async def test_a_holder_given_up_while_it_takes_its_locks_again_has_none(
    served: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()
    scalar = AsyncConnection.scalar

    async def slowly(there: AsyncConnection, *asking: Any, **more: Any) -> Any:
        found = await scalar(there, *asking, **more)
        asked.set()
        await go_on.wait()
        return found

    one = Lease(served, [0, 1])
    with monkeypatch.context() as slow:
        slow.setattr(AsyncConnection, "scalar", slowly)
        taking = asyncio.create_task(one.got())
        await asked.wait()
        taking.cancel()
        await asyncio.gather(taking, return_exceptions=True)
    await one.got()
    (held,) = await databases.read(served, f"SELECT count(*) AS locks{HELD}")
    assert held == {"locks": 2}
    await one.give_back()


async def test_a_file_of_sqlite_needs_no_lease() -> None:
    one = Lease("sqlite+aiosqlite:///nowhere/tetrarch.sqlite", [0])
    await one.got()
    losing = asyncio.create_task(one.wait_until_lost())
    await asyncio.sleep(0)
    assert not losing.done()
    losing.cancel()
    await one.give_back()


async def test_a_server_that_is_not_there_is_told_in_a_sentence() -> None:
    one = Lease("postgresql+asyncpg://nobody@127.0.0.1:1/nothing", [0])
    with pytest.raises(DatabaseUnusable, match=r"127\.0\.0\.1:1/nothing cannot be used: .+\."):
        await one.got()


async def holders(url: str) -> list[databases.Row]:
    """List the connections that hold a lock in this database."""
    return await databases.read(
        url,
        "SELECT DISTINCT pid FROM pg_locks WHERE locktype = 'advisory' AND granted"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
    )


async def test_a_missing_driver_is_told_in_a_sentence() -> None:
    with pytest.raises(DatabaseUnusable, match=r"module psycopg2 is missing; pip install"):
        await Lease("postgresql+psycopg2://nobody@127.0.0.1/nothing", [0]).got()
