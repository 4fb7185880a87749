"""Firsts: what finished matches tell of a person."""

from itertools import count, islice

import pytest

from bot.people.points.firsts import Finished, Firsts, firsts
from bot.people.points.seasons import Season

SPRING, SUMMER = Season(2026, 2), Season(2026, 3)
NOW = SUMMER.until_ms - 1


def finished(
    number: int,
    game: str = "murus",
    *,
    won: bool = False,
    level: int | None = None,
    timed: bool = True,
    kept: bool = True,
    season: Season = SPRING,
) -> list[Finished]:
    """Finish as many matches within a season."""
    ends = count(season.before.until_ms + 1)
    return [Finished(game, end, won, level, timed, kept) for end in islice(ends, number)]


def test_who_has_finished_nothing_has_no_firsts() -> None:
    assert firsts([], NOW) == Firsts()


def test_a_game_is_won_for_the_first_time_once_and_listed_in_that_order() -> None:
    won = [*finished(2, "junqi-flip", won=True), *finished(1, "diablo"), *finished(3, won=True)]
    assert firsts(won, NOW).games == ("junqi-flip", "murus")


def test_levels_beaten_are_listed_once_without_those_that_won() -> None:
    met = [*finished(2, won=True, level=3), *finished(1, won=True, level=1), *finished(1, level=5)]
    assert firsts([*met, *finished(1, won=True)], NOW).levels == (1, 3)


@pytest.mark.parametrize(
    ("number", "milestone"), [(9, 0), (10, 10), (49, 10), (50, 50), (999, 200)]
)
def test_the_last_milestone_counts(number: int, milestone: int) -> None:
    assert firsts(finished(number, timed=False), NOW).milestone == milestone


def test_a_season_counts_once_it_is_over_with_five_matches_and_no_flag() -> None:
    assert firsts(finished(5), NOW).season == SPRING
    assert firsts(finished(5, season=SUMMER), NOW).season is None
    assert firsts(finished(4), NOW).season is None
    assert firsts(finished(9, timed=False), NOW).season is None
    assert firsts([*finished(5), *finished(1, kept=False)], NOW).season is None
    assert firsts([*finished(5, season=SPRING.before), *finished(5)], NOW).season == SPRING


def test_clocks_kept_are_counted_from_ten_matches_on() -> None:
    played = [*finished(8), *finished(2, kept=False), *finished(7, timed=False, kept=False)]
    found = firsts(played, NOW)
    assert (found.kept, found.timed) == (8, 10)
    assert firsts(played[1:], NOW).timed == 0
