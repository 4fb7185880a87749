"""Processes that think for computer players, as one Executor; a dead one is replaced."""

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from typing import ParamSpec, TypeVar

from players.worker import OtherVersion

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_S = 120.0
"""The longest a task may take: budgets end in seconds, so a process that goes on hangs."""
SECRETS = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    "PGPASSWORD",
    "POSTGRES_PASSWORD",
    "SENTRY_DSN",
    "WORKERS",
)
"""Variables that are no business of a player's."""


class Failed(Exception):
    """A task raised an exception in its process; the text is only the name of its class, for its
    message might tell of hidden pieces."""

    @property
    def of_the_player(self) -> bool:
        """True if it was the player that failed, and would again."""
        return str(self) != OtherVersion.__name__


class Away(Exception):
    """Nobody can be asked just now."""


class InProcess(Executor):
    """Does tasks at once in this process, which waits: for tests, and for a simulated Discord."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except Exception as error:
            done.set_exception(Failed(type(error).__name__))
        return done


class Processes(Executor):
    """Processes of this machine that give way to everything else, each started when it is needed.
    They are programs of their own (players/worker.py), know nothing of Discord or the database, and
    end with the bot. If one dies, or hangs and is killed, only its task fails (BrokenExecutor)."""

    def __init__(self, count: int, longest_s: float = LONGEST_S) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="worker")
        self._longest_s = longest_s
        self._own = threading.local()
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._closed = False

    @property
    def pids(self) -> tuple[int, ...]:
        with self._lock:
            return tuple(process.pid for process in self._running)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if kwargs:
            raise TypeError("a task has no keywords")
        return self._threads.submit(self._have_done, fn, args)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()
        self._threads.shutdown(wait, cancel_futures=cancel_futures)
        with self._lock:
            left = tuple(self._running)
        for process in left if wait else ():
            self._bury(process)

    def _have_done(self, task: Callable[..., T], arguments: tuple[object, ...]) -> T:
        """Have a task done by the process of this thread, while it waits."""
        process = self._process()
        if process.stdin is None or process.stdout is None:
            raise BrokenExecutor
        watch = threading.Timer(self._longest_s, process.kill)
        watch.start()
        try:
            pickle.dump((task, arguments), process.stdin)
            process.stdin.flush()
            answer: T
            answer, error = pickle.load(process.stdout)  # noqa: S301 - our own child
        except (OSError, EOFError, pickle.UnpicklingError):
            self._bury(process)
            raise BrokenExecutor("a worker has died") from None
        finally:
            watch.cancel()
        if error:
            raise Failed(error)
        return answer

    def _process(self) -> subprocess.Popen[bytes]:
        process: subprocess.Popen[bytes] | None = getattr(self._own, "process", None)
        if process is not None and process.poll() is None:
            return process
        if process is not None:
            self._bury(process)
        with self._lock:
            if self._closed:
                raise BrokenExecutor("closed")
            process = subprocess.Popen(
                [sys.executable, "-m", "players.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment(),
            )
            self._running.add(process)
        self._own.process = process
        return process

    def _bury(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        process.wait()
        for pipe in filter(None, (process.stdin, process.stdout)):
            with suppress(OSError):
                pipe.close()
        self._own.process = None
        with self._lock:
            self._running.discard(process)


def environment() -> dict[str, str]:
    """Make the environment of a process: this one's without its secrets, and the module path."""
    kept = {name: value for name, value in os.environ.items() if name.upper() not in SECRETS}
    return kept | {"PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
