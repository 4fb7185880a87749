"""Workers on other machines, through dask.distributed (the extra `cluster`)."""

from __future__ import annotations

from concurrent.futures import Executor

from players.worker import versions


class WorkersDiffer(Exception):
    """A worker's Python, or its players, are not the bot's; the text says how."""


def connected(address: str) -> tuple[Executor, int]:
    """The workers behind a scheduler as one Executor, and how many thoughts they have room for.

    A task whose worker dies is done again by another. Raises WorkersDiffer, OSError if nobody is
    there, and ImportError without the extra.
    """
    import distributed

    client = distributed.Client(address, timeout=10, set_as_default=False)
    ours = versions()
    for worker, theirs in client.run(versions).items():
        differing = [key for key, value in ours.items() if theirs.get(key) != value]
        if differing:
            client.close()
            found = ", ".join(f"{key} {theirs.get(key)}, not {ours[key]}" for key in differing)
            raise WorkersDiffer(f"{worker}: {found}")
    return client.get_executor(pure=False), max(1, sum(client.nthreads().values()))
