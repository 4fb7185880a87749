"""Days of vacation as people write them: when, and how many."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.matches.match.refusals import Code, Refusal
from bot.people.quiet_hours import UTC_NAME
from games.submission import excerpt

_WRITTEN = re.compile(r"\s*(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[\s,，;:x×]+(\d{1,2})\D*")


def read_leave(text: str, zone: str | None) -> tuple[int, int]:
    """Read "2026-12-24 5" as the start of a vacation, in epoch milliseconds, and its days.

    It begins at midnight in the zone. Raises Refusal.
    """
    written = _WRITTEN.fullmatch(unicodedata.normalize("NFKC", text))
    if written is None:
        raise Refusal(Code.BAD_LEAVE, name=excerpt(text))
    year, month, day, days = map(int, written.groups())
    try:
        first = datetime.combine(date(year, month, day), time(), ZoneInfo(zone or UTC_NAME))
        first + timedelta(days=366)  # the calendar goes on long enough
        return int(first.astimezone(UTC).timestamp() * 1000), days
    except (ValueError, OverflowError):
        raise Refusal(Code.BAD_LEAVE, name=excerpt(text)) from None
