"""Seasons are the quarters of a year."""

from datetime import UTC, datetime

import pytest

from bot.people.points.seasons import Season


def ms(text: str) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


@pytest.mark.parametrize(
    ("day", "season"),
    [
        ("2026-01-01", "2026-1"),
        ("2026-03-31", "2026-1"),
        ("2026-04-01", "2026-2"),
        ("2026-09-30", "2026-3"),
        ("2026-12-31", "2026-4"),
    ],
)
def test_winter_is_january_to_march(day: str, season: str) -> None:
    found = Season.at(ms(day))
    assert str(found) == season
    assert Season.read(season) == found


def test_a_season_ends_as_the_next_begins() -> None:
    last = Season(2026, 4)
    assert last.until_ms == ms("2027-01-01") - 1
    assert Season(2026, 1).until_ms == ms("2026-04-01") - 1
    assert last.before == Season(2026, 3)
    assert Season(2026, 1).before == Season(2025, 4)


@pytest.mark.parametrize(
    "text", ["", "-", "2026", "2026-0", "2026-5", "0000-1", "x026-1", "2026-1-1"]
)
def test_nothing_else_is_a_season(text: str) -> None:
    assert Season.read(text) is None
