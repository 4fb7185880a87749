"""Quiet hours and time zones as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.matches.match.refusals import Refusal
from bot.people.quiet_hours import QuietHours, is_zone
from bot.ui.words.hours import (
    HOURS,
    ZONES,
    clock,
    hours,
    read_hours,
    read_leave,
    read_zone,
    zone_name,
)

NIGHT = (22 * 60, 7 * 60)


@pytest.mark.parametrize(
    "text",
    [
        "22:00-07:00",
        "22:00–07:00",
        "22-7",
        "22 to 7",
        "from 22h until 7h",
        "22.00 - 7.00",
        "10pm-7am",
        "10 p.m. – 7 A.M.",
        "２２：００－７：００",
        "22点到7点",
        "22时至7时",
        "22點到7點",
    ],
)
def test_hours_are_read_as_people_write_them(text: str) -> None:
    assert read_hours(text) == NIGHT


@pytest.mark.parametrize(
    "text",
    ["", "night", "22", "22:00", "25:00-07:00", "22:60-7:00", "22-7-9", "7-7", "24-0", "13pm-7am"],
)
def test_other_hours_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_hours(text)
    assert refusal.value.event.code == "match.bad_hours"


def test_midnight_may_be_written_twice_over() -> None:
    assert read_hours("12am-8am") == read_hours("24:00-8:00") == read_hours("0-8") == (0, 480)
    assert read_hours("12pm-1pm") == (720, 780)


@given(st.integers(0, 1439), st.integers(0, 1439))
def test_hours_shown_are_read_back(begun: int, ended: int) -> None:
    shown = hours(QuietHours(begun, ended))
    if begun != ended:
        assert read_hours(shown) == (begun, ended)


@given(st.text(max_size=40))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    for read, code in ((read_hours, "match.bad_hours"), (read_zone, "match.bad_zone")):
        outcome: object = None
        try:
            outcome = read(text)
        except Refusal as refusal:
            outcome = refusal.event.code == code
        assert outcome


@pytest.mark.parametrize(
    ("text", "zone", "shown"),
    [
        ("Europe/Zurich", "Europe/Zurich", "Europe/Zurich"),
        ("europe/zurich", "Europe/Zurich", "Europe/Zurich"),
        (" zurich ", "Europe/Zurich", "Europe/Zurich"),
        ("new york", "America/New_York", "America/New York"),
        ("北京", "Asia/Shanghai", "Asia/Shanghai"),
        ("臺北", "Asia/Taipei", "Asia/Taipei"),
        ("Beijing", "Asia/Shanghai", "Asia/Shanghai"),
        ("utc", "UTC", "UTC"),
        ("GMT", "UTC", "UTC"),
        ("UTC+8", "Etc/GMT-8", "UTC+8"),
        ("utc -3:00", "Etc/GMT+3", "UTC-3"),
        ("+09:00", "Etc/GMT-9", "UTC+9"),
        ("UTC+0", "UTC", "UTC"),
    ],
)
def test_zones_are_read_as_people_name_them(text: str, zone: str, shown: str) -> None:
    assert read_zone(text) == zone
    assert zone_name(zone) == shown


@pytest.mark.parametrize("text", ["", "Atlantis", "../etc/passwd", "Europe", "UTC+15", "+5:30"])
def test_other_zones_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_zone(text)
    assert refusal.value.event.code == "match.bad_zone"


def test_what_can_be_picked_can_be_read_and_fits_a_list() -> None:
    assert [read_zone(zone) for zone in ZONES] == list(ZONES)
    assert all(map(is_zone, ZONES))
    assert [hours(QuietHours(*read_hours(text))) for text in HOURS] == list(HOURS)
    assert max(len(ZONES), len(HOURS)) <= 23  # and one of one's own, and none


def test_a_clock_shows_the_time_of_its_zone() -> None:
    assert clock(0, None) == "00:00"
    assert clock(0, "Asia/Tokyo") == "09:00"


@pytest.mark.parametrize(
    "text",
    ["2026-12-24 5", "2026/12/24, 5 days", "2026.12.24 x5", "2026年12月24日 5天", " 2026-12-24;5"],
)
def test_a_vacation_is_read_as_people_write_it(text: str) -> None:
    begin, days = read_leave(text, "Europe/Zurich")
    assert (begin, days) == (1_798_066_800_000, 5)  # midnight there, an hour before that of UTC


@pytest.mark.parametrize(
    "text",
    ["", "tomorrow", "2026-12-24", "24.12.2026 5", "2026-13-01 5", "2026-02-30 2", "0000-01-01 1"],
)
def test_other_vacations_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_leave(text, None)
    assert refusal.value.event.code == "match.bad_leave"


@given(st.text(alphabet="0123456789-/. 年月日", max_size=16))
def test_whatever_is_written_as_a_vacation_is_read_or_refused(text: str) -> None:
    outcome = True
    try:
        assert read_leave(text, "Pacific/Apia")[1] < 100
    except Refusal as refusal:
        outcome = refusal.event.code == "match.bad_leave"
    assert outcome
