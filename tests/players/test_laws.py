"""The laws of every computer player, in every variant of its game and with every option."""

import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import players
from games.core import Act, Entry, GameError, OutOfTurn, Roll, Seat
from games.library import GAMES
from games.replay import replay
from games.rulebook import RULES
from games.submission import play, unfinished
from lab.match import Terms, play_pair
from players.core import Budget, Choice
from players.library import GREEDY, PLAYERS
from tests.laws.walks import DISGUISES, Walk
from tests.samples import FULL, chosen, thinned

from .situations import (
    TABLES,
    THOUGHT,
    VARIANTS,
    Situation,
    half_turns,
    requests,
    situations,
    variants,
    walked,
)

ROOT = Path(__file__).parents[2]
REQUESTS = 1000 if FULL else 18
DISGUISED = 1000 if FULL else 6
SELF_PLAYED = 2000 if FULL else len(VARIANTS)
WEIGHTS = 300_000
THOUGHT_OF = sorted(PLAYERS)
USUAL = {(game, GAMES[game].info.variants[-(n % 2)]) for n, game in enumerate(THOUGHT_OF)}
"""The plainest variant of a game or the one furthest from it, by turns."""
EVERY_VARIANT = pytest.mark.parametrize(("game", "variant"), chosen(VARIANTS, USUAL.__contains__))
OPTIONS = [
    pytest.param(*table, marks=pytest.mark.slow) for table in TABLES if table not in VARIANTS
]
HIDING = [game for game in THOUGHT_OF if game in DISGUISES]
DEEP = Budget(1000, 0.05)
"""Enough to think of replies, too."""


def log_text(one: Situation, choice: Choice) -> str:
    """Return the turn as the log would have it. Raises GameError if it is none."""
    return play(one.rules, one.state, one.seat, choice.text)[1].text


def test_every_game_has_its_players() -> None:
    assert set(PLAYERS) == set(GREEDY) == set(GAMES)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_a_player_has_five_levels_in_every_variant(game: str, variant: str) -> None:
    rules, player = RULES[game], PLAYERS[game]
    assert len(player.levels) == 5
    view = rules.view(rules.initial(variant), Seat(0))
    budgets = [player.budget(view, level) for level in range(1, 6)]
    nodes = [budget.nodes for budget in budgets]
    noise = [budget.noise for budget in budgets]
    assert nodes == sorted(set(nodes))
    assert noise == sorted(noise, reverse=True)
    assert noise[-1] == 0


@EVERY_VARIANT
def test_a_turn_is_whole_and_legal_in_every_phase(game: str, variant: str) -> None:
    check_turns(game, variant)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), OPTIONS)
def test_a_turn_is_whole_and_legal_with_every_option(game: str, variant: str) -> None:
    check_turns(game, variant)


def check_turns(game: str, variant: str) -> None:
    for n, situation in enumerate(situations(game, variant, 2, 40 if FULL else 3)):
        choice = situation.player.choose(situation.view, situation.past, THOUGHT, n)
        log_text(situation, choice)
        assert 0 <= choice.value <= 1
        log_text(situation, GREEDY[game](situation.view, situation.past, THOUGHT, n))


@EVERY_VARIANT
def test_a_turn_that_has_begun_is_ended(game: str, variant: str) -> None:
    for turn in half_turns(game, variant, 2, 40 if FULL else 4):
        choice = turn.player.choose(turn.view, turn.past, THOUGHT, 1)
        state, _ = play(turn.rules, turn.state, turn.seat, choice.text)
        assert not unfinished(turn.rules.view(state, turn.seat))


@pytest.mark.parametrize("game", [game for game in THOUGHT_OF if game not in HIDING])
def test_who_is_not_to_act_is_refused(game: str) -> None:
    *_, one = situations(game, variants(game)[0], 2, 4)
    for seat in sorted(one.rules.game.info.everybody):
        view = one.rules.view(one.state, seat)
        for answer in () if view.acting else (one.player.choose, GREEDY[game]):
            with pytest.raises(OutOfTurn):
                answer(view, (view,), THOUGHT, 1)


@pytest.mark.parametrize("nodes", thinned([1, 2, 50, 7], 2))
@pytest.mark.parametrize("game", THOUGHT_OF)
def test_nobody_looks_at_more_than_the_budget_allows(game: str, nodes: int) -> None:
    for n, case in enumerate(situations(game, variants(game)[0], 2, 40 if FULL else 4)):
        assert 0 <= case.player.choose(case.view, case.past, Budget(nodes), n).nodes <= nodes
        for choice in case.player.judge(case.view, case.past, nodes):
            assert 0 <= choice.nodes <= nodes


@EVERY_VARIANT
def test_the_best_turns_come_first_and_are_legal(game: str, variant: str) -> None:
    for situation in situations(game, variant, 2, 40 if FULL else 4):
        best = situation.player.judge(situation.view, situation.past, 60)
        texts = [log_text(situation, choice) for choice in best]
        values = [choice.value for choice in best]
        assert len(set(texts)) == len(texts)
        assert values == sorted(values, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        won = values[0] == 1  # and nobody has to be told of others
        assert won or len(texts) >= min(3, count_turns(situation, 3))


def count_turns(one: Situation, enough: int) -> int:
    """Count the whole turns that lead to different boards, up to `enough`."""
    game = one.rules.game
    drafts, boards = [one.view], set[frozenset[tuple[str, str]]]()
    while drafts and len(boards) < enough:
        view = drafts.pop()
        for action in game.legal(view):
            after = game.preview(view, action)
            if unfinished(after):
                drafts.append(after)
            else:
                boards.add(frozenset(game.cells(after).items()))
    return len(boards)


@pytest.mark.parametrize("game", THOUGHT_OF)
def test_every_level_answers(game: str) -> None:
    levels = PLAYERS[game].levels if FULL else PLAYERS[game].levels[:3]
    for situation in situations(game, variants(game)[0], 2, 4 if FULL else 1):
        for budget in levels:
            log_text(situation, situation.player.choose(situation.view, situation.past, budget, 1))


# ------------------------------------------------------------------- determinism


def answers(hash_seed: str) -> list[str]:
    """Return what a process of its own answers to some requests."""
    command = [sys.executable, "-m", "tests.players.situations", str(REQUESTS)]
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    done = subprocess.run(  # noqa: S603 - our own program
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()


@pytest.mark.slow
def test_the_same_is_answered_in_every_process() -> None:
    first, second = answers("1"), answers("2")
    assert len(first) == REQUESTS
    assert [n for n, (a, b) in enumerate(zip(first, second, strict=True)) if a != b] == []


def test_nothing_is_remembered_between_turns() -> None:
    asked = list(requests(8))
    forward = [case.player.choose(case.view, case.past, THOUGHT, 1) for case in asked]
    backward = [case.player.choose(case.view, case.past, THOUGHT, 1) for case in reversed(asked)]
    assert forward == backward[::-1]


@EVERY_VARIANT
def test_a_view_sent_to_another_process_is_answered_alike(game: str, variant: str) -> None:
    for n, situation in enumerate(situations(game, variant, 2, 40 if FULL else 3)):
        sent = pickle.loads(pickle.dumps(situation.past))  # noqa: S301 - our own
        assert thoughts(situation, sent, n) == thoughts(situation, situation.past, n)


# ----------------------------------------------------------------------- secrets


@pytest.mark.parametrize("budget", [THOUGHT, pytest.param(DEEP, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", HIDING)
def test_what_a_seat_cannot_tell_apart_moves_no_player(game: str, budget: Budget) -> None:
    tried = 0
    for variant in variants(game)[: None if FULL else 2]:
        for n, situation in enumerate(situations(game, variant, 7, DISGUISED)):
            answer = thoughts(situation, (situation.view,), n, budget)
            for disguised in DISGUISES[game](situation.state, situation.seat):
                view = situation.rules.view(disguised, situation.seat)
                assert thoughts(situation, (view,), n, budget) == answer
                tried += disguised != situation.state
        if tried > DISGUISED:
            break
    assert tried >= DISGUISED / 2


def thoughts(
    one: Situation, past: tuple[Any, ...], seed: int, budget: Budget = THOUGHT
) -> tuple[Any, ...]:
    """Return everything the players say of a position."""
    chosen = one.player.choose(past[-1], past, budget, seed)
    plain = GREEDY[one.game](past[-1], past, budget, seed)
    return (chosen, plain, tuple(one.player.judge(past[-1], past, budget.nodes)))


@pytest.mark.parametrize("game", [game for game in THOUGHT_OF if GAMES[game].set_up])
def test_pieces_that_were_never_met_move_no_player_in_a_whole_game(game: str) -> None:
    """An enemy may have another layout, and every turn goes the same as far as a seat can see."""
    compared, rules = 0, RULES[game]
    for seed in range(40 if FULL else 1):
        one = walked(game, "", seed)
        log = one.log[: len(one.log) // 2 if FULL else 40]
        states = list(replay(rules, "", log))
        seat = next(seat for seat in one.game.info.everybody if rules.view(states[-1], seat).acting)
        past = tuple(rules.view(state, seat) for state in states)
        answer = thoughts(Situation(game, "", states[-1], seat, past), past, seed)
        for disguised in other_games(one, log, seed):
            other = tuple(rules.view(state, seat) for state in disguised)
            if other == past and disguised[-1] != states[-1]:
                hidden = Situation(game, "", disguised[-1], seat, other)
                assert thoughts(hidden, other, seed) == answer
                compared += 1
    assert compared


def other_games(one: Walk, log: tuple[Entry, ...], seed: int) -> Iterator[list[Any]]:
    """Give the states of a game with two pieces of one layout exchanged, if it can be followed."""
    set_up, rng = one.game.set_up, random.Random(seed)
    assert set_up is not None
    for _ in range(30):
        place = rng.randrange(one.game.info.seats)
        codes = set_up.read(log[place].text.partition(" ")[2])
        swapped = set_up.swapped(codes, rng.randrange(len(codes)), rng.randrange(len(codes)))
        changed = replace(log[place], text=set_up.written(swapped))
        with suppress(GameError):
            yield list(replay(one.rules, "", (*log[:place], changed, *log[place + 1 :])))


# -------------------------------------------------------------------- self-play


def self_played(game: str, variant: str, seed: int) -> int:
    """Play a game out with little thought; return the number of turns."""
    rules, player, rng = RULES[game], PLAYERS[game], random.Random(f"{game} {variant} {seed}")
    state, turns = rules.initial(variant), 0
    past: dict[Seat, list[Any]] = {seat: [] for seat in sorted(rules.game.info.everybody)}
    budget = Budget(rng.choice((1, 2, 5)), rng.choice((0.0, 0.3)))
    while True:
        for seat, seen in past.items():
            seen.append(rules.view(state, seat))
        turn = rules.turn(state)
        if isinstance(turn, Roll):
            state = rules.roll(state, tuple(rng.randint(1, side) for side in turn.sides))
        elif isinstance(turn, Act):
            seat = min(turn.seats)
            seed = rng.getrandbits(64)
            choice = player.choose(past[seat][-1], tuple(past[seat]), budget, seed)
            state, _ = play(rules, state, seat, choice.text)
            turns += 1
        else:
            return turns


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_games_against_oneself_have_no_illegal_turn_and_an_end(game: str, variant: str) -> None:
    for seed in range(-(-SELF_PLAYED // len(VARIANTS))):
        assert self_played(game, variant, seed) > 3


@pytest.mark.slow
@pytest.mark.parametrize("game", THOUGHT_OF)
def test_levels_play_whole_games(game: str) -> None:
    pair = play_pair(Terms(game, GAMES[game].variant(""), 3, 0), "2", "1", 0)
    assert [played.faults for played in pair.games] == [[], []]


# -------------------------------------------------------------------------- room


def test_all_weights_together_are_small() -> None:
    folder = Path(players.__file__).parent
    sizes = {path: path.stat().st_size for path in folder.rglob("*.json")}
    assert sizes
    assert sum(sizes.values()) < WEIGHTS
