"""Workers on other machines, through dask.distributed (the extra `cluster`), as one Executor."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from players.worker import perform, versions

from .workers import LONGEST_S, Failed, OutOfProcess

if TYPE_CHECKING:
    from distributed import Client

CONNECTING_S = 10
"""The longest wait for a scheduler, and the pause before it is tried again."""


class WorkersDiffer(Exception):
    """A worker's Python, or its players, are not the bot's; the text says how."""


class Cluster(OutOfProcess):
    """Has tasks done by the workers of a scheduler; if one dies, another does its task again.

    A thread waits for each task. If the scheduler was away until its client gave up, the task
    fails, and the next one connects anew.
    """

    def __init__(self, address: str, ours: Mapping[str, str]) -> None:
        """Connect; raises what `connected` raises."""
        from distributed import utils

        self._address = address
        self._ours = ours
        self._lock = threading.Lock()
        self._closed = False
        self._refused = -inf  # when it last could not connect
        self._loop = utils.LoopRunner()  # of all clients: each would leave one behind
        self._loop.start()  # type: ignore[no-untyped-call]
        self._client = self._connect()
        self.room = max(1, sum(self._client.nthreads().values()))
        super().__init__(self.room, "cluster")

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the scheduler; its workers stay."""
        self._closed = True
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)
        with suppress(Exception):  # a client that has given up complains of being closed
            self._client.close()

    def _ask(self, task: Callable[..., Any], arguments: tuple[object, ...]) -> tuple[Any, str]:
        from distributed import KilledWorker

        asked = self._connected().submit(perform, task, arguments, pure=False)
        try:
            answer: tuple[Any, str] = asked.result(LONGEST_S)
        except KilledWorker:
            raise Failed(KilledWorker.__name__) from None
        except TimeoutError:
            asked.cancel()
            raise
        return answer

    def _connected(self) -> Client:
        """Return the client, or a new one if it has given up. Raises what `connected` raises."""
        with self._lock:
            if self._closed or monotonic() < self._refused + CONNECTING_S:
                raise ConnectionError(self._address)
            if self._client.status in ("closing", "closed"):
                try:
                    self._client = self._connect()
                except Exception:
                    self._refused = monotonic()
                    raise
            return self._client

    def _connect(self) -> Client:
        from distributed import Client

        client = Client(
            self._address, timeout=CONNECTING_S, set_as_default=False, loop=self._loop.loop
        )
        try:
            if self._closed:
                raise ConnectionError(self._address)
            for worker, theirs in client.run(versions).items():
                if differing := differences(self._ours, theirs):
                    raise WorkersDiffer(f"{worker}: {differing}")
        except BaseException:
            client.close()
            raise
        return client


def connected(address: str, ours: Mapping[str, str] | None = None) -> tuple[Executor, int]:
    """Connect to the workers behind a scheduler; return them and the number of thoughts they take.

    `ours` are the versions they must have (None: those of this process). Raises WorkersDiffer,
    OSError if no scheduler answers, and ImportError without the extra.
    """
    cluster = Cluster(address, ours or versions())
    return cluster, cluster.room


def differences(ours: Mapping[str, str], theirs: Mapping[str, str]) -> str:
    """List what a worker has in another version than the bot: "python 3.11, not 3.13"."""
    keys = [key for key, value in ours.items() if theirs.get(key) != value]
    return ", ".join(f"{key} {theirs.get(key, '-')}, not {ours[key]}" for key in keys)
