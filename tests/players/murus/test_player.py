"""The computer player of Murus Gallicus wins what is won, and holds what can be held."""

import pytest

from games.core import Over, Seat
from games.murus.board import VARIANTS, Action
from games.murus.game import MURUS
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.murus.view import MurusView
from players.core import Budget, Choice
from players.murus.greedy import greedy
from players.murus.player import MURUS_PLAYER, choose, go_on, judge
from tests.games.murus.positions import after, at
from tests.samples import sampled

from .walks import walk

LEVELS = MURUS_PLAYER.levels
START = "tttttttt/8/8/8/8/8/TTTTTTTT"


def view(state: Position) -> MurusView:
    """Return what the side to move sees."""
    return MURUS_RULES.view(state, state.mover)


def chosen(state: Position, budget: Budget, seed: int = 1) -> Choice:
    return choose(view(state), [view(state)], budget, seed)


def taken(state: Position, action: Action) -> Position:
    return MURUS_RULES.apply(state, state.mover, action)


def won(state: Position, seat: Seat) -> bool:
    return isinstance(state.turn, Over) and seat in state.turn.winners


def wins(state: Position) -> list[str]:
    """List the turns that win at once."""
    winning = [each for each in state.options if won(taken(state, each), state.mover)]
    return [MURUS.format(each) for each in winning]


def lets_win(state: Position, text: str) -> bool:
    """Tell whether the enemy wins at once after a turn."""
    led_to = after(state, text)
    if isinstance(led_to.turn, Over):
        return not won(led_to, state.mover)
    return bool(wins(led_to))


@pytest.mark.parametrize(
    ("rows", "variant", "ply", "right"),
    [
        ("tttt4/8/3T4/8/8/8/TTTT4", "basic", 0, {"d5-f7"}),
        ("tttt4/8/8/8/5t2/8/TTTT4", "basic", 1, {"f3-h1", "f3-f1"}),
        ("t1W5/8/W7/8/4T3/8/8", "basic+escape", 0, {"e3-c5"}),
    ],
)
def test_a_win_in_one_is_taken(rows: str, variant: str, ply: int, right: set[str]) -> None:
    state = at(rows, variant, ply)
    for level in (Budget(1), *LEVELS[1:]):
        for seed in range(5):
            assert chosen(state, level, seed).text in right


@pytest.mark.parametrize(
    ("rows", "variant", "right"),
    [
        ("tttttt2/8/8/8/8/8/TTT2wTT", "advanced", {"g1xf1"}),
        ("tttttt2/8/8/8/8/8/TTT2wCC", "advanced", {"h1xf1"}),
        ("tttttt2/8/8/8/3t4/8/TTTTTT2", "basic", set()),
    ],
)
def test_an_enemy_about_to_win_is_stopped(rows: str, variant: str, right: set[str]) -> None:
    state = at(rows, variant)
    for level in LEVELS[2:4]:
        for seed in range(3):
            text = chosen(state, level, seed).text
            assert text in right or not (right or lets_win(state, text))


@pytest.mark.parametrize("variant", sampled(VARIANTS))
def test_no_win_in_one_is_missed_or_left_to_the_enemy(variant: str) -> None:
    for number, state in enumerate(walk(variant, 260, seed=3)):
        if winning := wins(state):
            assert chosen(state, LEVELS[1], seed=number).text in winning
        elif number % 6 == 0 and state.ply > 10:
            text = chosen(state, LEVELS[2], seed=number).text
            if lets_win(state, text):
                assert all(lets_win(state, MURUS.format(each)) for each in state.options)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_level_plays_every_variant_within_its_budget(variant: str) -> None:
    for state in (MURUS_RULES.initial(variant), *list(walk(variant, 40, seed=9))[1::13]):
        for budget in (*LEVELS[:3], Budget(1), Budget(0, 0.5)):
            choice = chosen(state, budget)
            assert choice.nodes <= budget.nodes
            assert 0 <= choice.value <= 1
            assert choice.line[0] == choice.text
            expected = state
            for text in choice.line:
                expected = after(expected, text)


def test_a_formation_is_not_judged_by_turns_that_must_not_follow_it() -> None:
    """The other side has to change its own formation first, so Master needs no second slice."""
    state = MURUS_RULES.initial("basic+redistribution")
    found = go_on(view(state), [view(state)], Budget(6_000_000), 1, None)
    assert isinstance(found, Choice)
    assert (len(found.line), found.nodes) == (1, 0)
    other = taken(state, MURUS.parse(view(state), found.text))
    assert len(chosen(other, Budget(2000)).line) > 1


def test_a_lone_turn_is_taken_and_judged() -> None:
    state = next(each for each in walk("basic+escape", 4_000, seed=1) if len(each.options) == 1)
    [hint] = judge(view(state), [view(state)], 300)
    assert chosen(state, LEVELS[0]).text == hint.text == MURUS.format(state.options[0])


def test_a_greedy_player_wins_and_stops_wins_too() -> None:
    won = at("tttt4/8/3T4/8/8/8/TTTT4")
    assert greedy(view(won), [view(won)], Budget(1), 1).text == "d5-f7"
    held = at("tttttt2/8/8/8/8/8/TTT2wTT", "advanced")
    assert greedy(view(held), [view(held)], Budget(1), 1).text == "g1xf1"
