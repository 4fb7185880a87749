"""Discord's time beside this machine's, which every answer of Discord shows."""

import logging
from collections.abc import Callable
from datetime import datetime
from email.utils import parsedate_to_datetime

import discord

from games.clock import MINUTE

log = logging.getLogger(__name__)

WRONG_MS = 5 * MINUTE


class DiscordClock:
    """Tells the host once when this machine's clock is wrong; nothing else follows from it."""

    def __init__(self, now: Callable[[], datetime] = discord.utils.utcnow) -> None:
        self._now = now
        self._told = False
        self._last: str | None = None

    def compare(self, date: str | None) -> None:
        """Compare with the date of an answer, if it has one that can be read and is a new one."""
        if date == self._last:
            return
        self._last = date
        try:
            there = parsedate_to_datetime(date or "")
            off_ms = (self._now() - there).total_seconds() * 1000
        except (TypeError, ValueError):  # no date, or one without a time zone
            return
        wrong = abs(off_ms) > WRONG_MS
        if wrong and not self._told:
            log.warning(
                "this machine's clock is %d min %s: matches go on by it, so set it right"
                ' (docs/hosting.md, "Troubleshooting")',
                abs(off_ms) // MINUTE,
                "fast" if off_ms > 0 else "slow",
            )
        self._told = wrong
