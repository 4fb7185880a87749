"""The pace of requests: Discord takes 50 a second from a bot, and refuses all beyond that.

Answers to interactions do not count. All others wait for their turn here, the most urgent first:
discord.py learns of the limit by refusals alone, after which all that wait begin again together.
"""

import asyncio
from collections import OrderedDict
from contextvars import ContextVar
from enum import IntEnum
from typing import Any

import aiohttp

from .said import TOO_MANY_REQUESTS

A_SECOND, AT_ONCE = 45, 3
"""The requests of all processes in a second, and the most that begin together after a rest: what is
late on its way then comes with few others."""
CALM, CALM_S = 0.5, 1.0
"""The share of the pace beyond which requests of the last rank wait, if it has been passed for so
long, and for how long after."""
SLOWER, RECOVERY = 0.8, 0.02
"""The factor of the pace after a refusal, and the share of a request that each one gives back."""
LEAST = 0.1
"""The share of the pace that is left after however many refusals."""
FREE = ("/interactions/", "/webhooks/")


class Rank(IntEnum):
    """How urgent a request is; most of the first are such as somebody waits for."""

    FIRST = 0
    BOARD = 1
    LETTER = 2
    PING = 3
    CARD = 4
    LATER = 5


rank: ContextVar[Rank] = ContextVar("rank", default=Rank.FIRST)
"""The rank of the requests that a task makes."""


class Spared(Exception):
    """A request that need not be made after all."""


class Pace:
    """Lets requests begin evenly, at this process's share of what Discord takes."""

    def __init__(self, share: float = 1.0) -> None:
        self._most = self._a_second = A_SECOND * share
        self._waiting = {
            rank: OrderedDict[asyncio.Task[Any] | None, asyncio.Future[bool]]() for rank in Rank
        }
        self._next_s = 0.0
        """The time at which the next request would begin if all began evenly."""
        self._calm_s = 0.0
        """The time at which one of the last rank would begin if all began at half the pace."""
        self._timer: asyncio.TimerHandle | None = None

    def spare(self, task: asyncio.Task[Any]) -> bool:
        """Let a task's request of the last rank end with `Spared`; False unless it waits."""
        turn = self._waiting[Rank.LATER].pop(task, None)
        if turn is None or turn.done():
            return False
        turn.set_result(False)
        return True

    def trace(self, config: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
        """Let the requests of a session wait for their turns."""
        config.on_request_start.append(self._wait)
        config.on_request_end.append(self._heed)
        return config

    async def _wait(
        self, session: aiohttp.ClientSession, _: object, asked: aiohttp.TraceRequestStartParams
    ) -> None:
        path = asked.url.path
        if not path.startswith("/api/") or any(free in path for free in FREE):
            return
        waiting, task = self._waiting[rank.get()], asyncio.current_task()
        turn = waiting[task] = asyncio.get_running_loop().create_future()
        self._release()
        try:
            if not await turn:
                raise Spared
        finally:
            waiting.pop(task, None)

    async def _heed(
        self, session: aiohttp.ClientSession, _: object, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        """Rest and go slower after a refusal that concerns all requests."""
        answer = ended.response
        if answer.status == TOO_MANY_REQUESTS and "X-RateLimit-Global" in answer.headers:
            rest_s = float(answer.headers.get("Retry-After", 1))
            self._a_second = max(self._most * LEAST, self._a_second * SLOWER)
            over_s = asyncio.get_running_loop().time() + rest_s
            self._next_s = max(self._next_s, over_s + self._lead_s)

    @property
    def _lead_s(self) -> float:
        """The seconds that a request may begin early, so that a few begin together."""
        return (AT_ONCE - 1) / self._a_second

    def _release(self) -> None:
        """Let all begin whose turn it is, and come back for the next."""
        loop = asyncio.get_running_loop()
        while waiting := next((turns for turns in self._waiting.values() if turns), None):
            at_s = self._next_s - self._lead_s
            if waiting is self._waiting[Rank.LATER]:
                at_s = max(at_s, self._calm_s - CALM_S)
            if at_s > loop.time():
                self._wake_at(at_s)
                return
            _, turn = waiting.popitem(last=False)
            if not turn.done():  # as of a task that has been cancelled
                turn.set_result(True)
                self._a_second = min(self._most, self._a_second + RECOVERY)
                now_s, each_s = loop.time(), 1 / self._a_second
                self._next_s = max(self._next_s, now_s) + each_s
                calm_s = max(self._calm_s, now_s) + each_s / CALM
                self._calm_s = min(calm_s, now_s + 2 * CALM_S)

    def _wake_at(self, at_s: float) -> None:
        """Come back then, or earlier."""
        if self._timer is None or at_s < self._timer.when():
            if self._timer:
                self._timer.cancel()
            self._timer = asyncio.get_running_loop().call_at(at_s, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self._release()
