"""Consequences of a change: boards, messages and the like, each brought up to its match.

Followers get no events. Each compares what it has done with what stands and closes the gap: kicked
after every commit, swept at the start and now and then. Bursts coalesce into one short task per
match at a time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.people.person import Person
from games.core import Event, Seat, View

from .match.ids import MatchId
from .match.match import Match
from .match.messages import PostedMessage
from .match.refusals import Stopped

log = logging.getLogger(__name__)

AT_ONCE = 8
"""The number of matches a sweep brings up side by side."""
LONGEST_PAUSE = 16
"""The most sweeps that pass before a match that keeps failing is tried again."""
SOON = 3
"""The number of new attempts between sweeps, each after twice as many rounds."""
GLANCE_S = 0.05
"""The seconds between two looks for a newer change."""
PATIENCE = 5.0
"""The seconds to wait at the end for what is under way; the next start brings up the rest."""
PROMPT_S = 1.0
"""The seconds a posted message waits to be written down together with the next ones."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A match, what spectators see of it (None before it begins), and its people by id.

    `own` has each seat's view in a game in which they differ, for its holder alone.
    """

    match: Match
    view: View | None
    people: Mapping[int, Person] = field(default_factory=dict)
    own: Mapping[Seat, View] = field(default_factory=dict, repr=False)


class Ledger(Protocol):
    """Keeps which matches have yet to be followed, and which messages show them."""

    async def watch(self, match: MatchId) -> Watched:
        """Load a match as it stands for its followers. Raises Stopped."""

    async def behind(self) -> Collection[MatchId]:
        """List the matches whose last changes may have consequences yet to come."""

    async def mark_done(self, serials: Mapping[MatchId, int]) -> None:
        """Note that all consequences of the changes with these serials are done."""

    async def shown(self, match: MatchId) -> Mapping[str, PostedMessage]:
        """Read the messages that show a match, by audience."""

    async def show(self, posted: Sequence[PostedMessage]) -> None:
        """Write down which messages show matches now."""


class Messages:
    """The messages that show a match, by audience, as its followers have found and left them.

    New ones are written down together once all followers have had their turn, or after a second.
    """

    def __init__(self, ledger: Ledger, match: MatchId) -> None:
        self._ledger = ledger
        self._match = match
        self._known: dict[str, PostedMessage] = {}
        self._unwritten: dict[str, PostedMessage] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    async def read(self) -> None:
        """Read what is written down; messages learned of meanwhile are newer."""
        self._known = {**await self._ledger.shown(self._match), **self._known}

    def get(self, audience: str) -> PostedMessage | None:
        return self._known.get(audience)

    def all(self) -> tuple[PostedMessage, ...]:
        return tuple(self._known.values())

    def know(self, posted: PostedMessage) -> None:
        """Learn of a message that was posted and written down elsewhere."""
        self._known[posted.audience] = posted
        self._unwritten.pop(posted.audience, None)

    def note(self, posted: PostedMessage) -> None:
        """Note which message now shows the match."""
        self._known[posted.audience] = self._unwritten[posted.audience] = posted
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(PROMPT_S, self._write_meanwhile)

    async def write(self) -> None:
        """Write down what has been noted and is not yet written."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._late is not None:
            await asyncio.gather(self._late, return_exceptions=True)
        await self._write_down()

    def _write_meanwhile(self) -> None:
        self._timer = None
        if self._late is None or self._late.done():
            self._late = asyncio.create_task(self._write_down(), name="messages")

    async def _write_down(self) -> None:
        unwritten, self._unwritten = self._unwritten, {}
        if not unwritten:
            return
        try:
            await self._ledger.show(list(unwritten.values()))
        except BaseException:
            self._unwritten = unwritten | self._unwritten
            raise


class Unfinished(Exception):
    """Something is left to a sweep; no player need know of it."""


class Follower(Protocol):
    """Brings one kind of consequence up to the revision of a match."""

    async def bring(self, watched: Watched, messages: Messages) -> Event | None:
        """Close the gap; an event says what stands in the way.

        Unless all is done, return an event or raise (Unfinished if no player need know): otherwise
        the next sweep does not come back.
        """


class Herald(Protocol):
    """Tells the players what happens to their match by itself."""

    async def stopped(self, match: MatchId) -> None:
        """Say, once, that a match cannot go on."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of one follower: `done`, or perhaps an event for the players."""

    done: bool
    event: Event | None = None
    failed: bool = False


class Followers:
    """Everything that follows from changes to matches, in the order in which it was added."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._followers: list[Follower] = []
        self.herald: Herald | None = None
        self._tasks: dict[MatchId, asyncio.Task[Event | None]] = {}
        self._latest: dict[MatchId, Watched | None] = {}
        self._messages: dict[MatchId, Messages] = {}
        self._failures: dict[MatchId, int] = {}
        self._done: dict[MatchId, int] = {}
        self._undone: set[MatchId] = set()
        self._sweeps = 0
        self._rounds = 0
        self._soon: dict[MatchId, int] = {}

    def add(self, follower: Follower) -> None:
        self._followers.append(follower)

    def kick(self, match: MatchId, watched: Watched | None = None) -> asyncio.Task[Event | None]:
        """Start bringing a match (as `watched`, if known) up, or make its task go once more."""
        self._latest[match] = watched
        self._done.pop(match, None)
        task = self._tasks.get(match)
        if task is None:
            task = asyncio.create_task(self._bring(match), name=f"follow {match}")
            self._tasks[match] = task
        return task

    async def bring(self, match: MatchId) -> Event | None:
        """Bring a match up and wait for it; an event says what stands in the way."""
        return await asyncio.shield(self._tasks.get(match) or self.kick(match))

    def changed(self, match: MatchId) -> bool:
        """Tell whether a match has changed since its followers last began."""
        return match in self._latest

    async def newer(self, match: MatchId, seconds: float) -> bool:
        """Wait up to `seconds` for a newer change; True if one came."""
        for _ in range(round(seconds / GLANCE_S)):
            if self.changed(match):
                return True
            await asyncio.sleep(GLANCE_S)  # where time is simulated only sleeping passes it
        return self.changed(match)

    async def sweep(self) -> None:
        """Bring up all that a crash, an outage or a missing permission left behind."""
        self._sweeps += 1
        await self._note()
        left = dict.fromkeys((*await self._ledger.behind(), *self._undone))
        free = asyncio.Semaphore(AT_ONCE)

        async def bring(match: MatchId) -> None:
            async with free:
                await self.bring(match)
            if match in self._failures:  # what is tried again soon makes no sweep rarer
                self._failures[match] += 1

        await asyncio.gather(*(bring(match) for match in left if self._due(match)))

    async def retry(self) -> None:
        """Begin once more with what has just failed, a few matches a round; the rest is for sweeps.

        Do not wait for it: Discord may be out of order, and time goes on.
        """
        self._rounds += 1
        trying = [(match, tried) for match, tried in self._soon.items() if tried < SOON]
        due = [match for match, tried in trying if self._rounds % (1 << tried) == 0]
        for match in due[:AT_ONCE]:
            if match not in self._tasks:
                self.kick(match)

    async def close(self) -> None:
        """Wait a little for the tasks under way, then give them up."""
        if tasks := list(self._tasks.values()):
            _, late = await asyncio.wait(tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await self._note()

    async def _note(self) -> None:
        """Write down what has been done since the last time."""
        done, self._done = self._done, {}
        if not done:
            return
        try:
            await self._ledger.mark_done(done)
        except Exception:  # then it is looked at once more
            log.exception("what has been done is not noted")

    def _due(self, match: MatchId) -> bool:
        """Tell whether this sweep tries a match; repeated failures make that ever rarer."""
        pause = min(1 << self._failures.get(match, 0), LONGEST_PAUSE)
        return self._sweeps % pause == 0

    async def show(self, posted: PostedMessage) -> None:
        """Write down which message now shows a match, and let its followers know at once."""
        await self._ledger.show([posted])
        if messages := self._messages.get(posted.match):
            messages.know(posted)

    async def _bring(self, match: MatchId) -> Event | None:
        try:
            while match in self._latest:
                trouble = await self._once(match, self._latest.pop(match))
            return trouble
        finally:
            del self._tasks[match]
            self._messages.pop(match, None)

    async def _once(self, match: MatchId, watched: Watched | None) -> Event | None:
        """Give every follower its turn; whatever keeps one back, the others come."""
        try:
            watched = watched or await self._ledger.watch(match)
            messages = self._messages.get(match)
            if messages is None:
                messages = self._messages[match] = Messages(self._ledger, match)
                await messages.read()
        except Stopped as stopped:
            results = [await self._stop(stopped)]
        except Exception:
            log.exception("match=%s cannot be read; what follows from it waits", match)
            results = [_failed(match)]
        else:
            try:
                results = [await _follow(one, watched, messages) for one in self._followers]
            finally:
                written = await _written(watched, messages)
            results += written
        if watched is not None and all(one.done for one in results):
            self._done[match] = watched.match.serial
            self._undone.discard(match)
        else:
            self._undone.add(match)
        if all(one.done or (one.event and not one.failed) for one in results):
            self._soon.pop(match, None)
        else:
            self._soon[match] = min(self._soon.get(match, -1) + 1, SOON)
        if any(one.failed for one in results):
            self._failures.setdefault(match, 0)
        else:
            self._failures.pop(match, None)
        return next((one.event for one in results if one.event), None)

    async def _stop(self, stopped: Stopped) -> Progress:
        """Let the players know; sweeps check now and then whether the match goes on."""
        if stopped.match not in self._failures:
            log.error("fault %(reference)s: match=%(match)s cannot be read", stopped.event.args)
        try:
            if self.herald is not None:
                await self.herald.stopped(stopped.match)
        except Exception:
            log.exception("the players of match=%s do not know yet", stopped.match)
        return Progress(False, stopped.event, failed=True)


async def _follow(follower: Follower, watched: Watched, messages: Messages) -> Progress:
    try:
        event = await follower.bring(watched, messages)
    except Unfinished as left:
        log.warning("%s of match=%s: %s", type(follower).__name__, watched.match.id, left)
        return Progress(False)
    except Exception:  # what is committed is safe; the next sweep tries again
        log.exception("%s of match=%s waits", type(follower).__name__, watched.match.id)
        return _failed(watched.match.id)
    return Progress(event is None, event)


async def _written(watched: Watched, messages: Messages) -> list[Progress]:
    """Write down all new messages; those that cannot be written are posted once more."""
    try:
        await messages.write()
    except Exception:
        log.exception("what shows match=%s is not written down", watched.match.id)
        return [_failed(watched.match.id)]
    return []


def _failed(match: MatchId) -> Progress:
    """Make the progress, and the event, of a match that will be tried again."""
    return Progress(False, Event("board.later", {"match": match}), failed=True)
