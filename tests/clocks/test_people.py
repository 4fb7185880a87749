"""Vacations, quiet hours and outages: plain values, by the clocks of people's time zones."""

import zoneinfo
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.store.schedule import outage_ms
from bot.people.quiet_hours import QuietHours, is_zone, may_ping
from bot.people.vacation import Vacation, days_left, fits
from games.clock import DAY, HOUR, MINUTE

ZURICH = "Europe/Zurich"


def at(text: str, zone: str = ZURICH, fold: int = 0) -> int:
    local = datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold)
    return round(local.timestamp() * 1000)


NIGHT = QuietHours(22 * 60, 7 * 60, ZURICH)
SMALL_HOURS = QuietHours(60, 150, ZURICH)


@pytest.mark.parametrize(
    ("hours", "now", "until"),
    [
        (NIGHT, at("2026-01-10T21:59"), at("2026-01-10T21:59")),
        (NIGHT, at("2026-01-10T22:00"), at("2026-01-11T07:00")),
        (NIGHT, at("2026-01-11T06:59:59"), at("2026-01-11T07:00")),
        (NIGHT, at("2026-03-28T23:00"), at("2026-03-29T07:00")),  # an hour short
        (NIGHT, at("2026-10-24T23:00"), at("2026-10-25T07:00")),  # an hour long
        (SMALL_HOURS, at("2026-03-29T01:30"), at("2026-03-29T03:00")),  # 02:30 never comes
        (SMALL_HOURS, at("2026-10-25T01:30"), at("2026-10-25T02:30")),
        (SMALL_HOURS, at("2026-10-25T02:10", fold=1), at("2026-10-25T02:30", fold=1)),
        (QuietHours(540, 540), at("2026-01-10T09:00"), at("2026-01-10T09:00")),
        (None, 5, 5),
    ],
)
def test_a_ping_waits_until_quiet_hours_end(hours: QuietHours | None, now: int, until: int) -> None:
    assert may_ping(hours, now) == until


@given(
    begin=st.integers(0, 1439),
    end=st.integers(0, 1439),
    zone=st.sampled_from([ZURICH, "Asia/Shanghai", "Australia/Lord_Howe", "America/St_Johns"]),
    now=st.integers(at("2026-01-01"), at("2027-01-01")),
)
def test_pings_wait_for_quiet_hours_not_longer(begin: int, end: int, zone: str, now: int) -> None:
    hours = QuietHours(begin, end, zone)
    sent = may_ping(hours, now)
    assert sent >= now
    assert not hours.cover(sent)
    assert all(hours.cover(moment) for moment in range(now, sent, 7 * MINUTE))


def test_only_zones_of_the_database_are_known() -> None:
    assert is_zone(ZURICH)
    assert is_zone("UTC")
    assert not any(map(is_zone, ("Atlantis", "", "../etc/passwd", "Europe", "a\0b", "x" * 999)))


def test_fourteen_days_a_year_can_be_taken_each_counted_where_it_begins() -> None:
    december = Vacation.of(at("2026-12-25T12:00"), 14)
    assert fits([], december, ZURICH)
    assert days_left([december], 2026, ZURICH) == 7
    assert days_left([december], 2027, ZURICH) == 7
    assert fits([december], Vacation.of(at("2027-08-01"), 7), ZURICH)
    assert not fits([december], Vacation.of(at("2027-08-01"), 8), ZURICH)
    assert not fits([], Vacation.of(at("2026-02-01"), 15), ZURICH)


def test_nobody_is_away_twice_at_once() -> None:
    first = Vacation.of(at("2026-02-01"), 3)
    assert not fits([first], Vacation.of(first.until_ms - 1, 1), ZURICH)
    assert fits([first], Vacation.of(first.until_ms, 1), ZURICH)


@pytest.mark.parametrize(("hours", "taken"), [(-1, 0), (0, 0), (1, 1), (24, 1), (25, 2), (500, 3)])
def test_a_vacation_that_ends_early_has_taken_the_days_begun(hours: int, taken: int) -> None:
    begin = at("2026-02-01")
    assert len(Vacation.of(begin, 3).end(begin + hours * HOUR).days) == taken


def test_a_vacation_lasts_whole_days() -> None:
    begin = at("2026-02-01")
    lasting = [Vacation.of(begin, 2).lasts(begin + passed) for passed in (-1, 0, 2 * DAY - 1)]
    assert lasting == [False, True, True]
    assert not Vacation.of(begin, 2).lasts(begin + 2 * DAY)


@pytest.mark.parametrize(
    ("beat", "now", "lost"),
    [
        (None, 10 * HOUR, 0),
        (0, 5 * MINUTE, 0),
        (0, 5 * MINUTE + 1, 5 * MINUTE + 1),
        (0, 3 * DAY, 3 * DAY),
        (HOUR, 0, 0),
    ],
)
def test_a_gap_of_over_five_minutes_is_given_back(beat: int | None, now: int, lost: int) -> None:
    assert outage_ms(beat, now) == lost


def test_time_zones_are_known_where_the_system_has_none() -> None:
    zoneinfo.reset_tzpath(to=())
    ZoneInfo.clear_cache()
    try:
        assert is_zone("Asia/Shanghai")
    finally:
        zoneinfo.reset_tzpath()
