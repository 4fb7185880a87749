"""The match that followers bring up, and the messages that show it."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from bot.people.person import Person
from games.core import Seat, View

from .match.ids import MatchId
from .match.match import Match
from .match.messages import CARD, CHANNEL, DIRECT, PostedMessage, card_of

Place: TypeAlias = tuple[int, int]
"""The channel and the id of a message."""
PROMPT_S = 1.0
"""The seconds a posted message waits to be written down together with the next ones."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A match, what spectators see of it (None before it begins), and its people by id; `own` has
    the view of each seat in a game in which they differ, or in a letter match, for its holder
    alone."""

    match: Match
    view: View | None
    people: Mapping[int, Person] = field(default_factory=dict)
    own: Mapping[Seat, View] = field(default_factory=dict, repr=False)

    @property
    def personal(self) -> Snapshot:
        """What its reader sees of a match that lives in direct messages; of all others the same."""
        match, view = self.match, self.view
        alone = match.alone if match.direct else None
        reader = self.people.get(alone.human.id) if alone else None
        if alone is None or reader is None:
            return self
        shown = replace(match, reader=reader)
        return replace(self, match=shown, view=self.own.get(alone.seat, view))


class Ledger(Protocol):
    """Keeps which matches have yet to be followed, and which messages show them."""

    async def watch(self, match: MatchId) -> Snapshot:
        """Load a match as it stands for its followers. Raises Stopped."""

    async def behind(self) -> Collection[MatchId]:
        """List the matches whose last changes may have consequences yet to come."""

    async def mark_done(self, serials: Mapping[MatchId, int]) -> None:
        """Note that all consequences of the changes with these serials are done."""

    async def open_messages(self, match: MatchId) -> Sequence[PostedMessage]:
        """Read the open messages of a match, those of an audience in order."""

    async def show(self, posted: Sequence[PostedMessage]) -> None:
        """Write down which messages show matches now."""


class Messages:
    """The open messages of a match. New ones are written down together once all followers have had
    their turn, or after a second."""

    def __init__(self, ledger: Ledger, match: MatchId) -> None:
        self._ledger = ledger
        self._match = match
        self._known: dict[Place, PostedMessage] = {}
        self._unwritten: dict[Place, PostedMessage] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None
        self._writing = asyncio.Lock()
        self._letters: set[asyncio.Task[bool]] = set()
        self.revision = 0
        """The match's revision when its followers last began."""
        self.endings: set[asyncio.Task[None]] = set()
        """The tasks that wait for letters under way, to write them down as well."""

    def later(self, letter: asyncio.Task[bool]) -> None:
        """Let something be sent in its own time: the match's next board does not wait for it. The
        task returns whether all is done."""
        self._letters.add(letter)

    def collect_later(self) -> frozenset[asyncio.Task[bool]]:
        """Take what has been handed to `later` since the last time."""
        letters, self._letters = frozenset(self._letters), set()
        return letters

    async def read(self) -> None:
        """Read what is written down; messages learned of meanwhile are newer."""
        found = {
            (row.channel, row.message): row for row in await self._ledger.open_messages(self._match)
        }
        self._known = found | self._known

    def get(self, audience: str) -> PostedMessage | None:
        """Return the latest open message for an audience."""
        return latest(self.all(), audience)

    def all(self) -> tuple[PostedMessage, ...]:
        """Return all open messages in the order in which they were posted."""
        found = (message for message in self._known.values() if message.state == "open")
        return tuple(sorted(found, key=lambda message: message.message))

    def earlier(self, audience: str) -> tuple[PostedMessage, ...]:
        """Return the open messages for an audience before the latest, in order."""
        return tuple(message for message in self.all() if message.audience == audience)[:-1]

    def know(self, posted: PostedMessage) -> None:
        """Learn of a message that was posted and written down elsewhere."""
        self._known[posted.channel, posted.message] = posted
        self._unwritten.pop((posted.channel, posted.message), None)

    def note(self, posted: PostedMessage) -> None:
        """Note what a message of the match now shows."""
        place = posted.channel, posted.message
        self._known[place] = self._unwritten[place] = posted
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(PROMPT_S, self._write_meanwhile)

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
        async with self._writing:
            unwritten, self._unwritten = self._unwritten, {}
            if not unwritten:
                return
            try:
                await self._ledger.show(list(unwritten.values()))
            except BaseException:
                self._unwritten = unwritten | self._unwritten
                raise


class Mailbox(Messages):
    """The messages of a letter match in one reader's direct messages, where the boards of their
    seat and the card of their place stand for the public ones."""

    def __init__(self, whole: Messages, channel: int, seat: Seat | None, place: int = 0) -> None:
        self._whole = whole
        self._channel = channel
        self._names = {CHANNEL: f"{DIRECT}{seat}", CARD: card_of(place)}
        self._letters = set()

    def all(self) -> tuple[PostedMessage, ...]:
        """Return the open messages in this channel, in order."""
        found = (message for message in self._whole.all() if message.channel == self._channel)
        return tuple(replace(message, audience=self._public(message)) for message in found)

    def _public(self, message: PostedMessage) -> str:
        if message.audience == self._names[CHANNEL]:
            return CHANNEL
        return CARD if message.audience.startswith(CARD) else message.audience

    def note(self, posted: PostedMessage) -> None:
        """Note what a message of the match now shows."""
        named = self._names.get(posted.audience, posted.audience)
        before = (old.audience for old in self._whole.all() if old.message == posted.message)
        self._whole.note(replace(posted, audience=next(before, named)))

    async def write(self) -> None:
        await self._whole.write()


def latest(messages: Iterable[PostedMessage], audience: str) -> PostedMessage | None:
    """Return the last open one of these messages that was posted for an audience."""
    found = (
        message for message in messages if message.audience == audience and message.state == "open"
    )
    return max(found, key=lambda message: message.message, default=None)
