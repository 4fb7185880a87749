"""Replays of matches as pictures that move, from their reader's views alone: made one at a time
behind everything else in a process of this machine, piece by piece, and shared."""

import asyncio
import logging
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import ParamSpec, TypeAlias, TypeVar

from bot.matches.machines.workers import Failed
from games.core import Sayable, View
from render.look import Look
from render.replay import FRAMES, canvas, close_file, frames, open_file, select_boards

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
Hire: TypeAlias = Callable[[], Executor]
"""Start an executor for one replay."""

PIECE = 8
"""The boards drawn between two reports of progress."""
LARGEST = 4 << 20
"""The most bytes of a replay, wherever it is sent."""
SPARE = 64 << 10
"""The bytes of a message's limit that are left for everything but its replay."""
KEPT_S = 600.0
MOST_KEPT, MOST_ASKED = 8, 2
"""The most replays that are kept, or wait and are drawn, in all; and of one asker."""
HALVES = range(1, 8)
"""How often a replay of smaller boards is thinned by half."""


@dataclass(slots=True, eq=False, weakref_slot=True)
class Replay:
    """A replay being made, or made: how many boards of the `chosen` are drawn, of `total`."""

    total: int
    chosen: int = 0
    drawn: int = 0
    _making: asyncio.Task[bytes] | None = field(default=None, repr=False)
    _end: asyncio.TimerHandle | None = field(default=None, repr=False)

    @property
    def going_on(self) -> bool:
        """Tell whether it is still being drawn, or waits for its turn."""
        return self._making is None or not self._making.done()

    async def wait(self, seconds: float) -> None:
        """Wait until it is made, but not longer than this."""
        if self._making is not None:
            await asyncio.wait((self._making,), timeout=seconds)

    def gif(self) -> bytes | None:
        """Return it when it is made; None if the drawing was interrupted."""
        if self._making is None or self._making.cancelled() or self._making.exception():
            return None
        return self._making.result()


class Replays:
    """All that are being made, and the last ones made for ten minutes; `hire` starts an executor
    for each, shut down afterwards."""

    def __init__(self, hire: Hire) -> None:
        self._hire = hire
        self._turn = asyncio.Semaphore(1)
        self._known: dict[Hashable, Replay] = {}
        self._askers: dict[asyncio.Task[bytes], int] = {}

    def begin(
        self, key: Hashable, asker: int, views: Sequence[View], look: Look, limit: int
    ) -> Replay:
        """Find the replay of this key, or begin it for its asker. The key says all it is made of:
        the match as far as it has come, whose views, the look. `limit` is the largest attachment in
        bytes that its readers may be sent. Raises Sayable while too many wait, of one asker or in
        all."""
        most = min(LARGEST, limit - SPARE)
        key = key, most
        if known := self._known.get(key):
            return known
        if [*self._askers.values()].count(asker) >= MOST_ASKED:
            raise Sayable("animation.enough", limit=MOST_ASKED)
        if len(self._askers) >= MOST_KEPT:
            raise Sayable("animation.busy")
        while len(self._known) >= MOST_KEPT:
            self._drop(*next(item for item in self._known.items() if not item[1].going_on))
        replay = self._known[key] = Replay(len(views))
        replay._making = task = asyncio.create_task(self._make(replay, views, look, most))
        self._askers[task] = asker
        task.add_done_callback(lambda done: self._finish(key, replay, done))
        return replay

    async def close(self) -> None:
        for task in self._askers:
            task.cancel()
        await asyncio.gather(*self._askers, return_exceptions=True)

    def _finish(self, key: Hashable, replay: Replay, task: asyncio.Task[bytes]) -> None:
        del self._askers[task]
        if replay.gif() is None:
            self._drop(key, replay)  # whoever presses again begins anew
            if not task.cancelled():
                failure = task.exception()
                why = failure if isinstance(failure, Failed) else type(failure).__name__
                log.warning("a replay could not be drawn: %s", why)
        else:
            replay._end = task.get_loop().call_later(KEPT_S, self._drop, key, replay)

    def _drop(self, key: Hashable, replay: Replay) -> None:
        """Keep it no longer, nor whatever would let go of it later."""
        if self._known.get(key) is replay:
            del self._known[key]
        if replay._end is not None:
            replay._end.cancel()

    async def _make(self, replay: Replay, views: Sequence[View], look: Look, most: int) -> bytes:
        async with self._turn:
            executor = self._hire()
            try:
                return await _draw(executor, replay, views, look, most)
            finally:
                await asyncio.to_thread(executor.shutdown)


async def _draw(
    executor: Executor, replay: Replay, views: Sequence[View], look: Look, most: int
) -> bytes:
    """Draw a replay of at most `most` bytes: of fewer boards, then smaller ones, if it must be."""

    async def ask(task: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await asyncio.wrap_future(executor.submit(task, *args, **kwargs))

    count = min(len(views), FRAMES)
    fewer = ((count // 2, False), *((count >> half, True) for half in HALVES))
    for number, smaller in ((count, False), *fewer):
        chosen = [views[place] for place in select_boards(views, number)]
        size = await ask(canvas, chosen, look, smaller)
        pieces = [await ask(open_file, chosen[0], look, size)]
        replay.chosen, replay.drawn = len(chosen), 0
        while replay.drawn < len(chosen) and sum(map(len, pieces)) < most:
            start, end = replay.drawn, min(replay.drawn + PIECE, len(chosen))
            before, ends = chosen[start - 1] if start else None, end == len(chosen)
            pieces += await ask(frames, before, chosen[start:end], look, size, ends)
            replay.drawn = end
        if replay.drawn == len(chosen) and len(gif := close_file(pieces)) <= most:
            return gif
    raise ValueError("no replay is as small as this")
