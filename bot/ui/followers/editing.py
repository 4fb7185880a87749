"""Edits of messages that something newer has replaced."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.matches.followers import Unfinished
from bot.matches.match.ids import MatchId

from .retryable import is_transient

log = logging.getLogger(__name__)


async def edit(
    client: discord.Client, match: MatchId, channel: int, message: int, **changes: Any
) -> None:
    """Edit an earlier message, unless Discord refuses for good; raise Unfinished to try again."""
    place = client.get_partial_messageable(channel)
    try:
        await place.get_partial_message(message).edit(**changes)
    except (discord.HTTPException, discord.RateLimited) as failure:
        if is_transient(failure):
            raise Unfinished(f"an earlier message has yet to be edited: {failure}") from failure
        log.info("message of match=%s stays as it is: %s", match, failure)
