"""What keeps a running bot from its work, in a sentence."""

from __future__ import annotations

import asyncio

from bot.matches.match.due import OVERDUE_MS
from bot.ui.answers.client import Tetrarch
from games.clock import MINUTE

UNHEARD_MS = 2 * MINUTE
"""The longest time without a beat of the heart: two in a minute are the rule."""
DATABASE_S = 5
"""The time the database has to answer."""


async def ailment(bot: Tetrarch | None) -> str:
    """Say in a sentence what keeps a bot from its work; "" if nothing does."""
    if bot is None or (heard_ms := bot.heard_ms) is None:
        return "Discord has not been reached yet."
    matches = bot.desk.matches
    now_ms = matches.now()
    if now_ms - heard_ms > UNHEARD_MS:
        return f"Discord has not been heard for {_minutes(now_ms - heard_ms)}."
    try:
        async with asyncio.timeout(DATABASE_S):
            overdue = await matches.clocks.waiting(now_ms - OVERDUE_MS, 1)
    except Exception as failure:  # whatever it is: its text may quote rows
        return f"The database does not answer ({type(failure).__name__})."
    for due_ms, match in overdue:
        return f"Match {match} should have gone on {_minutes(now_ms - due_ms)} ago."
    return ""


def _minutes(span_ms: int) -> str:
    return f"{span_ms // MINUTE} min"
