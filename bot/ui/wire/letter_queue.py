"""The queue of letters: direct messages and pings go out one after the other for each person.
Whoever's messages are slow to go out holds up nobody else's, and no board."""

import asyncio
from collections.abc import Awaitable, Callable

from .pace import Rank, rank

AT_ONCE = 32
"""The number of people who are written to side by side; Discord allows 50 requests a second."""


class LetterQueue:
    """One queue for each person who is being written to."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)
        self._last: dict[int, asyncio.Task[bool]] = {}
        self._tasks: set[asyncio.Task[bool]] = set()

    def put(self, person: int, send: Callable[[], Awaitable[bool]]) -> asyncio.Task[bool]:
        """Send something once all that is under way to this person has been sent. `send` raises
        nothing; it says whether all is done."""
        before = self._last.get(person)
        task = asyncio.create_task(self._send(before, send), name=f"post to {person}")
        self._last[person] = task
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._finish(person, done))
        return task

    def _finish(self, person: int, task: asyncio.Task[bool]) -> None:
        self._tasks.discard(task)
        if self._last.get(person) is task:
            del self._last[person]

    async def close(self) -> None:
        """Give up what has not been sent; the next start sends it."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(
        self, before: asyncio.Task[bool] | None, send: Callable[[], Awaitable[bool]]
    ) -> bool:
        if before is not None:
            await asyncio.wait({before})
        rank.set(Rank.LETTER)
        async with self._free:
            return await send()
