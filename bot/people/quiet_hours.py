"""Quiet hours, in which a person is not pinged, in their own time zone."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from games.clock import MINUTE

MINUTES_A_DAY = 24 * 60
UTC_NAME = "UTC"


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From one minute of the day to another, perhaps past midnight, by the clocks of a zone of the
    IANA database."""

    from_minute: int
    until_minute: int
    zone: str = UTC_NAME

    def cover(self, at_ms: int) -> bool:
        """Tell whether a moment (epoch milliseconds) falls into these hours."""
        local = local_time(at_ms, self.zone)
        minute = local.hour * 60 + local.minute
        begun, ended = minute >= self.from_minute, minute >= self.until_minute
        if self.from_minute <= self.until_minute:
            return begun and not ended
        return begun or not ended


def may_ping(hours: QuietHours | None, now_ms: int) -> int:
    """Return the first moment from now on at which a ping may be sent. The search goes minute by
    minute: where clocks are set forward or back, an hour of the day may come twice or never."""
    if hours is None or not hours.cover(now_ms):
        return now_ms
    at = now_ms - now_ms % MINUTE
    for _ in range(2 * MINUTES_A_DAY):
        at += MINUTE
        if not hours.cover(at):
            return at
    return now_ms


def is_zone(zone: str) -> bool:
    """Tell whether there is a time zone of this name."""
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):  # not there, not a name, a folder of names
        return False
    return True


def local_time(at_ms: int, zone: str) -> datetime:
    """Return the time the clocks of a zone show at a moment in epoch milliseconds."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone(ZoneInfo(zone))
