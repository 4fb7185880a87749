"""Messages are sent once, though the process that sent one may have died before it noted so."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping
from typing import Any

import discord

from bot.matches.match.messages import PostedMessage
from games.clock import MINUTE

from .editing import send

log = logging.getLogger(__name__)

MOST_READ = 100
"""The messages that are looked through: those of one request."""
TIMESTAMP = re.compile(r"<t:\d+")
"""The part of a message that differs once the time away has been given back."""


class Sender:
    """Sends what is due, unless another process has sent it before this one `began`.

    Discord does not send a nonce twice, but forgets it after minutes. So what was due before then
    is looked for in its place: a message with the same buttons, or without any, the same text.
    """

    def __init__(self, client: discord.Client, began_ms: int) -> None:
        self._client = client
        self._began_ms = began_ms

    async def send(
        self,
        place: discord.PartialMessageable | discord.DMChannel | discord.Thread,
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
            buttons = _buttons(view.to_components()) if view else frozenset[str]()
            earliest = max(_id(due_ms), after.message if after else 0)
            sent = await self._find(place, earliest, content, buttons)
            if sent is not None:
                log.info("message=%d was sent before this process began", sent.id)
                return sent.id
        if silent:
            options["flags"] = discord.MessageFlags(suppress_notifications=True)
        return await send(self._client, place.id, content, view=view, **options)

    async def _find(
        self,
        place: discord.abc.Messageable,
        earliest: int,
        content: str,
        buttons: frozenset[str],
    ) -> discord.Message | None:
        own = self._client.user
        try:
            async for one in place.history(limit=MOST_READ, after=discord.Object(earliest)):
                if own is None or one.author.id != own.id:
                    continue
                found = _buttons(row.to_dict() for row in one.components)
                same = TIMESTAMP.sub("", one.content) == TIMESTAMP.sub("", content)
                if found == buttons and (buttons or same):
                    return one
        except (discord.Forbidden, discord.NotFound) as failure:  # sending says more
            log.info("cannot look for a message: %d", failure.code)
        return None


def _buttons(rows: Iterable[Mapping[str, Any]]) -> frozenset[str]:
    """List the ids of what can be pressed in these rows; links have none."""
    parts = (part for row in rows for part in row.get("components", ()))
    return frozenset(part["custom_id"] for part in parts if part.get("custom_id"))


def _id(due_ms: int) -> int:
    """Return an id before those of messages sent from then on; clocks may differ a little."""
    at_ms = max(due_ms - MINUTE, discord.utils.DISCORD_EPOCH)
    return (at_ms - discord.utils.DISCORD_EPOCH) << 22
