"""The test for refusals of Discord's that pass by themselves."""

from __future__ import annotations

import discord

TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
"""The statuses that pass by themselves: these and all above the second."""
TOO_MANY_EDITS = 30046
"""Discord's code for too many edits, for the time being, of messages over an hour old."""


def is_transient(failure: discord.HTTPException | discord.RateLimited) -> bool:
    """Tell whether Discord may well take the same a little later."""
    if isinstance(failure, discord.RateLimited):
        return True
    late = failure.status >= SERVER_ERROR or failure.status == TOO_MANY_REQUESTS
    return late or failure.code == TOO_MANY_EDITS
