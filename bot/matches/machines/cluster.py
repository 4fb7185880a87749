"""Workers on other machines, through dask.distributed (the extra `cluster`), none of them trusted.

Only text goes to them and comes from them, by way of a process of its own (relay.py). An
answer counts if it is a legal choice of the question it was asked; else another worker is asked,
and the one that gave it is left alone for a while.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from math import inf
from time import monotonic
from typing import Any

from players.wire import Untrue, read_answer, write_question
from players.worker import OtherVersion, Question, answer, versions

from .line import Line
from .workers import LONGEST_S, Away, OutOfProcess

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""The number of workers that are asked one question before it is given up for now."""
STARTING_S = 60.0
"""The longest wait for the relay to have connected, or to say that it cannot."""
PAUSE_S = 10.0
"""The pause before a scheduler that did not answer is tried again."""
SHUNNED_S = 600.0
"""The time for which a worker is not asked that did not answer, or not as a worker does."""
DIFFERENT_S = 30.0
"""The same for a worker of another version, which its host may be about to renew."""
MOST = 64
"""The most thoughts at a time."""

THINKING = "workers think for computer players"
WAITING = "computer players wait, and it is tried again every half minute"


class Cluster(OutOfProcess):
    """Has questions answered by the workers of a scheduler, as many at a time as there is room for.

    It connects by itself, and anew with the next question after the connection was lost.
    """

    def __init__(
        self, address: str, ours: Mapping[str, str] | None = None, longest_s: float = LONGEST_S
    ) -> None:
        """Begin to connect. `ours` are the versions workers must have (None: this process's)."""
        super().__init__(MOST, "cluster")
        self._address = address
        self._ours = versions() if ours is None else ours
        self._longest_s = longest_s
        self._connecting = threading.Lock()
        self._line: Line | None = None
        self._refused = -inf  # when it last could not connect
        self._closed = False
        self._lock = threading.Lock()
        self._busy: Counter[str] = Counter()
        self._asked: Counter[str] = Counter()
        self._shunned: dict[str, float] = {}
        self._said = ""
        self._threads.submit(self._greet)

    @property
    def room(self) -> int:
        """Count the thoughts that there is room for, one at least: that one finds out."""
        line = self._line
        return min(MOST, max(1, sum(self._fit(line.workers).values()) if line else 0))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the scheduler; its workers stay."""
        self._closed = True
        if line := self._line:
            line.close()
        self._threads.shutdown(wait=False, cancel_futures=cancel_futures)

    def _greet(self) -> None:
        with suppress(Away):
            self._connected()

    def _ask(self, task: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, str]:
        """Ask one worker after the other. Raises Away if none of them answers as it should."""
        if task is not answer:
            raise TypeError("workers elsewhere answer questions and do nothing else")
        question: Question = arguments[0]
        text = write_question(question, self._ours)
        tried: list[str] = []
        failed: list[str] = []
        error = ""
        for _ in range(ATTEMPTS):
            line = self._connected()
            worker = self._taken(line.workers, tried)
            if worker is None:
                break
            tried.append(worker)
            try:
                found, error = read_answer(question, line.ask(worker, text), self._ours)
                if not error:
                    self._answered([] if question.pause else failed)  # another made the pause
                    return found, ""
                failed.append(worker)
            except OtherVersion as differing:
                self._shun(worker, DIFFERENT_S, f"has another version: {differing}")
            except Untrue:
                self._shun(worker, SHUNNED_S, "does not answer as a worker of this version does")
            except TimeoutError:
                self._shun(worker, SHUNNED_S, "does not answer")
            except BrokenExecutor:
                log.warning("WORKERS: a worker was lost over a question, and another is asked")
            finally:
                with self._lock:
                    self._busy[worker] -= 1
        if failed and failed == tried:
            return None, error
        self._say(logging.WARNING, f"no worker answers now; {WAITING}")
        raise Away

    def _answered(self, failed: Collection[str]) -> None:
        """Note that a question was answered, though these workers failed over it."""
        self._say(logging.INFO, THINKING)
        for worker in failed:
            self._shun(worker, SHUNNED_S, "failed over a question that another answered")

    def _fit(self, workers: Mapping[str, int], tried: Collection[str] = ()) -> dict[str, int]:
        """List the workers that may be asked."""
        now = monotonic()
        return {
            worker: count
            for worker, count in workers.items()
            if worker not in tried and self._shunned.get(worker, -inf) <= now
        }

    def _taken(self, workers: Mapping[str, int], tried: Collection[str]) -> str | None:
        """Take the worker with the least to do for what it can, then the one that was asked least
        often; None if there is none."""
        with self._lock:
            fit = self._fit(workers, tried)
            if not fit:
                return None
            worker = min(fit, key=lambda one: (self._busy[one] / fit[one], self._asked[one]))
            self._busy[worker] += 1
            self._asked[worker] += 1
            return worker

    def _shun(self, worker: str, seconds: float, why: str) -> None:
        with self._lock:
            self._shunned[worker] = monotonic() + seconds
        log.error("WORKERS: %.60r %s; it is not asked for %d s", worker, why, seconds)

    def _connected(self) -> Line:
        """Return the line that is connected, or open one. Raises Away."""
        with self._connecting:
            if self._line and self._line.alive:
                return self._line
            if self._closed or monotonic() < self._refused + PAUSE_S:
                raise Away
            line = self._line = Line(self._address, self._longest_s)
            if self._closed:  # meanwhile
                line.close()
            if line.connected(STARTING_S):
                self._say(logging.INFO, THINKING)
                return line
            line.close()
            self._refused = monotonic()
            why = f"the scheduler cannot be reached ({line.failed or 'it does not answer'})"
            self._say(logging.WARNING, f"{why}; {WAITING}")
            raise Away

    def _say(self, level: int, text: str) -> None:
        """Tell the host, but nothing twice in a row."""
        if text != self._said and not self._closed:
            self._said = text
            log.log(level, "WORKERS: %s", text)
