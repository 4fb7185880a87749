"""Workers of other machines think as well; one that dies or lies costs no turn and does no harm."""

from __future__ import annotations

import asyncio
import logging
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import pytest

from bot.matches.machines import cluster as machine
from bot.matches.machines.cluster import Cluster
from bot.matches.machines.thinkers import Thinkers, Unasked
from games.core import Seat
from games.rulebook import RULES
from players.core import Budget
from players.library import PLAYERS, RANDOM
from players.worker import versions

from .scheduling import ROOT, certified, free_port, scheduler, worker
from .test_workers import wait_for

pytestmark = pytest.mark.slow

WORKERS = 2
MURUS = RULES["murus"]
PAST = (MURUS.view(MURUS.initial(""), Seat(0)),)
SHORT, LONG = Budget(30, 0.1), Budget(1500, 0.1)
SLICES = Budget(2 * PLAYERS["murus"].slice + 1000)
HOSTILE = str(ROOT / "tests/matches/hostile_worker.py")
SILENT, BUG, FIRST = 2000, 2001, 1000
MANNERS = 12
"""The seeds of hostile_worker.py, which can be imported only where dask is."""


@pytest.fixture(autouse=True)
def _extra(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(machine, "PAUSE_S", 0.0)


def expected(seed: int, budget: Budget = SHORT) -> str:
    return PLAYERS["murus"].choose(PAST[-1], PAST, budget, seed).text


async def turn(thinkers: Thinkers, seed: int = 7, budget: Budget = SHORT) -> str:
    return (await thinkers.choose("murus", PAST, budget, seed, match=f"M{seed}")).text


async def come(thinkers: Thinkers, seed: int = 7) -> str:
    """Ask again and again, as computers do every half minute, until somebody answers."""
    async with asyncio.timeout(120):
        while True:
            try:
                return await turn(thinkers, seed)
            except Unasked:
                await asyncio.sleep(0.1)


def opened(address: str, **more: float) -> tuple[Thinkers, Cluster]:
    cluster = Cluster(address, **more)  # type: ignore[arg-type]  # seconds
    return Thinkers(cluster, lambda: cluster.room), cluster


async def everybody(executor: Cluster) -> None:
    """Wait until both workers can be asked."""
    await asyncio.to_thread(wait_for, lambda: executor.room == WORKERS)


def marks(folder: Path) -> set[str]:
    """List the files that programs of a hostile worker have left."""
    return {one.name for one in folder.iterdir()}


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """Start a scheduler on loopback with its workers, and give its address and them."""
    with ExitStack() as stack:
        address, _ = scheduler(stack)
        yield address, [worker(stack, address) for _ in range(WORKERS)]


@pytest.fixture
async def alone() -> AsyncIterator[tuple[str, subprocess.Popen[str], Thinkers, ExitStack]]:
    """Start a scheduler with one worker; give its address, its process, and the thinkers."""
    with ExitStack() as stack:
        address, process = await asyncio.to_thread(scheduler, stack)
        await asyncio.to_thread(worker, stack, address)
        thinkers, _ = opened(address)
        yield address, process, thinkers, stack
        await asyncio.wait_for(thinkers.close(), 60)


async def test_a_killed_worker_of_a_cluster_costs_no_turn(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, workers = cluster
    thinkers, executor = opened(address)
    await come(thinkers)
    assert executor.room == WORKERS
    asked = [asyncio.create_task(turn(thinkers, n, LONG)) for n in range(100, 108)]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    workers[0].kill()
    assert await asyncio.gather(*asked) == [expected(n, LONG) for n in range(100, 108)]
    await thinkers.close()


async def test_processes_of_the_bot_share_a_cluster_and_none_waits_for_all_of_anothers(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, _ = cluster
    (busy, one), (other, two) = opened(address), opened(address)
    await everybody(one)
    await everybody(two)
    many = [asyncio.create_task(turn(busy, n, LONG)) for n in range(100, 116)]
    await asyncio.wait(many, return_when=asyncio.FIRST_COMPLETED)
    assert await turn(other, 7, LONG) == expected(7, LONG)
    assert not all(one.done() for one in many)
    assert await asyncio.gather(*many) == [expected(n, LONG) for n in range(100, 116)]
    await busy.close()
    await other.close()


async def test_a_cluster_behind_tls_lets_nobody_in_without_its_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ExitStack() as stack:
        with monkeypatch.context() as variables:
            for name, value in certified(tmp_path).items():
                variables.setenv(name, value)
            address, _ = await asyncio.to_thread(scheduler, stack, protocol="tls")
            await asyncio.to_thread(worker, stack, address)
            thinkers, _ = opened(address)
            assert await come(thinkers) == expected(7)
            await thinkers.close()
        stranger, _ = opened(address)
        with pytest.raises(Unasked):
            await turn(stranger)
        await stranger.close()


async def test_workers_of_a_cluster_go_on_with_the_thoughts_of_others(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, workers = cluster
    thinkers, executor = opened(address)
    await come(thinkers)
    await everybody(executor)
    asked = [asyncio.create_task(turn(thinkers, n, SLICES)) for n in range(3)]
    await come(thinkers)
    workers[0].kill()
    assert await asyncio.gather(*asked) == [expected(n, SLICES) for n in range(3)]
    await thinkers.close()


async def test_a_worker_of_another_version_is_named_and_not_asked(
    cluster: tuple[str, list[subprocess.Popen[str]]], caplog: pytest.LogCaptureFixture
) -> None:
    another = Cluster(cluster[0], versions() | {"python": "2.7"})
    thinkers = Thinkers(another, lambda: another.room)
    with pytest.raises(Unasked):
        await turn(thinkers)
    await thinkers.close()
    assert "has another version: python " in caplog.text
    assert ", not 2.7; it is not asked for 30 s" in caplog.text


async def test_a_scheduler_that_comes_back_is_asked_again(
    alone: tuple[str, subprocess.Popen[str], Thinkers, ExitStack],
) -> None:
    address, process, thinkers, stack = alone
    assert await come(thinkers, 7) == expected(7)
    process.kill()
    process.wait()
    with pytest.raises(Unasked):
        await turn(thinkers, 8)
    again, _ = await asyncio.to_thread(scheduler, stack, int(address.rpartition(":")[2]))
    assert again == address
    await asyncio.to_thread(worker, stack, address)
    assert await come(thinkers, 9) == expected(9)


async def test_a_scheduler_that_stays_away_costs_no_threads(
    alone: tuple[str, subprocess.Popen[str], Thinkers, ExitStack],
) -> None:
    _, process, thinkers, _ = alone
    process.kill()
    process.wait()
    counts = []
    for _ in range(4):
        with pytest.raises(Unasked):
            await turn(thinkers)
        counts.append(threading.active_count())
    assert counts[-1] <= counts[1] + 1


async def test_a_scheduler_away_at_the_start_is_told_of_once_and_asked_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bot")
    port = free_port()
    with ExitStack() as stack:
        thinkers = Thinkers.open(f"tcp://127.0.0.1:{port}")
        for _ in range(2):
            with pytest.raises(Unasked):
                await turn(thinkers)
        address, _ = await asyncio.to_thread(scheduler, stack, port)
        await asyncio.to_thread(worker, stack, address)
        assert await come(thinkers) == expected(7)
        await thinkers.close()
    told = [one.getMessage() for one in caplog.records if one.name.endswith(".cluster")]
    assert told[0].startswith("WORKERS: the scheduler cannot be reached (OSError); ")
    assert told[-1] == "WORKERS: workers think for computer players"
    assert all(earlier != later for earlier, later in pairwise(told))
    assert str(port) not in caplog.text


async def test_without_any_worker_computers_wait(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, workers = cluster
    thinkers, _ = opened(address)
    await come(thinkers)
    for one in workers:
        one.kill()
        one.wait()
    with pytest.raises(Unasked):
        await turn(thinkers)
    with ExitStack() as stack:
        await asyncio.to_thread(worker, stack, address)
        assert await come(thinkers) == expected(7)
        await thinkers.close()


# ---------------------------------------------------------------------- hostile workers


async def test_what_a_hostile_worker_answers_is_asked_of_another_and_runs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(machine, "SHUNNED_S", 0.0)
    monkeypatch.setattr(machine, "DIFFERENT_S", 0.0)
    with ExitStack() as stack:
        address, hub = await asyncio.to_thread(scheduler, stack)
        mark = {"HOSTILE_MARK": str(tmp_path / "mark")}
        hostile = await asyncio.to_thread(
            lambda: worker(stack, address, "--preload", HOSTILE, **mark)
        )
        honest = await asyncio.to_thread(worker, stack, address)
        thinkers, executor = opened(address)
        await everybody(executor)
        for seed in range(FIRST, FIRST + MANNERS):
            caplog.clear()
            both = await asyncio.gather(turn(thinkers, seed), turn(thinkers, seed))
            assert set(both) == {expected(seed)}
            (told,) = {one.getMessage() for one in caplog.records if one.levelname == "ERROR"}
            assert told.startswith(f"WORKERS: {told.split()[1]} ")
            assert told.split()[1].startswith("'tcp://127.0.0.1:")
        await thinkers.close()
    known = {f"mark-{one.pid}" for one in (hub, hostile, honest)}
    assert marks(tmp_path) <= known


def infiltrated(stack: ExitStack) -> str:
    """Start a scheduler with a hostile worker, and return its address."""
    address, _ = scheduler(stack)
    worker(stack, address, "--preload", HOSTILE)
    return address


async def test_with_hostile_workers_alone_computers_wait_and_play_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with ExitStack() as stack:
        address = await asyncio.to_thread(infiltrated, stack)
        thinkers, _ = opened(address)
        await come(thinkers)
        with pytest.raises(Unasked):
            await turn(thinkers, FIRST)
        with pytest.raises(Unasked):
            await turn(thinkers)  # it is not asked again so soon
        await thinkers.close()
    assert "it is not asked for 600 s" in caplog.text
    assert "no worker answers now" in caplog.text


async def test_a_worker_that_never_answers_holds_no_turn_up() -> None:
    with ExitStack() as stack:
        address = await asyncio.to_thread(infiltrated, stack)
        await asyncio.to_thread(worker, stack, address)
        thinkers, executor = opened(address, longest_s=30.0)
        await everybody(executor)
        both = [asyncio.create_task(turn(thinkers, SILENT)) for _ in range(WORKERS)]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        assert await turn(thinkers, 8) == expected(8)
        assert set(await asyncio.gather(*both)) == {expected(SILENT)}
        await thinkers.close()


async def test_a_player_that_fails_on_every_worker_holds_nothing_up(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with ExitStack() as stack:
        address = await asyncio.to_thread(infiltrated, stack)
        thinkers, _ = opened(address)
        await come(thinkers)
        assert await turn(thinkers, BUG) == RANDOM["murus"](PAST[-1], PAST, SHORT, BUG).text
        await thinkers.close()
    assert "Secret" in caplog.text
