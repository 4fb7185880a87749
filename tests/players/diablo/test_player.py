"""The computer player of Diablo plays by the rules, wins what is won, and keeps to its nodes."""

from collections.abc import Iterator
from random import Random

import pytest

from games.core import Over, Roll
from games.diablo.board import SIZES, Sign, side
from games.diablo.game import DIABLO
from games.diablo.position import REMOVING, Position, Stage
from games.diablo.rules import DIABLO_RULES
from games.diablo.view import DiabloView
from games.submission import play
from players.core import Budget
from players.diablo.board import Field, Stacks, Step, after, field, removals, stacks, steps
from players.diablo.greedy import greedy
from players.diablo.player import DIABLO_PLAYER, choose, judge
from players.diablo.strikes import strikes
from tests.games.diablo.positions import at


def walk(size: int, actions: int, seed: int) -> Iterator[Position]:
    """Give the positions with a side to act in random games, one game after another."""
    chance = Random(seed)
    state = DIABLO_RULES.initial(f"size-{size}")
    while actions:
        if isinstance(state.turn, Over):
            state = DIABLO_RULES.initial(f"size-{size}")
        if isinstance(state.turn, Roll):
            one, other = (chance.randint(1, each) for each in state.turn.sides)
            state = DIABLO_RULES.roll(state, (one, other))
        yield state
        actions -= 1
        action = chance.choice(DIABLO.legal(view(state)))
        state = DIABLO_RULES.apply(state, state.mover, action)


def view(state: Position) -> DiabloView:
    """Return what the side to act sees."""
    return DIABLO_RULES.view(state, state.mover)


@pytest.mark.parametrize("size", SIZES)
def test_the_players_board_is_the_engines(size: int) -> None:
    table = field(size)
    for state in walk(size, 400 // size, seed=size):
        now = stacks(size, state.board, side(state.mover))
        empties = state.stage is not Stage.ACTION2_MC
        if state.stage in REMOVING:
            options = removals(now)
        else:
            dice = dict.fromkeys(state.left)
            options = [s for die in dice for s in steps(table, now, die, table.squares, empties)]
        legal = {DIABLO.format(action): action for action in DIABLO.legal(view(state))}
        assert sorted(map(table.text, options)) == sorted(legal)
        for step in options[:: max(1, len(options) // 5)]:
            then = DIABLO_RULES.apply(state, state.mover, legal[table.text(step)])
            assert after(now, step) == stacks(size, then.board, side(state.mover))


@pytest.mark.parametrize(
    "position",
    [
        "b2..g2../...... b action1 3,1 3,1 9 -",
        "b1b1.g2../...... b action1 1,2 1,2 9 -",
        "b1g1b1g1../...... b action1 1,2 1,2 9 -",
        "b1b1b2.g2./...... b action2_any 1,2 2 9 -",
    ],
)
def test_it_takes_the_last_stack_when_it_can(position: str) -> None:
    state = at(position)
    for budget in (*DIABLO_PLAYER.levels, Budget(1)):
        choice = choose(view(state), [], budget, 1)
        then, _ = play(DIABLO_RULES, state, state.mover, choice.text)
        assert isinstance(then.turn, Over)
        assert choice.value == 1


@pytest.mark.parametrize(
    "position",
    [
        "....b5g1/....../..b5.../....../...... b first 2,1 2,1 1 -",
        ".g5..../....../...b5../.....b1/....b3./...... b first 2,2 2,2 1 -",
    ],
)
def test_the_first_turn_of_all_is_one_action(position: str) -> None:
    state = at(position)
    for budget in (*DIABLO_PLAYER.levels, Budget(1)):
        play(DIABLO_RULES, state, state.mover, choose(view(state), [], budget, 1).text)


RACE = {"a6-a4 -a4": 0.877, "a6-a5 -a5": 0.842, "a6-b6 -b6": 0.790, "a6-c6 -c6": 0.704}
"""The expected score after each turn of a race, with every turn and roll tried to the end."""


def test_where_few_stacks_are_left_it_sees_the_end_of_the_race() -> None:
    state = at("b3...../....../....../....g2./....../...... b action1 1,2 1,2 9 -")
    best = judge(view(state), [], DIABLO_PLAYER.levels[-1].nodes)
    assert [choice.text for choice in best] == list(RACE)
    for choice in best:
        assert choice.value == pytest.approx(RACE[choice.text], abs=0.06)


@pytest.mark.parametrize("size", [8, 10])
def test_from_the_first_turns_on_an_expert_spends_its_nodes(size: int) -> None:
    """Even if they suffice for nothing deeper than the replies, as on large boards."""
    nodes = DIABLO_PLAYER.levels[-1].nodes
    state = next(state for state in walk(size, 20, seed=1) if state.stage is Stage.ACTION1)
    assert nodes / 2 < judge(view(state), [], nodes)[0].nodes <= nodes


@pytest.mark.parametrize("size", SIZES[:3])
def test_no_capture_that_one_stack_comes_to_in_two_moves_is_overlooked(size: int) -> None:
    table, seen = field(size), 0
    for state in walk(size, 150, seed=size):
        if state.stage is not Stage.ACTION1:
            continue
        now = stacks(size, state.board, side(state.mover))
        gains, (one, other) = set(), state.dice
        for first, second in strikes(table, now, (one, other), 1000):
            play(DIABLO_RULES, state, state.mover, f"{table.text(first)} {table.text(second)}")
            gains.add(gain(first) + gain(second))
            seen += 1
        assert gains == set(two_steps(table, now, (one, other)))
    assert seen > 50


def gain(step: Step) -> int:
    """Count the checkers that a step takes."""
    return step.onto if step.sign is Sign.TAKE else 0


def two_steps(table: Field, now: Stacks, dice: tuple[int, int]) -> Iterator[int]:
    """Give what any stack takes in two moves, the second of them a capture."""
    for die, other in (dice, dice[::-1]):
        for first in steps(table, now, die, table.squares, True):
            then = after(now, first)
            for second in steps(table, then, other, first.target, False):
                if second.sign is Sign.TAKE:
                    yield gain(first) + gain(second)


def test_a_greedy_player_takes_the_most_that_both_actions_can() -> None:
    state = at("b1b1g1g2../...... b action1 1,2 1,2 9 -")
    assert greedy(view(state), [], Budget(1), 1).text == "a2+b2 b2xd2"
