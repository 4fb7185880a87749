"""Workers on other machines, through dask.distributed (the extra `cluster`), as one Executor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from players.worker import versions

if TYPE_CHECKING:
    from distributed import Client

P = ParamSpec("P")
T = TypeVar("T")
CONNECTING_S = 10


class WorkersDiffer(Exception):
    """A worker's Python, or its players, are not the bot's; the text says how."""


class Cluster(Executor):
    """What the workers of a scheduler do; if one dies, another does it again."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        found: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return found

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the scheduler; its workers stay."""
        self._executor.shutdown(wait=False)
        self._client.close()


def connected(address: str, ours: Mapping[str, str] | None = None) -> tuple[Executor, int]:
    """The workers behind a scheduler, and how many thoughts they have room for.

    `ours` is what they must have, if that is not what is here.

    Raises WorkersDiffer, OSError if nobody is there, and ImportError without the extra.
    """
    from distributed import Client

    client = Client(address, timeout=CONNECTING_S, set_as_default=False)
    try:
        for worker, theirs in client.run(versions).items():
            if differing := differences(ours or versions(), theirs):
                raise WorkersDiffer(f"{worker}: {differing}")
        room = sum(client.nthreads().values())
    except BaseException:
        client.close()
        raise
    return Cluster(client), max(1, room)


def differences(ours: Mapping[str, str], theirs: Mapping[str, str]) -> str:
    """What a worker has in another version than the bot: "python 3.11, not 3.13"."""
    keys = [key for key, value in ours.items() if theirs.get(key) != value]
    return ", ".join(f"{key} {theirs.get(key, '-')}, not {ours[key]}" for key in keys)
