"""A machine whose clock is wrong is told so once, by the dates of Discord's answers."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from bot.ui.wire.discord_clock import DiscordClock

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def date(minutes: float) -> str:
    """Write Discord's date some minutes before noon here."""
    return format_datetime(NOON - timedelta(minutes=minutes), usegmt=True)


@pytest.mark.parametrize(
    ("minutes", "told"), [(6, "6 min fast"), (-90, "90 min slow"), (5, ""), (-4, ""), (0, "")]
)
def test_more_than_five_minutes_are_told(
    minutes: float, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    DiscordClock(lambda: NOON).compare(date(minutes))
    assert [f"clock is {told}:" in message for message in caplog.messages] == [True] * bool(told)


def test_it_is_told_once_until_the_clock_is_right_again(caplog: pytest.LogCaptureFixture) -> None:
    clock = DiscordClock(lambda: NOON)
    for minutes in (7, 8, 0, 9):
        clock.compare(date(minutes))
    assert ["7 min" in message or "9 min" in message for message in caplog.messages] == [True, True]


@pytest.mark.parametrize("header", [None, "", "noon", "Fri, 01 May 2026 12:00:00"])
def test_an_answer_without_a_date_says_nothing(
    header: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    DiscordClock(lambda: NOON + timedelta(days=1)).compare(header)
    assert caplog.messages == []
