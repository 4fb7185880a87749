"""The fortnights of the Tour, and its seasons."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people.points.tour import SEASON, TourSeason, begins_ms, fortnight_at, kind_of
from games.clock import DAY
from games.library import GAMES

MOMENTS = st.integers(0, 4_000_000_000_000)


@given(MOMENTS)
def test_a_fortnight_is_fourteen_days_from_a_monday(moment_ms: int) -> None:
    at = fortnight_at(moment_ms)
    assert begins_ms(at) <= moment_ms < begins_ms(at + 1)
    assert begins_ms(at + 1) - begins_ms(at) == 14 * DAY
    first = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=begins_ms(at))
    assert (first.weekday(), first.hour, first.minute) == (0, 0, 0)


@given(st.integers(0, 10_000))
def test_all_games_come_in_turn_and_none_twice_running(fortnight: int) -> None:
    kinds = [kind_of(fortnight + n) for n in range(len(GAMES))]
    assert {kind.partition(" ")[0] for kind in kinds} == {*GAMES}
    assert kind_of(fortnight + len(GAMES)) == kinds[0]
    for game, _, variant in (kind.partition(" ") for kind in kinds):
        assert variant == GAMES[game].info.variants[0]


@given(MOMENTS)
def test_a_season_is_twelve_fortnights(moment_ms: int) -> None:
    season = TourSeason.at(moment_ms)
    assert season.before.until_ms < moment_ms <= season.until_ms
    assert season.until_ms + 1 == begins_ms((season.number + 1) * SEASON)
    assert season.until_ms - season.before.until_ms == 12 * 14 * DAY


def test_a_season_begins_with_the_tour() -> None:
    first = int(datetime(2026, 11, 30, tzinfo=UTC).timestamp()) * 1000
    assert TourSeason.at(first - 1) != TourSeason.at(first) == TourSeason(123)
    assert TourSeason.at(first).before == TourSeason.at(first - 1)


@pytest.mark.parametrize("text", ["", "-", "-1", "x", "12345", "²", "2026-1"])
def test_what_is_no_season_is_none(text: str) -> None:
    assert TourSeason.read(text) is None


def test_a_season_is_read_as_it_is_written() -> None:
    assert TourSeason.read(str(TourSeason(123))) == TourSeason(123)
