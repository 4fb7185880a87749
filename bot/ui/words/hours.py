"""Quiet hours, time zones and days of vacation as people write and read them."""

import re
import unicodedata
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from bot.matches.match.refusals import Code, Refusal
from bot.people.quiet_hours import MINUTES_A_DAY, UTC_NAME, QuietHours, is_zone, local_time
from games.submission import excerpt

HOURS = (
    "20:00–08:00",
    "21:00–07:00",
    "22:00–06:00",
    "22:00–07:00",
    "22:00–08:00",
    "23:00–07:00",
    "23:00–08:00",
    "23:00–09:00",
    "00:00–08:00",
    "00:00–10:00",
)
"""The quiet hours that can be picked; all others are written."""
ZONES = (
    "Pacific/Honolulu",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Sao_Paulo",
    "UTC",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Zurich",
    "Europe/Athens",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Bangkok",
    "Asia/Shanghai",
    "Asia/Hong_Kong",
    "Asia/Taipei",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""The time zones that can be picked, from west to east; there is room for two more."""
_NICKNAMES = {
    **dict.fromkeys(("beijing", "北京", "上海", "中国", "中國"), "Asia/Shanghai"),
    **dict.fromkeys(("taiwan", "台北", "臺北", "台灣", "臺灣"), "Asia/Taipei"),
    "香港": "Asia/Hong_Kong",
    "新加坡": "Asia/Singapore",
    **dict.fromkeys(("东京", "東京"), "Asia/Tokyo"),
    **dict.fromkeys(("纽约", "紐約"), "America/New_York"),
    **dict.fromkeys(("伦敦", "倫敦"), "Europe/London"),
    "gmt": UTC_NAME,
}
"""Places people name that the time zone database names otherwise."""
_TIME = re.compile(
    r"(?<!\d)(\d{1,2})(?:[:.h点點时時](\d{2})?)?(?!\d)\s*([ap]\.?m\.?)?", re.IGNORECASE
)
_OFFSET = re.compile(r"(?:utc|gmt)?([+-])0?(\d{1,2})(?::?00)?", re.IGNORECASE)
_FIXED = re.compile(r"Etc/GMT([+-])(\d{1,2})")


def hours(quiet: QuietHours) -> str:
    """Write quiet hours: 22:00–07:00."""
    return "–".join(
        f"{minute // 60:02}:{minute % 60:02}" for minute in (quiet.from_minute, quiet.until_minute)
    )


def read_hours(text: str) -> tuple[int, int]:
    """Read "22:00-07:00", "22 to 7" or "10 pm – 7 am" as minutes of the day. Raises Refusal."""
    times = [_minute(*hit.groups()) for hit in _TIME.finditer(unicodedata.normalize("NFKC", text))]
    if len(times) != 2 or None in times or times[0] == times[1]:
        raise Refusal(Code.BAD_HOURS, name=excerpt(text))
    begin, end = times
    return begin or 0, end or 0


def _minute(hour: str, minute: str | None, half: str | None) -> int | None:
    """Return the minute of the day that a time is written for; None if there is no such time."""
    at = int(hour)
    if half:
        if not 1 <= at <= 12:
            return None
        at = at % 12 + (12 if half.lower().startswith("p") else 0)
    total = at * 60 + int(minute or 0)
    return total % MINUTES_A_DAY if int(minute or 0) < 60 and total <= MINUTES_A_DAY else None


def read_zone(text: str) -> str:
    """Read an IANA zone named "Asia/Shanghai", "shanghai" or "UTC+8". Raises Refusal."""
    cleaned = unicodedata.normalize("NFKC", text).strip().replace("−", "-")
    wanted = cleaned.casefold().replace(" ", "_")
    offset = _OFFSET.fullmatch(cleaned.replace(" ", ""))
    if wanted in _NICKNAMES:
        return _NICKNAMES[wanted]
    if offset:
        sign, number = ("-" if offset[1] == "+" else "+"), int(offset[2])
        fixed = f"Etc/GMT{sign}{number}" if number else UTC_NAME
        if is_zone(fixed):
            return fixed
    elif wanted in _zones():
        return _zones()[wanted]
    raise Refusal(Code.BAD_ZONE, name=excerpt(text))


@cache
def _zones() -> dict[str, str]:
    """Map the names of zones, and their cities alone, to the zones."""
    known = sorted(name for name in available_timezones() if "/" in name or name == UTC_NAME)
    cities = {name.rpartition("/")[2].casefold(): name for name in reversed(known)}
    return cities | {name.casefold(): name for name in known}


def zone_name(zone: str | None) -> str:
    """Name a zone as people read it: "Europe/Zurich", "UTC+8"."""
    fixed = _FIXED.fullmatch(zone or "")
    if fixed:
        return f"UTC{'-' if fixed[1] == '+' else '+'}{fixed[2]}"
    return (zone or UTC_NAME).replace("_", " ")


def clock(now_ms: int, zone: str | None) -> str:
    """Tell the time in a zone: 14:32."""
    return f"{local_time(now_ms, zone or UTC_NAME):%H:%M}"


def coming_days(now_ms: int, zone: str | None, number: int) -> list[str]:
    """Write the days that follow the present one in a zone: 2026-12-24."""
    today = local_time(now_ms, zone or UTC_NAME).date()
    return [str(today + timedelta(days=n)) for n in range(1, number + 1)]


_LEAVE = re.compile(r"\s*(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[\s,，;:x×]+(\d{1,2})\D*")


def read_leave(text: str, zone: str | None) -> tuple[int, int]:
    """Read "2026-12-24 5" as a vacation: its beginning at midnight in the zone (epoch ms), and its
    days. Raises Refusal."""
    written = _LEAVE.fullmatch(unicodedata.normalize("NFKC", text))
    if written is None:
        raise Refusal(Code.BAD_LEAVE, name=excerpt(text))
    year, month, day, days = map(int, written.groups())
    try:
        first = datetime.combine(date(year, month, day), time(), ZoneInfo(zone or UTC_NAME))
        first + timedelta(days=366)  # the calendar goes on long enough
        return int(first.astimezone(UTC).timestamp() * 1000), days
    except (ValueError, OverflowError):
        raise Refusal(Code.BAD_LEAVE, name=excerpt(text)) from None
