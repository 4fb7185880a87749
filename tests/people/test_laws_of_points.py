"""Laws of points, by simulation: who is equal stays so, who is stronger rises, nobody farms.

Each law is tried with a few seeds, by the slow suite with more, and with TETRARCH_FULL with 200.
"""

import random
from collections import defaultdict, deque
from collections.abc import Iterable
from statistics import mean

import pytest

from bot.people.points.standing import (
    DAY_MS,
    SEASON_MS,
    UNRATED,
    Pool,
    RatedEnd,
    RatedPlayer,
    Result,
    Standing,
    settle,
    share,
)
from players.exact import exp
from tests.samples import FULL, sampled

from .test_points import DAY_0, FOUR, MURUS, OTHER, known

ME = 0
SEEDS = pytest.mark.parametrize("seeds", sampled([range(6), range(200 if FULL else 40)]))


class Club:
    """The standings of a pool, and when who has met whom."""

    def __init__(self, pool: Pool = MURUS) -> None:
        self.pool = pool
        self.standings: dict[int, Standing] = {}
        self._met: defaultdict[frozenset[frozenset[int]], deque[int]] = defaultdict(deque)

    def rating(self, one: int = ME) -> float:
        return self.standings.get(one, UNRATED).rating

    def play(self, sides: Iterable[Iterable[int]], result: Result, at_ms: int) -> None:
        """End a match of two sides, with this result for the first."""
        one, other = map(tuple, sides)
        met = self._met[frozenset((frozenset(one), frozenset(other)))]
        met.append(at_ms)
        while met[0] <= at_ms - SEASON_MS:
            met.popleft()
        seats = [
            RatedPlayer(2 * place + side, person, side, OTHER[result] if side else result)
            for place, pair in enumerate(zip(one, other, strict=True))
            for side, person in enumerate(pair)
        ]
        end = RatedEnd("K7Q2", self.pool, share(len(met)), at_ms, "ended", tuple(seats))
        self.standings |= {made.one.person: made.after for made in settle(end, self.standings)}


def won(rng: random.Random, ahead: float) -> Result:
    """Draw a result of somebody who is stronger by so many points."""
    return "won" if rng.random() < 1 / (1 + exp(-ahead * 0.0057565)) else "lost"


def flips(seed: int, meetings: int, *, new: bool) -> Standing:
    """Flip 300 coins in half a year against newcomers, or regulars of my strength."""
    rng, club = random.Random(seed), Club()
    club.standings[ME] = known()
    for number in range(300):
        opponent = 1 + number // meetings if new else 1 + number % 30
        if not new:
            club.standings.setdefault(opponent, known())
        at_ms = DAY_0 + number * 180 * DAY_MS // 300
        club.play(([ME], [opponent]), won(rng, 0), at_ms)
    return club.standings[ME]


@SEEDS
@pytest.mark.parametrize(
    ("new", "meetings", "least"), [(True, 1, 0.95), (True, 3, 0.9), (False, 1, 0.95)]
)
def test_flips_make_nobody_stronger(seeds: range, new: bool, meetings: int, least: float) -> None:
    ends = [flips(seed, meetings, new=new) for seed in seeds]
    within = mean(abs(end.rating - 1500) <= 2 * end.deviation for end in ends)
    assert within >= least - 1 / len(seeds)
    assert abs(mean(end.rating for end in ends) - 1500) <= max(15, 200 / len(seeds))


def rises(seed: int) -> float:
    """Play 40 matches against a field of 20, new like oneself, as one who is stronger by 100."""
    rng, club = random.Random(seed), Club()
    for number in range(400):
        one, other = rng.sample(range(1, 21), 2)
        pairs = [(one, other, 0.0)] + [(ME, rng.randrange(1, 21), 100.0)] * (number % 10 == 0)
        for mine, theirs, ahead in pairs:
            at_ms = DAY_0 + number * 90 * DAY_MS // 400
            club.play(([mine], [theirs]), won(rng, ahead), at_ms)
    return club.rating() - 1500


@SEEDS
def test_who_is_stronger_by_a_hundred_points_rises_by_about_that(seeds: range) -> None:
    assert 40 <= mean(map(rises, seeds)) <= 160


def test_three_wins_over_three_who_have_never_played() -> None:
    club, shown = Club(), []
    for opponent in (1, 2, 3):
        club.play(([ME], [opponent]), "won", DAY_0)
        shown.append(club.standings[ME].shown)
    assert shown == [1662, 1750, 1809]


@pytest.mark.parametrize(("feeder", "most"), [(UNRATED, 55), (known(), 115)])
def test_one_feeder_who_loses_a_hundred_matches_brings_little(feeder: Standing, most: int) -> None:
    club = Club()
    club.standings |= {ME: known(), 1: feeder}
    for number in range(100):
        club.play(([ME], [1]), "won", DAY_0 + number * SEASON_MS // 100)
    assert 0 < club.rating() - 1500 <= most


def test_one_feeder_who_deletes_everything_in_between_brings_little_in_a_year() -> None:
    """Whoever comes back plays unrated for 90 days: four lives a year, with a week to each."""
    club = Club()
    club.standings[ME] = known()
    for life in range(4):
        begun = DAY_0 + life * (SEASON_MS + DAY_MS)
        for number in range(100):
            club.play(([ME], [1 + life]), "won", begun + number * DAY_MS // 100)
    assert 0 < club.rating() - 1500 <= 215


def tables(seed: int) -> list[float]:
    """Flip 150 coins at one table of four, partners drawn each time."""
    rng, club = random.Random(seed), Club(FOUR)
    for number in range(150):
        a, b, c, d = rng.sample(range(4), 4)
        club.play(([a, b], [c, d]), won(rng, 0), DAY_0 + number * DAY_MS)
    return [club.rating(seat) for seat in range(4)]


@SEEDS
def test_a_table_of_four_drifts_nowhere(seeds: range) -> None:
    ends = [tables(seed) for seed in seeds]
    most = 15 if FULL else 250 / len(seeds) ** 0.5
    for each in zip(*ends, strict=True):
        assert abs(mean(each) - 1500) <= most
    assert abs(mean(map(mean, ends)) - 1500) <= 15
