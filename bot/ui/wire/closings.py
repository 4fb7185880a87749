"""The edits that take the buttons off old boards: the least urgent requests of all."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeAlias

from bot.matches.followers import Unfinished
from bot.matches.ledger import Messages, Place
from bot.matches.match.messages import PostedMessage

from .outbox import Outbox
from .pace import Pace, Rank, Spared, rank

log = logging.getLogger(__name__)

Tell: TypeAlias = Callable[[], Awaitable[str]]
WAIT_S = 60
"""The seconds in which a newer board makes the edit of an old one needless."""


class Closings:
    """Closes old boards, each in its turn. One that still waits when a newer board of its match has
    come within a minute is left as it is: its buttons say that the board has moved on."""

    def __init__(self, pace: Pace, outbox: Outbox) -> None:
        self._pace = pace
        self._outbox = outbox
        self._tasks: dict[Place, tuple[float, asyncio.Task[bool]]] = {}

    def close(
        self,
        shown: PostedMessage,
        closed: PostedMessage,
        messages: Messages,
        tell: Tell | None,
        *,
        newer: bool,
    ) -> asyncio.Task[bool] | None:
        """Return the task, for `Messages.later`, that takes the buttons off a board and lets it
        `tell` what was played on it; None if that need not be done any more, as there is a `newer`
        board than when it was first asked for."""
        place, since_s = (shown.channel, shown.message), asyncio.get_running_loop().time()
        if place in self._tasks:
            began_s, task = self._tasks[place]
            if not self._pace.spare(task):
                return task
            if newer and since_s < began_s + WAIT_S:
                messages.note(closed)
                return None
            since_s = began_s
        edit = self._edit(shown, closed, messages, tell)
        task = asyncio.create_task(edit, name=f"close {place}")
        self._tasks[place] = since_s, task
        task.add_done_callback(partial(self._forget, place))
        return task

    async def _edit(
        self,
        shown: PostedMessage,
        closed: PostedMessage,
        messages: Messages,
        tell: Tell | None,
    ) -> bool:
        rank.set(Rank.LATER)
        try:
            changes: dict[str, Any] = {"content": await tell()} if tell else {}
            await self._outbox.edit(shown, view=None, **changes)
        except Spared:
            return True
        except Unfinished as left:
            log.info("an old board of match=%s stays open: %s", shown.match, left)
            return False
        except Exception:
            log.exception("an old board of match=%s stays open", shown.match)
            return False
        messages.note(closed)
        return True

    def _forget(self, place: Place, task: asyncio.Task[bool]) -> None:
        if self._tasks.get(place, (0, None))[1] is task:
            del self._tasks[place]
