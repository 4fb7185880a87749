"""Expectations are compared with results, and corrected by a curve."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.core import Seat
from games.rulebook import RULES
from lab.__main__ import main
from lab.calibration import Told, buckets, fitted_curve, play_and_judge
from lab.match import Terms, in_full
from players.exact import KNOTS, along
from players.library import PLAYERS
from players.worker import Question, answer

SHARES = st.floats(0, 1)


@given(SHARES)
def test_a_straight_curve_leaves_expectations_as_they_are(value: float) -> None:
    assert along(KNOTS, value) == value


@pytest.mark.parametrize("game", sorted(PLAYERS))
@given(values=st.tuples(SHARES, SHARES))
def test_a_better_turn_stays_better_and_the_end_is_told_as_it_is(
    game: str, values: tuple[float, float]
) -> None:
    curve = PLAYERS[game].curve
    worse, better = sorted(values)
    assert 0 <= along(curve, worse) <= along(curve, better) <= 1
    assert (along(curve, 0), along(curve, 1)) == (0, 1)
    assert len(set(curve)) == len(curve)


def timid(games: int) -> list[Told]:
    """Expect 0.4 or 0.6 where 0.1 and 0.9 are scored."""
    rng = random.Random(1)
    return [
        Told(game, value, float(rng.random() < 0.9) if value > 0.5 else float(rng.random() < 0.1))
        for game in range(games)
        for value in (0.4, 0.6)
    ]


def test_timid_expectations_are_off_until_a_curve_corrects_them() -> None:
    games = timid(400)
    assert not any(bucket.honest for bucket in buckets(games, KNOTS))
    corrected = list(buckets(games, fitted_curve(games)))
    assert all(bucket.honest for bucket in corrected)
    assert [bucket.values for bucket in corrected] == [400, 400]
    assert corrected[0].told < 0.2 < 0.8 < corrected[1].told


@example([Told(0, 0.01, 0.0), Told(0, 0.01, 1.0)])
@example([*[Told(0, 0.9, 1.0)] * 999, *[Told(0, 0.99, 1.0)] * 99])
@given(st.lists(st.builds(Told, st.integers(0, 9), SHARES, st.sampled_from([0.0, 0.5, 1.0]))))
def test_a_curve_rises_whatever_the_results_were(expected: list[Told]) -> None:
    curve = fitted_curve(expected)
    assert len(curve) == len(KNOTS)
    assert (curve[0], *sorted(set(curve[1:-1])), curve[-1]) == curve
    assert 0 <= curve[1] <= curve[-2] <= 1


def test_honest_expectations_need_no_curve() -> None:
    rng = random.Random(2)
    honest = [
        Told(game, value, float(rng.random() < value))
        for game in range(3000)
        for value in [rng.uniform(0.01, 0.99)]
    ]
    assert fitted_curve(honest) == pytest.approx(KNOTS, abs=0.04)
    assert all(bucket.honest for bucket in buckets(honest, KNOTS))


def test_a_few_games_prove_nothing_and_a_seen_end_is_no_expectation() -> None:
    assert all(bucket.honest for bucket in buckets([Told(1, 0.3, 1.0), Told(2, 0.25, 0.0)], KNOTS))
    assert not list(buckets([Told(1, 1.0, 0.0), Told(1, 0.0, 1.0)], KNOTS))


def test_a_game_is_played_and_its_sides_add_up() -> None:
    terms = Terms("murus", in_full("murus", ""), 1, 4)
    heard = [told for number in range(3) for told in play_and_judge(terms, "1", number)]
    assert len(heard) > 5
    assert {told.game for told in heard} <= {0, 1, 2}
    assert {told.score for told in heard} == {0.0, 1.0}


def test_a_hint_is_corrected_and_a_choice_is_not() -> None:
    rules, player = RULES["murus"], PLAYERS["murus"]
    view = rules.view(rules.initial(""), Seat(0))
    budget = player.levels[0]
    hints = answer(Question("murus", (view,), budget, None, player.version))
    raw = player.judge(view, (view,), budget.nodes)
    assert isinstance(hints, tuple)
    assert [hint.value for hint in hints] == [along(player.curve, choice.value) for choice in raw]
    assert [hint.text for hint in hints] == [choice.text for choice in raw]
    choice = answer(Question("murus", (view,), budget, 7, player.version))
    assert choice == (player.choose(view, (view,), budget, 7),)


@pytest.mark.slow
def test_the_command_prints_every_tenth_and_a_curve(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["calibrate", "--game", "murus", "--games", "4", "--levels", "1", "2"])
    first, *rows, last = capsys.readouterr().out.splitlines()
    assert first == "murus basic: 4 games of 1 and 2"
    assert all(" expected, " in row and " scored, " in row for row in rows)
    assert last.startswith("the curve of these games: (0.0, ")
    assert status == any(row.endswith("OFF") for row in rows)


@pytest.mark.parametrize("option", ["--workers=0", "--games=0", "--games=-1"])
def test_games_and_workers_are_one_or_more(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as status:
        main(["calibrate", "--game", "murus", "--games", "1", "--levels", "1", option])
    assert status.value.code == 2
    assert "a whole number of 1 or more is wanted" in capsys.readouterr().err
