"""The numbers of points: published examples, whatever the order, and how much of each counts."""

import random
from dataclasses import replace
from hashlib import sha256
from itertools import chain
from math import log, pi, sqrt
from statistics import mean

import pytest
from openskill.models import BradleyTerryFull

from bot.people.points.glicko import PERIODS_A_DAY, SCALE, TAU, Strength, after, grow_deviation
from bot.people.points.standing import (
    DAY_MS,
    LOWEST_SHOWN,
    UNRATED,
    Pool,
    RatedEnd,
    RatedPlayer,
    Result,
    Standing,
    listed_value,
    recount,
    settle,
    share,
)
from bot.people.points.teams import rate
from players.exact import exp
from tests.samples import FULL

NEW = Strength()
DAY_0 = 20_000 * DAY_MS
MURUS, FOUR = Pool("murus", 7), Pool("junqi-four", 7)
OTHER: dict[Result, Result] = {"won": "lost", "lost": "won", "drawn": "drawn"}
SEASONS = 1_000 if FULL else 100
"""The seasons of four that are played."""


# ---------------------------------------------------------------------- two players


def test_glickos_own_example_comes_out_to_its_last_digit() -> None:
    played = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    found = after(Strength(1500, 200, 0.06), played, tau=0.5, periods=1)
    assert round(found.rating, 5) == 1464.05067
    assert round(found.deviation, 5) == 151.51652
    assert round(found.volatility, 8) == 0.05999598


@pytest.mark.parametrize(
    ("one", "other", "score", "ratings", "deviations", "volatilities"),
    [
        (NEW, NEW, 1.0, (1662.21, 1337.79), (290.2305, 290.2305), (0.0599993, 0.0599993)),
        (NEW, NEW, 0.0, (1337.79, 1662.21), (290.2305, 290.2305), (0.0599993, 0.0599993)),
        (NEW, NEW, 0.5, (1500.00, 1500.00), (290.2305, 290.2305), (0.0599977, 0.0599977)),
        *(
            (Strength(1400, 79, 0.06), Strength(1550, 110, 0.065), score, ratings, found, ())
            for score, ratings in (
                (1.0, (1422.63, 1506.32)),
                (0.5, (1406.31, 1537.61)),
                (0.0, (1389.99, 1568.90)),
            )
            for found in [(77.4956, 105.8706)]
        ),
        (
            Strength(1200, 60, 0.053),
            Strength(1850, 200, 0.062),
            1.0,
            (1216.73, 1635.99),
            (59.9006, 196.9873),
            (0.053013, 0.062028),
        ),
    ],
)
def test_lichess_reckons_the_same(
    one: Strength,
    other: Strength,
    score: float,
    ratings: tuple[float, float],
    deviations: tuple[float, float],
    volatilities: tuple[float, ...],
) -> None:
    both = after(one, [(other, score)]), after(other, [(one, 1 - score)])
    assert tuple(round(found.rating, 2) for found in both) == ratings
    assert tuple(round(found.deviation, 4) for found in both) == deviations
    for found, volatility in zip(both, volatilities, strict=False):
        assert round(found.volatility, len(str(volatility)) - 2) == volatility


def test_a_deviation_of_60_grows_to_110_within_a_year_and_never_beyond_350() -> None:
    assert round(grow_deviation(Strength(1500, 60, 0.06), 365 * PERIODS_A_DAY), 2) == 110.00
    assert grow_deviation(Strength(1500, 60, 0.06), 100_000 * PERIODS_A_DAY) == 350


def test_every_machine_and_every_python_reckon_the_same_to_the_last_bit() -> None:
    rng, seen = random.Random(1), sha256()
    for _ in range(2_000):
        ratings = (rng.uniform(600, 2600), rng.uniform(600, 2600))
        deviations = (rng.uniform(30, 350), rng.uniform(30, 350))
        one, other = map(Strength, ratings, deviations, (rng.uniform(0.03, 0.1), 0.06))
        found = after(one, [(other, rng.choice((0.0, 0.5, 1.0)))])
        seen.update(repr((found, grow_deviation(one, rng.random() * 99))).encode())
    assert seen.hexdigest()[:16] == "0bf6057a84e62276"


# ---------------------------------------------------------------------- four players


def test_openskills_own_examples_come_out_to_the_last_digit() -> None:
    model, mu, sigma = BradleyTerryFull(), 33.93520996667812, 9.863910103294474

    def played(*sizes: int, ranks: list[float] | None = None) -> list[tuple[float, float]]:
        teams = [[model.rating(mu=mu, sigma=sigma) for _ in range(size)] for size in sizes]
        return [(team[0].mu, team[0].sigma) for team in model.rate(teams, ranks=ranks)]

    assert played(1, 2) == [
        (38.60492430454205, 9.771557303944002),
        (29.265495628814193, 9.73289909385935),
    ]
    assert played(1, 2, 1, 2, ranks=[2, 1, 4, 3]) == [
        (41.10340607203985, 9.324153823645602),
        (37.72654974043671, 9.400642042862893),
        (29.29409518126862, 9.324153823645602),
        (27.61678887296731, 9.400642042862893),
    ]


def test_in_what_order_teams_and_partners_are_named_makes_no_difference() -> None:
    a, b, c, d = (Strength(1400 + 70 * n, 300 - 40 * n, 0.0) for n in range(4))
    (a1, b1), (c1, d1) = rate([[a, b], [c, d]], [0, 1])
    (d2, c2), (b2, a2) = rate([[d, c], [b, a]], [1, 0])
    for strength, other in zip((a1, b1, c1, d1), (a2, b2, c2, d2), strict=True):
        assert strength.rating == pytest.approx(other.rating, abs=1e-9)
        assert strength.deviation == pytest.approx(other.deviation, abs=1e-9)
    assert min(a1.rating - a.rating, b1.rating - b.rating) > 0
    assert max(c1.rating - c.rating, d1.rating - d.rating) < 0


def test_a_dozen_matches_make_a_rating_sure_in_teams_as_they_do_for_two() -> None:
    sure: dict[str, int] = {}
    table, pair = [NEW] * 4, [NEW] * 2
    for number in range(1, 15):
        result = number % 2
        (one, two), (three, four) = rate([table[:2], table[2:]], [result, 1 - result])
        first, second = pair
        pair = [after(first, [(second, 1.0 - result)]), after(second, [(first, float(result))])]
        table = [one, three, two, four]
        for kind, strengths in (("four", table), ("two", pair)):
            if all(
                Standing(it.rating, it.deviation, it.volatility).is_established for it in strengths
            ):
                sure.setdefault(kind, number)
    assert sure == {"four": 11, "two": 13}
    assert not Standing().is_established


@pytest.mark.slow
def test_sixty_matches_at_tables_of_four_put_twelve_players_in_order() -> None:
    assert mean(map(_order_found, range(SEASONS))) >= 0.9


def _order_found(season: int) -> float:
    """Play a season of 12 in a week's order of tables; return the rank correlation at its end."""
    rng = random.Random(season)
    strong = [rng.gauss(1500, 200) for _ in range(12)]
    finishes = []
    for number in range(180):
        if number % 3 == 0:
            seating = rng.sample(range(12), 12)
        a, b, c, d = seating[number % 3 * 4 : number % 3 * 4 + 4]
        ahead = strong[a] + strong[c] - strong[b] - strong[d]
        result: Result = "won" if rng.random() < 1 / (1 + exp(-ahead / 175)) else "lost"
        seats = tuple(
            RatedPlayer(seat, person, seat % 2, OTHER[result] if seat % 2 else result)
            for seat, person in enumerate((a, b, c, d))
        )
        finishes.append(RatedEnd(str(number), FOUR, 1.0, DAY_0 + number, "ended", seats))
    standings = {rated.one.person: rated.after for _, rated in recount(finishes)}
    ranks = [
        [sorted(values).index(value) for value in values]
        for values in (strong, [standings[person].rating for person in range(12)])
    ]
    off: int = sum((rank - other) ** 2 for rank, other in zip(*ranks, strict=True))
    return 1 - 6 * off / (12 * (12 * 12 - 1))


# ---------------------------------------------------------------------- one result


def two(result: Result, at_ms: int = DAY_0, part: float = 1.0) -> RatedEnd:
    """End a match between 1 and 2, with this result for 1."""
    seats = (RatedPlayer(0, 1, 0, result), RatedPlayer(1, 2, 1, OTHER[result]))
    return RatedEnd("K7Q2", MURUS, part, at_ms, "ended", seats)


def known(rating: float = 1500, deviation: float = 60.0) -> Standing:
    """Give somebody who has played a lot."""
    return Standing(rating, deviation, 0.06, 40, 20, 0, 20, DAY_0)


def test_what_counts_for_nothing_is_counted_and_changes_no_rating() -> None:
    was = {1: known(1700), 2: known(1400)}
    one, other = settle(two("drawn", part=0.0), was)
    assert (one.after.rating, other.after.rating) == (1700, 1400)
    assert (one.after.deviation, other.after.deviation) == (60, 60)
    assert (one.after.games, one.after.draws, other.after.draws) == (41, 1, 1)
    stronger, weaker = settle(two("drawn"), was)
    assert stronger.after.rating < 1700
    assert weaker.after.rating > 1400


def test_the_first_three_of_two_opponents_count_whole_and_the_nth_three_nths() -> None:
    assert [share(nth) for nth in (1, 2, 3, 4, 6, 30)] == [1, 1, 1, 0.75, 0.5, 0.1]
    was = {1: known(1500), 2: known(1650)}
    whole, half = ([*settle(two("won", part=part), was)] for part in (1.0, 0.5))
    for full, less in zip(whole, half, strict=True):
        gain = abs(full.after.rating - full.before.rating)
        assert abs(less.after.rating - less.before.rating) == pytest.approx(gain / 2, rel=0.02)
        assert full.after.deviation < less.after.deviation < 60
    twice = settle(two("won", part=0.5), {rated.one.person: rated.after for rated in half})
    for full, again in zip(whole, twice, strict=True):
        assert again.after.rating == pytest.approx(full.after.rating, abs=0.5)
        assert again.after.deviation == pytest.approx(full.after.deviation, abs=0.05)


def test_of_teams_a_part_of_a_result_moves_and_tells_that_part() -> None:
    table = [Strength(1400 + 70 * n, 300 - 40 * n, 0.0) for n in range(4)]
    teams = [table[:2], table[2:]]
    wholes, halves, none = ([*chain(*rate(teams, [0, 1], part))] for part in (1.0, 0.5, 0.0))
    for whole, half, was in zip(wholes, halves, table, strict=True):
        assert half.rating - was.rating == pytest.approx((whole.rating - was.rating) / 2)
        assert whole.deviation < half.deviation < was.deviation
    assert [strength.rating for strength in none] == [strength.rating for strength in table]


def test_who_is_replaced_loses_and_nobody_else_changes() -> None:
    was = {1: known(1500), 2: known(1500)}
    lost = next(settle(two("lost"), was))
    seats = (RatedPlayer(0, 1, 0, "lost"), RatedPlayer(1, 2, 1, None))
    (left,) = settle(RatedEnd("K7Q2", MURUS, 1.0, DAY_0, "replaced", seats), was)
    assert left.one.person == 1
    assert left.after == lost.after


def test_who_escapes_a_table_of_four_pays_alone_what_a_loss_costs() -> None:
    results: list[Result] = ["lost", "won", "lost", "won"]
    ends = [tuple(RatedPlayer(n, n, n % 2, result) for n, result in enumerate(results))]
    ends += [tuple(replace(player, result=None if player.seat else "lost") for player in ends[0])]
    lost, escaped = (
        [*settle(RatedEnd("K7Q2", FOUR, 1.0, DAY_0, "ended", end), {})] for end in ends
    )
    assert escaped == lost[:1]
    assert escaped[0].after.rating < 1500


def test_a_year_without_a_match_widens_a_deviation_before_the_next_one() -> None:
    was = {1: known(1500), 2: known(1500)}
    one, _ = settle(two("won", at_ms=DAY_0 + 365 * DAY_MS), was)
    assert round(one.before.deviation, 2) == 110.00
    soon, _ = settle(two("won"), was)
    assert one.after.rating > soon.after.rating


def test_all_three_numbers_are_kept_from_match_to_match() -> None:
    """Compared with Glicko-2 once more, which finds the volatility by halving."""
    standings = {1: known(1900, 40), 2: known(1300, 90)}
    for number in range(30):
        one, other = settle(two("lost" if number % 3 else "won"), standings)
        for mine, theirs, score in ((one, other, number % 3 == 0), (other, one, number % 3 > 0)):
            numbers = glicko(mine.before, theirs.before, float(score))
            assert _numbers(mine.after) == pytest.approx(numbers, abs=2e-6)
        standings = {1: one.after, 2: other.after}
    assert [round(it.volatility, 4) for it in standings.values()] == [0.0602, 0.0602]


def glicko(me: Standing, them: Standing, score: float) -> tuple[float, float, float]:
    mu, phi = (me.rating - 1500) / SCALE, me.deviation / SCALE
    g = 1 / sqrt(1 + 3 * (them.deviation / SCALE) ** 2 / pi**2)
    expected = 1 / (1 + exp(-g * (mu - (them.rating - 1500) / SCALE)))
    v, delta = (
        1 / (g * g * expected * (1 - expected)),
        (score - expected) / (g * expected * (1 - expected)),
    )

    def slope(x: float) -> float:
        e = exp(x)
        rise = e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2)
        return rise - (x - log(me.volatility**2)) / TAU**2

    low, high = -20.0, 5.0
    for _ in range(60):
        low, high = (
            ((low + high) / 2, high) if slope((low + high) / 2) > 0 else (low, (low + high) / 2)
        )
    narrowed = 1 / sqrt(1 / phi**2 + 1 / v)
    rating = 1500 + SCALE * (mu + narrowed**2 * g * (score - expected))
    return rating, SCALE * narrowed, exp(low / 2)


def test_every_number_is_kept_to_a_millionth() -> None:
    one, other = settle(two("won"), {1: known(1512.345678), 2: known(1490.0)})
    for number in (*_numbers(one.after), *_numbers(other.after)):
        assert round(number, 6) == number


def _numbers(one: Standing) -> tuple[float, float, float]:
    return one.rating, one.deviation, one.volatility


def test_nobody_is_shown_below_the_floor() -> None:
    assert known(431.4).shown == LOWEST_SHOWN
    assert known(1512.5678).shown == 1513
    assert (UNRATED.rating, UNRATED.deviation, UNRATED.volatility) == (1500, 350, 0.06)


# ---------------------------------------------------------------------- the list


def test_who_has_played_three_matches_is_listed_by_the_rating_less_two_deviations() -> None:
    assert listed_value(Standing(games=2, wins=2), 20_000) is None
    assert listed_value(Standing(1600, 150, games=3, wins=3, updated_ms=DAY_0), 20_000) == 1300
    assert listed_value(known(1500), 20_365) == pytest.approx(1500 - 2 * 110, abs=0.01)
