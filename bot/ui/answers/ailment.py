"""What keeps a running bot from its work: asked by monitors, and by managers in Discord."""

import asyncio

from bot.matches.match.due import OVERDUE_MS
from bot.matches.service import Matches
from games.clock import MINUTE
from games.core import Event

UNHEARD_MS = 2 * MINUTE
"""The longest time without a beat of the heart: two in a minute are the rule."""
DATABASE_S = 5
"""The time the database has to answer."""
OVERDUE = "ailment.overdue"
UNREACHED = Event("ailment.unreached")


async def ailing(matches: Matches, heard_ms: int | None) -> Event | None:
    """Say what keeps a bot from its work that was heard at this time; None if nothing does."""
    if heard_ms is None:
        return UNREACHED
    now_ms = matches.now()
    if now_ms - heard_ms > UNHEARD_MS:
        return Event("ailment.unheard", {"minutes": (now_ms - heard_ms) // MINUTE})
    try:
        async with asyncio.timeout(DATABASE_S):
            overdue = await matches.clocks.waiting(now_ms - OVERDUE_MS, 1)
    except Exception as failure:  # whatever it is: its text may quote rows
        return Event("ailment.database", {"kind": type(failure).__name__})
    for due_ms, match in overdue:
        return Event(OVERDUE, {"match": match, "minutes": (now_ms - due_ms) // MINUTE})
    return None
