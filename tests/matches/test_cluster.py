"""Workers of other machines think as well, and one that dies costs no turn."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from bot.matches.machines.cluster import WorkersDiffer, connected, differences
from bot.matches.machines.thinkers import Thinkers, Unasked
from games.core import Seat
from games.rulebook import RULES
from players.core import Budget
from players.worker import versions

from . import thoughts
from .test_workers import PLAYERS

ROOT = Path(__file__).parents[2]
WORKERS = 2
MURUS = RULES["murus"]
PAST = (MURUS.view(MURUS.initial(""), Seat(0)),)
ALONE = ("--nthreads=1", "--no-nanny", "--no-dashboard")


def test_another_python_or_player_is_named() -> None:
    ours = {"python": "3.13", "murus": "2", "ponte": "1"}
    assert differences(ours, ours) == ""
    theirs = {"python": "3.11", "murus": "2"}
    assert differences(ours, theirs) == "python 3.11, not 3.13, ponte -, not 1"


def started(stack: ExitStack, *arguments: str) -> subprocess.Popen[str]:
    """Start a process of dask, whose log can be read."""
    process = subprocess.Popen(  # noqa: S603 - a program of the extra
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )

    def end() -> None:
        process.kill()
        process.wait()
        if process.stderr:
            process.stderr.close()

    stack.callback(end)
    return process


def scheduler(stack: ExitStack, port: int = 0) -> tuple[str, subprocess.Popen[str]]:
    """Start a scheduler on loopback; return its address and process."""
    where = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    process = started(stack, "distributed.cli.dask_scheduler", *where)
    assert process.stderr
    lines = (re.search(r"tcp://127\.0\.0\.1:\d+", line) for line in process.stderr)
    return next(address[0] for address in lines if address), process


def worker(stack: ExitStack, address: str) -> subprocess.Popen[str]:
    """Start a worker and wait until it has joined."""
    process = started(stack, "distributed.cli.dask_worker", address, *ALONE)
    assert process.stderr
    next(line for line in process.stderr if "Registered to" in line)
    return process


@pytest.fixture
def cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """Start a scheduler on loopback with its workers, and give its address and them."""
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        address, _ = scheduler(stack)
        yield address, [worker(stack, address) for _ in range(WORKERS)]


@pytest.mark.slow
async def test_a_killed_worker_of_a_cluster_costs_no_turn(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    address, workers = cluster
    executor, room = await asyncio.to_thread(connected, address)
    assert room == WORKERS
    thinkers = Thinkers(executor, room, PLAYERS, thoughts.thought)
    asked = [
        asyncio.create_task(thinkers.choose("murus", PAST, Budget(1000), n, match=f"M{n}"))
        for n in range(100, 108)
    ]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
    workers[0].kill()
    assert [one.text for one in await asyncio.gather(*asked)] == [str(n) for n in range(100, 108)]
    await thinkers.close()


@pytest.mark.slow
def test_a_cluster_of_another_version_is_refused(
    cluster: tuple[str, list[subprocess.Popen[str]]],
) -> None:
    with pytest.raises(WorkersDiffer, match=r"tcp://.*: python .*, not 2\.7"):
        connected(cluster[0], versions() | {"python": "2.7"})


async def joined(address: str) -> Thinkers:
    """Connect to a cluster whose players answer with the seed."""
    executor, room = await asyncio.to_thread(connected, address)
    return Thinkers(executor, room, PLAYERS, thoughts.seeded)


async def turn(thinkers: Thinkers, seed: int = 7) -> str:
    return (await thinkers.choose("murus", PAST, Budget(1), seed, match="A")).text


@pytest.fixture
async def alone() -> AsyncIterator[tuple[str, subprocess.Popen[str], Thinkers, ExitStack]]:
    """Start a scheduler with one worker; give its address, its process, and the thinkers."""
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        address, process = await asyncio.to_thread(scheduler, stack)
        await asyncio.to_thread(worker, stack, address)
        thinkers = await joined(address)
        yield address, process, thinkers, stack
        await asyncio.wait_for(thinkers.close(), 60)


@pytest.mark.slow
async def test_a_scheduler_that_comes_back_is_asked_again(
    alone: tuple[str, subprocess.Popen[str], Thinkers, ExitStack],
) -> None:
    address, process, thinkers, stack = alone
    assert await turn(thinkers, 7) == "7"
    process.kill()
    process.wait()
    with pytest.raises(Unasked):
        await turn(thinkers, 8)
    again, _ = await asyncio.to_thread(scheduler, stack, int(address.rpartition(":")[2]))
    assert again == address
    await asyncio.to_thread(worker, stack, address)
    assert await turn(thinkers, 9) == "9"


@pytest.mark.slow
async def test_a_scheduler_that_stays_away_costs_no_threads(
    alone: tuple[str, subprocess.Popen[str], Thinkers, ExitStack], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.machines.cluster.CONNECTING_S", 0.2)
    _, process, thinkers, _ = alone
    process.kill()
    process.wait()
    counts = []
    for _ in range(6):
        with pytest.raises(Unasked):
            await turn(thinkers)
        await asyncio.sleep(0.3)
        counts.append(threading.active_count())
    assert counts[-1] <= counts[1] + 1


@pytest.mark.slow
async def test_without_any_worker_computers_wait(
    cluster: tuple[str, list[subprocess.Popen[str]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.matches.machines.cluster.LONGEST_S", 3.0)
    address, workers = cluster
    thinkers = await joined(address)
    for one in workers:
        one.kill()
        one.wait()
    with pytest.raises(Unasked):
        await turn(thinkers)
    monkeypatch.undo()
    with ExitStack() as stack:
        await asyncio.to_thread(worker, stack, address)
        assert await turn(thinkers) == "7"
        await thinkers.close()


@pytest.mark.slow
async def test_no_worker_of_a_cluster_writes_down_what_went_wrong(
    cluster: tuple[str, list[subprocess.Popen[str]]], caplog: pytest.LogCaptureFixture
) -> None:
    address, workers = cluster
    thinkers = await joined(address)
    await turn(thinkers, thoughts.BUG)
    await thinkers.close()
    assert "Secret" in caplog.text
    for one in workers:
        one.terminate()
        logged = (await asyncio.to_thread(one.communicate))[1]
        assert "e12" not in logged
