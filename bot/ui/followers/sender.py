"""Messages are sent once, though the process that sent one may have died before it noted so."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import discord

from bot.matches.match.ids import MatchId
from bot.matches.match.messages import PostedMessage
from games.clock import MINUTE

from .editing import edit, send
from .retryable import is_transient

log = logging.getLogger(__name__)

Mark: TypeAlias = tuple[str, int]
MOST_READ = 100
"""The messages that are looked through: those of one request."""
_REFUSALS = (discord.HTTPException, discord.RateLimited)
TIMESTAMP = re.compile(r"<t:\d+")
"""The part of a message that differs once the time away has been given back."""


class Sender:
    """Sends what is due, unless another process has sent it before this one `began`.

    Discord does not send a nonce twice, but forgets it after minutes. So what was due before then
    is looked for in its place: a message with buttons of the same match at the same revision, or
    without any, the same text. A message too many is better than one that never comes.
    """

    def __init__(self, client: discord.Client, began_ms: int) -> None:
        self._client = client
        self._began_ms = began_ms

    async def send(
        self,
        channel: int,
        content: str,
        due_ms: int,
        *,
        after: PostedMessage | None = None,
        view: discord.ui.View | None = None,
        silent: bool = False,
        **options: Any,
    ) -> int:
        """Send a message, due at `due_ms` and after another one, unless it is there; return its
        id."""
        if due_ms < self._began_ms:
            earliest = max(_id(due_ms), after.message if after else 0)
            mark = _mark(view.to_components()) if view else None
            wanted, pictured = mark or _plain(content), "file" in options
            sent = await self._find(channel, earliest, wanted, pictured=pictured)
            if sent is not None:
                log.info("message=%d was sent before this process began", sent)
                if mark:  # clocks may have been given time back since
                    match = MatchId(mark[0])
                    await edit(self._client, match, channel, sent, content=content, view=view)
                return sent
        if silent:
            options["flags"] = discord.MessageFlags(suppress_notifications=True)
        return await send(self._client, channel, content, view=view, **options)

    async def _find(
        self, channel: int, earliest: int, wanted: Mark | str, *, pictured: bool
    ) -> int | None:
        """Return the id of the bot's first message after `earliest` with such buttons or text."""
        place, own = self._client.get_partial_messageable(channel), self._client.user
        try:
            async for one in place.history(limit=MOST_READ, after=discord.Object(earliest)):
                if own is None or one.author.id != own.id:
                    continue
                found = _mark(row.to_dict() for row in one.components) or _plain(one.content)
                if found == wanted and bool(one.attachments) is pictured:
                    return one.id
        except Exception as failure:  # perhaps something that discord.py cannot read
            if isinstance(failure, _REFUSALS) and is_transient(failure):
                raise
            log.info("cannot look for a message: %s", type(failure).__name__)
        return None


def _mark(rows: Iterable[Mapping[str, Any]]) -> Mark | None:
    """Return the match and the latest revision of what can be pressed here; links have neither."""
    parts = (part for row in rows for part in row.get("components", ()))
    ids = (str(part.get("custom_id", "")).split(":") for part in parts)
    marks = ((id_[1], int(id_[2])) for id_ in ids if len(id_) > 2 and id_[2].isdecimal())
    return max(marks, default=None, key=lambda mark: mark[1])


def _plain(content: str) -> str:
    return TIMESTAMP.sub("", content)


def _id(due_ms: int) -> int:
    """Return an id before those of messages sent from then on; clocks may differ a little."""
    at_ms = max(due_ms - MINUTE, discord.utils.DISCORD_EPOCH)
    return (at_ms - discord.utils.DISCORD_EPOCH) << 22
