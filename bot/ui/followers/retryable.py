"""Which of Discord's refusals pass by themselves."""

from __future__ import annotations

import discord

TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
"""What passes by itself: these and all above the second."""
TOO_MANY_EDITS = 30046
"""For the time being, of messages more than an hour old."""


def is_transient(failure: discord.HTTPException | discord.RateLimited) -> bool:
    """Whether Discord may well take the same a little later."""
    if isinstance(failure, discord.RateLimited):
        return True
    late = failure.status >= SERVER_ERROR or failure.status == TOO_MANY_REQUESTS
    return late or failure.code == TOO_MANY_EDITS
