"""Asks the workers for turns: moves, then hints, then slices of long thoughts, then analysis."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass, field, replace
from enum import IntEnum

from games.core import View
from players.core import AnyPlayer, Budget, Choice, Pause
from players.library import PLAYERS, RANDOM
from players.worker import Question, answer

from .workers import Away, Failed, Processes

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""The number of workers that may die over one position before it is given up."""
PATIENCE = 8
"""The number of urgent jobs that may overtake a less urgent one."""


class Urgency(IntEnum):
    """The urgency of a question, the most urgent first."""

    MOVE = 0
    HINT = 1
    SLICE = 2
    ANALYSIS = 3


class Unanswered(Exception):
    """The workers could not judge a position."""


class Unasked(Unanswered):
    """The workers cannot be asked just now; later they may answer."""


@dataclass(eq=False, slots=True)
class _Job:
    question: Question
    match: str
    urgency: Urgency
    done: asyncio.Future[tuple[Choice, ...] | None]


@dataclass(slots=True)
class _Queue:
    """The jobs of one urgency: one of every match in turn, in the order of their arrival."""

    waiting: OrderedDict[str, deque[_Job]] = field(default_factory=OrderedDict)
    passed: int = 0

    def put(self, job: _Job) -> None:
        self.waiting.setdefault(job.match, deque()).append(job)

    def take(self) -> _Job:
        match, jobs = self.waiting.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self.waiting[match] = jobs
        return job


def cores() -> int:
    """Count the processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Thinkers:
    """Computer players' thoughts, `room` at a time. A cancelled await drops its question if it
    still waits, else the answer."""

    def __init__(
        self,
        executor: Executor,
        room: int | Callable[[], int],
        players: Mapping[str, AnyPlayer] = PLAYERS,
        ask: Callable[[Question], tuple[Choice, ...] | Pause] = answer,
    ) -> None:
        self._executor = executor
        self._room = room if callable(room) else lambda: room
        self._closed = False
        self._players = players
        self._ask = ask
        self._queues = {urgency: _Queue() for urgency in Urgency}
        self._tasks: dict[asyncio.Task[None], _Job] = {}

    @classmethod
    def open(cls, workers: str) -> Thinkers:
        """Open what the setting says: "local:2", "local" (all cores but one), or an address, to
        which it connects by itself, now or when somebody is there."""
        place, _, count = workers.partition(":")
        if place == "local":
            room = int(count) if count else max(1, cores() - 1)
            return cls(Processes(room), room)
        from .network import Network  # its library comes with the optional extra

        network = Network(workers)
        return cls(network, lambda: network.room)

    @property
    def queue(self) -> int:
        """The number of questions that wait until a worker has room."""
        jobs = (job for line in self._queues.values() for of in line.waiting.values() for job in of)
        return sum(not job.done.done() for job in jobs)

    async def choose(
        self, game: str, past: Sequence[View], budget: Budget, seed: int, *, match: str
    ) -> Choice:
        """Choose a turn for the seat whose views these are, the present one last. A thought of
        several slices waits after each until nothing more urgent does. If workers die or fail over
        this position, it is any legal turn by the same seed, which `players.verify` recognises.
        Raises Unasked."""
        player = self._players[game]
        question = Question(game, tuple(past), budget, seed, player.version)
        slices = player.go_on and budget.nodes > player.slice
        found = await self._put_question(question, match, Urgency.SLICE if slices else Urgency.MOVE)
        if not found:
            log.error("match=%s game=%s: no worker found a turn; any will do", match, game)
            return RANDOM[game](past[-1], past, budget, seed)
        return found[0]

    async def judge(
        self,
        game: str,
        past: Sequence[View],
        nodes: int,
        *,
        match: str,
        urgency: Urgency = Urgency.HINT,
    ) -> tuple[Choice, ...]:
        """List the best turns of the seat whose views these are, the best first. Analysis asks for
        one position at a time, so that nothing waits for long. Raises Unanswered or Unasked."""
        question = Question(game, tuple(past), Budget(nodes), None, self._players[game].version)
        found = await self._put_question(question, match, urgency)
        if found is None:
            raise Unanswered(match)
        return found

    async def close(self) -> None:
        """Give up whatever is asked, and end the workers."""
        self._closed = True
        while job := self._next():
            job.done.cancel()
        for job in self._tasks.values():
            job.done.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)

    async def _put_question(
        self, question: Question, match: str, urgency: Urgency
    ) -> tuple[Choice, ...] | None:
        if self._closed:
            raise Unasked(match)
        job = _Job(question, match, urgency, asyncio.get_running_loop().create_future())
        self._queues[urgency].put(job)
        self._fill()
        return await job.done

    def _fill(self) -> None:
        while len(self._tasks) < self._room() and (job := self._next()):
            task = asyncio.create_task(self._answer(job), name=f"think for {job.match}")
            self._tasks[task] = job
            task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.pop(task, None)
        self._fill()

    def _next(self) -> _Job | None:
        """Take the most urgent job, but first any that was passed over too often."""
        while full := [queue for queue in self._queues.values() if queue.waiting]:
            late = [queue for queue in full if queue.passed >= PATIENCE]
            chosen = (late or full)[0]
            job = chosen.take()
            if job.done.done():
                continue  # it is waited for no more
            for queue in full[full.index(chosen) + 1 :]:
                queue.passed += 1
            chosen.passed = 0
            return job
        return None

    async def _answer(self, job: _Job) -> None:
        """Ask, again if a worker dies over it; an unfinished thought goes back into the queue."""
        choices: tuple[Choice, ...] | None = None
        try:
            for _ in range(ATTEMPTS):
                try:
                    asked = self._executor.submit(self._ask, job.question)
                    found = await asyncio.wrap_future(asked)
                    if isinstance(found, Pause):
                        job.question = replace(job.question, pause=found)
                        self._queues[job.urgency].put(job)
                        return
                    choices = found
                    break
                except BrokenExecutor:
                    if job.done.cancelled():
                        return
                    log.warning("match=%s: a worker has died", job.match)
        except Away:
            if not job.done.done():
                job.done.set_exception(Unasked(job.match))
        except Exception as error:  # a door: a player that fails must not hold the match up
            why = error if isinstance(error, Failed) else type(error).__name__
            log.error("match=%s game=%s: %s", job.match, job.question.game, why)
            if not (isinstance(error, Failed) and error.of_the_player) and not job.done.done():
                job.done.set_exception(Unasked(job.match))
        if not job.done.done():
            job.done.set_result(choices)
