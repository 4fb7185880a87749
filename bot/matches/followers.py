"""Consequences of a change: boards, messages and the like, each brought up to its match.

Followers get no events. Each compares what it has done with what stands and closes the gap: kicked
after every commit, swept at the start and now and then. Bursts coalesce into one short task per
match at a time.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.core import Event

from .ledger import Ledger, Messages, Snapshot, latest
from .match.ids import MatchId
from .match.match import Match
from .match.messages import CARD, CHANNEL, DIRECT, PostedMessage
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


class Unfinished(Exception):
    """Something is left to a sweep; an `event` says so to players who need to know of it."""

    def __init__(self, why: str, event: Event | None = None) -> None:
        super().__init__(why)
        self.event = event


class Follower(Protocol):
    """Brings one kind of consequence up to the revision of a match."""

    async def reconcile(self, watched: Snapshot, messages: Messages) -> Event | None:
        """Close the gap; an event says what stands in the way. Unless all is done, return an event
        or raise (Unfinished if no player need know), or the next sweep does not come back."""


class RemoteFollowers(Protocol):
    """Follow the matches that are not followed here."""

    def follow(self, match: Match) -> bool:
        """Tell whether a match is theirs."""

    async def tell(self, match: MatchId) -> None:
        """Let them know that it has changed."""


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
        self.announce_stop: Callable[[MatchId], Awaitable[None]] | None = None
        """Says to the players, once, that their match cannot go on."""
        self.others: RemoteFollowers | None = None
        self._tasks: dict[MatchId, asyncio.Task[Event | None]] = {}
        self._latest: dict[MatchId, Snapshot | None] = {}
        self._messages: dict[MatchId, Messages] = {}
        self._failures: dict[MatchId, int] = {}
        self._endings: dict[MatchId, asyncio.Task[None]] = {}
        self._done: dict[MatchId, int] = {}
        self._undone: set[MatchId] = set()
        self._sweeps = 0
        self._rounds = 0
        self._soon: dict[MatchId, int] = {}

    def add(self, follower: Follower) -> None:
        self._followers.append(follower)

    def kick(self, match: MatchId, watched: Snapshot | None = None) -> asyncio.Task[Event | None]:
        """Start bringing a match (as `watched`, if known) up, or make its task go once more."""
        self._latest[match] = watched
        self._done.pop(match, None)
        task = self._tasks.get(match)
        if task is None:
            task = asyncio.create_task(self._reconcile(match), name=f"follow {match}")
            self._tasks[match] = task
        return task

    async def reconcile(self, match: MatchId) -> Event | None:
        """Bring a match up and wait for all but letters; an event says what stands in the way."""
        return await asyncio.shield(self.bringing(match))

    def bringing(self, match: MatchId) -> asyncio.Task[Event | None]:
        """Return the task that brings a match up; it is not the caller's to cancel."""
        return self._tasks.get(match) or self.kick(match)

    async def letters(self, match: MatchId) -> None:
        """Wait for the letters about a match that are under way."""
        messages = self._messages.get(match)
        while messages is not None and messages.endings:
            await asyncio.wait(messages.endings)

    @property
    def behind(self) -> int:
        """The number of matches that are being brought up."""
        return len(self._tasks.keys() | self._endings.keys())

    @property
    def late(self) -> int:
        """The number of matches that could not be brought up, and wait for a sweep."""
        return len(self._undone)

    def has_changed(self, match: MatchId) -> bool:
        """Tell whether a match has changed since its followers last began."""
        return match in self._latest

    async def newer(self, match: MatchId, seconds: float) -> bool:
        """Wait up to `seconds` for a newer change; True if one came."""
        for _ in range(round(seconds / GLANCE_S)):
            if self.has_changed(match):
                return True
            await asyncio.sleep(GLANCE_S)  # where time is simulated only sleeping passes it
        return self.has_changed(match)

    async def sweep(self) -> None:
        """Bring up all that a crash, an outage or a missing permission left behind."""
        self._sweeps += 1
        await self._note()
        left = dict.fromkeys((*await self._ledger.behind(), *self._undone))
        free = asyncio.Semaphore(AT_ONCE)

        async def reconcile(match: MatchId) -> None:
            async with free:
                await self.reconcile(match)
            if match in self._failures:  # what is tried again soon makes no sweep rarer
                self._failures[match] += 1

        await asyncio.gather(*(reconcile(match) for match in left if self._due(match)))

    async def retry(self) -> None:
        """Begin once more with a few matches that have just failed; the rest is for sweeps. Do not
        wait for it: Discord may be out of order, and time goes on."""
        self._rounds += 1
        trying = [(match, tried) for match, tried in self._soon.items() if tried < SOON]
        due = [match for match, tried in trying if self._rounds % (1 << tried) == 0]
        for match in due[:AT_ONCE]:
            if match not in self._tasks:
                self.kick(match)

    async def close(self) -> None:
        """Wait a little for the tasks under way, then give them up."""
        try:
            async with asyncio.timeout(PATIENCE):
                while tasks := self._under_way():
                    await asyncio.wait(tasks)
        except TimeoutError:
            log.info("what is under way is left to the next start")
        finally:
            tasks = self._under_way()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._note()

    def _under_way(self) -> list[asyncio.Task[Any]]:
        """List the tasks that bring matches up, and those that wait for letters."""
        endings = (ending for messages in self._messages.values() for ending in messages.endings)
        return [*self._tasks.values(), *endings]

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

    async def open_message(self, match: MatchId, audience: str) -> PostedMessage | None:
        """Return the message that shows a match to an audience by now, written down or not yet."""
        if match in self._messages:
            return self.fresh(match, audience)
        return latest(await self._ledger.open_messages(match), audience)

    async def showing(self, match: Match, user: int = 0) -> PostedMessage | None:
        """Return the message that shows a match to all: its board, its card while it is open; of a
        match by letter the user's own board."""
        if match.letters:
            return await self.open_message(match.id, f"{DIRECT}{match.seat_of(user)}")
        return await self.open_message(match.id, CHANNEL if match.begun else CARD)

    def fresh(self, match: MatchId, audience: str) -> PostedMessage | None:
        """Return the message that shows a match while its followers are at work, written or not."""
        messages = self._messages.get(match)
        return messages.get(audience) if messages else None

    async def show(self, posted: PostedMessage) -> None:
        """Write down which message now shows a match, and let its followers know at once."""
        await self._ledger.show([posted])
        if messages := self._messages.get(posted.match):
            messages.know(posted)

    async def _reconcile(self, match: MatchId) -> Event | None:
        try:
            while match in self._latest:
                trouble = await self._once(match, self._latest.pop(match))
            return trouble
        finally:
            del self._tasks[match]
            self._forget(match)

    def _forget(self, match: MatchId) -> None:
        """Forget the messages of a match to which nothing is happening."""
        messages = self._messages.get(match)
        if match not in self._tasks and messages is not None and not messages.endings:
            del self._messages[match]

    async def _once(self, match: MatchId, watched: Snapshot | None) -> Event | None:
        """Give every follower its turn; whatever keeps one back, the others come."""
        self._endings.pop(match, None)  # this round knows better what is done
        try:
            watched = watched or await self._ledger.watch(match)
            if self.others is not None and self.others.follow(watched.match):
                await self.others.tell(match)
                self._undone.discard(match)
                self._soon.pop(match, None)
                self._failures.pop(match, None)
                return None
            messages = self._messages.get(match)
            if messages is None:
                messages = self._messages[match] = Messages(self._ledger, match)
                await messages.read()
            messages.revision = watched.match.stand.revision
        except Stopped as stopped:
            results = [await self._stop(stopped)]
        except Exception:
            log.exception("match=%s cannot be read; what follows from it waits", match)
            results = [_failure(match)]
        else:
            letters: frozenset[asyncio.Task[bool]] = frozenset()
            try:
                results = [
                    await _follow(follower, watched, messages) for follower in self._followers
                ]
                letters = messages.collect_later()
            finally:
                written = [] if letters else await _write_down(watched, messages)
            if letters:
                ending = self._end(watched, messages, results, letters)
                task = asyncio.create_task(ending, name=f"letters of {match}")
                self._endings[match] = task
                messages.endings.add(task)
                return next((result.event for result in results if result.event), None)
            results += written
        self._note_progress(match, watched, results)
        return next((result.event for result in results if result.event), None)

    async def _end(
        self,
        watched: Snapshot,
        messages: Messages,
        results: list[Progress],
        letters: Collection[asyncio.Task[bool]],
    ) -> None:
        """Write down what has been posted once all letters are sent, or are left to a sweep."""
        match, own = watched.match.id, asyncio.current_task()
        try:
            await asyncio.wait(letters)
        finally:
            for letter in letters:  # those given up at the end are left to the next start
                letter.cancel()
            written = await _write_down(watched, messages)
            messages.endings = {ending for ending in messages.endings if ending is not own}
            self._forget(match)
        if self._endings.get(match) is own:  # nothing newer has been followed meanwhile
            del self._endings[match]
            # A letter's sender logs why it is not sent.
            sent = [Progress(not letter.cancelled() and letter.result()) for letter in letters]
            self._note_progress(match, watched, [*results, *sent, *written])

    def _note_progress(
        self, match: MatchId, watched: Snapshot | None, results: Sequence[Progress]
    ) -> None:
        """Note how far the followers have come with a match, and when to try again."""
        if watched is not None and all(result.done for result in results):
            self._done[match] = watched.match.serial
            self._undone.discard(match)
        else:
            self._undone.add(match)
        if all(result.done or (result.event and not result.failed) for result in results):
            self._soon.pop(match, None)
        else:
            self._soon[match] = min(self._soon.get(match, -1) + 1, SOON)
        if any(result.failed for result in results):
            self._failures.setdefault(match, 0)
        else:
            self._failures.pop(match, None)

    async def _stop(self, stopped: Stopped) -> Progress:
        """Let the players know; sweeps check now and then whether the match goes on."""
        if stopped.match not in self._failures:
            log.error("fault %(reference)s: match=%(match)s cannot be read", stopped.event.args)
        try:
            if self.announce_stop is not None:
                await self.announce_stop(stopped.match)
        except Exception:
            log.exception("the players of match=%s do not know yet", stopped.match)
        return Progress(False, stopped.event, failed=True)


async def _follow(follower: Follower, watched: Snapshot, messages: Messages) -> Progress:
    try:
        event = await follower.reconcile(watched, messages)
    except Unfinished as left:
        log.warning("%s of match=%s: %s", type(follower).__name__, watched.match.id, left)
        return Progress(False, left.event, failed=left.event is not None)
    except Exception:  # what is committed is safe; the next sweep tries again
        log.exception("%s of match=%s waits", type(follower).__name__, watched.match.id)
        return _failure(watched.match.id)
    return Progress(event is None, event)


async def _write_down(watched: Snapshot, messages: Messages) -> list[Progress]:
    """Write down all new messages; those that cannot be written are posted once more."""
    try:
        await messages.write()
    except Exception:
        log.exception("what shows match=%s is not written down", watched.match.id)
        return [_failure(watched.match.id)]
    return []


def _failure(match: MatchId) -> Progress:
    """Make the progress, and the event, of a match that will be tried again."""
    return Progress(False, Event("board.later", {"match": match}), failed=True)
