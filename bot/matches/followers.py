"""What follows from a change: boards, messages and the like, each brought up to its match.

Nothing is notified. A follower compares what it has done with what stands and closes the gap,
whoever left it: kicked after every commit, swept at the start and now and then. Bursts coalesce:
one short task per match at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Protocol

from games.core import Event, View

from .ids import MatchId
from .match import Match

log = logging.getLogger(__name__)

AT_ONCE = 8
"""How many matches a sweep brings up side by side."""
LONGEST_GOODBYE_S = 5
LONGEST_PAUSE = 16
"""How many sweeps pass at most before a match that keeps failing is tried again."""
PATIENCE = 5.0
"""How many seconds to wait at the end for what is under way; the next start brings up the rest."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A match and what spectators see of it, None before it begins."""

    match: Match
    view: View | None


class Follower(Protocol):
    """Brings one kind of consequence up to the revision of a match."""

    async def bring(self, match: Match, view: View | None) -> Event | None:
        """Close the gap; an event says what stands in the way."""

    async def behind(self) -> Collection[MatchId]:
        """The matches that may have a gap."""


class Followers:
    """Everything that follows from changes to matches, in the order in which it was added."""

    def __init__(self, load: Callable[[MatchId], Awaitable[Watched]]) -> None:
        self._load = load
        self._followers: list[Follower] = []
        self._tasks: dict[MatchId, asyncio.Task[Event | None]] = {}
        self._latest: dict[MatchId, Watched | None] = {}
        self._failures: dict[MatchId, int] = {}
        self._sweeps = 0

    def add(self, follower: Follower) -> None:
        """Let another kind of consequence follow."""
        self._followers.append(follower)

    def kick(self, match: MatchId, now: Watched | None = None) -> asyncio.Task[Event | None]:
        """Start bringing a match up, or make the task under way go once more.

        `now` is how it stands, where that is at hand.
        """
        self._latest[match] = now
        task = self._tasks.get(match)
        if task is None:
            task = asyncio.create_task(self._bring(match), name=f"follow {match}")
            self._tasks[match] = task
        return task

    async def bring(self, match: MatchId) -> Event | None:
        """Bring a match up and wait for it; an event says what stands in the way."""
        return await asyncio.shield(self._tasks.get(match) or self.kick(match))

    async def sweep(self) -> None:
        """Bring up all that a crash, an outage or a missing permission left behind."""
        self._sweeps += 1
        found: dict[MatchId, None] = {}
        for follower in self._followers:
            try:
                found |= dict.fromkeys(await follower.behind())
            except Exception:  # the next sweep asks again
                log.exception("what %s has left behind is not known", type(follower).__name__)
        free = asyncio.Semaphore(AT_ONCE)

        async def bring(match: MatchId) -> None:
            async with free:
                await self.bring(match)

        await asyncio.gather(*(bring(match) for match in found if self._due(match)))

    async def close(self) -> None:
        """Wait a little for the tasks under way, then give them up."""
        if tasks := list(self._tasks.values()):
            _, late = await asyncio.wait(tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    def _due(self, match: MatchId) -> bool:
        """Whether this sweep tries a match; one that keeps failing is tried less and less often."""
        pause = min(1 << self._failures.get(match, 0), LONGEST_PAUSE)
        return self._sweeps % pause == 0

    async def _bring(self, match: MatchId) -> Event | None:
        try:
            while match in self._latest:
                trouble = await self._once(match, self._latest.pop(match))
            return trouble
        finally:
            del self._tasks[match]

    async def _once(self, match: MatchId, now: Watched | None) -> Event | None:
        """One round of all followers; whatever keeps one back, the others come."""
        try:
            now = now or await self._load(match)
        except Exception:
            log.exception("match=%s cannot be read; what follows from it waits", match)
            found: list[Event | None] = [_later(match)]
        else:
            found = [await _follow(follower, now) for follower in self._followers]
        if _later(match) in found:
            self._failures[match] = self._failures.get(match, 0) + 1
        else:
            self._failures.pop(match, None)
        return next(filter(None, found), None)


async def _follow(follower: Follower, now: Watched) -> Event | None:
    try:
        return await follower.bring(now.match, now.view)
    except Exception:  # what is committed is safe; the next sweep tries again
        log.exception("%s of match=%s waits", type(follower).__name__, now.match.id)
        return _later(now.match.id)


def _later(match: MatchId) -> Event:
    """What is told of a match that will be tried again."""
    return Event("board.later", {"match": match})
