"""Messages sent, and edited where something newer has replaced them.

Both make the request that `Messageable.send` and `PartialMessage.edit` make, but nothing of what
Discord answers: the message that discord.py would make of it takes longer than the request. They
rely on parts of discord.py that are not documented: `handle_message_parameters`, and `send_message`
and `edit_message` of its HTTP client. `tests/ui/test_editing.py` names the version that they were
read in, and compares the requests.
"""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord.http import handle_message_parameters

from bot.matches.followers import Unfinished
from bot.matches.match.ids import MatchId

from .retryable import is_transient

log = logging.getLogger(__name__)


async def send(client: discord.Client, channel: int, content: str, **more: Any) -> int:
    """Send a message and return its id; buttons in its `view` are such as survive restarts."""
    allowed = client.allowed_mentions
    with handle_message_parameters(content, previous_allowed_mentions=allowed, **more) as params:
        return int((await client.http.send_message(channel, params=params))["id"])


async def edit(
    client: discord.Client, match: MatchId, channel: int, message: int, **changes: Any
) -> None:
    """Edit an earlier message, unless Discord refuses for good; raise Unfinished to try again."""
    allowed = client.allowed_mentions if "content" in changes else None
    try:
        with handle_message_parameters(previous_allowed_mentions=allowed, **changes) as params:
            await client.http.edit_message(channel, message, params=params)
    except (discord.HTTPException, discord.RateLimited) as failure:
        if is_transient(failure):
            raise Unfinished(f"an earlier message has yet to be edited: {failure}") from failure
        log.info("message of match=%s stays as it is: %s", match, failure)
