"""The bot's end of the line to the process through which workers elsewhere are asked."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress

from players.wire import Untrue

from .workers import environment

LONGEST_LINE = 1 << 20
"""The most bytes of a line that is read."""
MOST_THREADS = 64
"""The most thoughts at a time that a worker is believed to have room for."""
GRACE_S = 10.0
"""The time after which it should have said itself that an answer is late."""
ENDS: Mapping[object, type[Exception]] = {"gone": BrokenExecutor, "late": TimeoutError}
"""What is raised for the trouble it tells; anything else is Untrue."""


class Line:
    """The process of relay.py, which connects to a scheduler and ends with its connection."""

    def __init__(self, address: str, longest_s: float) -> None:
        self.workers: Mapping[str, int] = {}
        """How many thoughts each worker has room for."""
        self.failed = ""
        """The reason why there is no connection, as the name of an error."""
        self._longest_s = longest_s
        self._begun = threading.Event()
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._asked: dict[int, Future[str]] = {}
        self._number = 0
        self._over = False
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", "bot.matches.machines.relay", address, str(longest_s)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # strangers choose what dask complains of
            env=environment(),
        )
        threading.Thread(target=self._listen, name="line", daemon=True).start()

    @property
    def alive(self) -> bool:
        """Tell whether it can be asked."""
        return not self._over

    def connected(self, longest_s: float) -> bool:
        """Wait until it has connected, or cannot, and tell which."""
        return self._begun.wait(longest_s) and not self._over and not self.failed

    def close(self) -> None:
        """End it; what was asked fails."""
        self._process.kill()

    def ask(self, worker: str, text: str) -> str:
        """Ask a worker and return its answer. Raises BrokenExecutor if the worker is gone, or this
        process, TimeoutError if it does not answer, and Untrue if its answer is no text."""
        answered: Future[str] = Future()
        with self._lock:
            if self._over:
                raise BrokenExecutor
            self._number += 1
            number = self._number
            self._asked[number] = answered
        line = json.dumps({"id": number, "worker": worker, "text": text}).encode() + b"\n"
        watch = threading.Timer(self._longest_s + GRACE_S, self.close)
        watch.start()
        try:
            with self._writing, suppress(OSError):  # it ends, and _listen says so
                self._process.stdin.write(line)  # type: ignore[union-attr]  # a pipe
                self._process.stdin.flush()  # type: ignore[union-attr]
            return answered.result()
        finally:
            watch.cancel()

    def _listen(self) -> None:
        """Hear what it says, until it ends or says what it should not."""
        with self._process as process:
            try:
                while line := process.stdout.readline(LONGEST_LINE):  # type: ignore[union-attr]
                    self._hear(**json.loads(line))
            except (ValueError, TypeError, AttributeError):
                pass
            finally:
                process.kill()
                with self._lock:
                    self._over = True
                    left = list(self._asked.values())
                self._begun.set()
                for answered in left:
                    answered.set_exception(BrokenExecutor())
                with suppress(OSError):
                    process.stdin.close()  # type: ignore[union-attr]

    def _hear(
        self,
        *,
        workers: Mapping[str, int] | None = None,
        failed: str = "",
        id: int | None = None,  # noqa: A002 - as in the line
        text: str = "",
        trouble: str = "",
    ) -> None:
        if workers is not None or failed:
            self.failed = failed
            found = (workers or {}).items()
            self.workers = {one: max(1, min(count, MOST_THREADS)) for one, count in found}
            self._begun.set()
            return
        with self._lock:
            answered = self._asked.pop(id, None) if id is not None else None
        if answered and trouble:
            answered.set_exception(ENDS.get(trouble, Untrue)())
        elif answered:
            answered.set_result(text)
