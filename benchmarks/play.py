"""How fast games are played through the contract: legal list from the view, choice, apply."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from games.core import AnyRules, Over, Roll, Seat
from games.diablo import turns as diablo
from games.diablo.position import Stage
from games.diablo.rules import DIABLO_RULES
from games.junqi.board import SEATS
from games.junqi.dark import board as dark
from games.junqi.dark import turns as dark_turns
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip import board as flip
from games.junqi.flip import turns as flip_turns
from games.junqi.flip.position import DEAL, seen
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.layout import PRESETS
from games.murus.board import START, other
from games.murus.notation import read_variant
from games.murus.rules import MURUS_RULES
from games.murus.turns import actions, decided, moved
from games.ponte import turns as ponte
from games.ponte.notation import read_variant as read_ponte
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES

from .table import Row, median, row

RUNS = 7
GAMES = 40


def contract(rules: AnyRules, variant: str, seed: int) -> int:
    """One random game as the service and the line protocol play it; its number of actions."""
    rng = random.Random(seed)
    state = rules.initial(variant)
    actions = 0
    while not isinstance(turn := rules.turn(state), Over):
        if isinstance(turn, Roll):
            state = rules.roll(state, tuple(rng.randint(1, side) for side in turn.sides))
            continue
        seat = min(turn.seats)
        state = rules.apply(state, seat, rng.choice(rules.game.legal(rules.view(state, seat))))
        actions += 1
    return actions


def bare_murus(text: str, seed: int) -> int:
    """The same game as boards alone: no views, no checks, no history, no repetition."""
    rng = random.Random(seed)
    variant, board, seat, plies = read_variant(text), START, Seat(0), 0
    over = False
    while not over:
        board = moved(board, seat, rng.choice(actions(board, seat, variant, plies)))
        seat, plies = other(seat), plies + 1
        over = decided(board, seat, variant, actions(board, seat, variant, plies)) is not None
    return plies


def bare_diablo(text: str, seed: int) -> int:
    """The same game as positions alone: no views, no checks, no news."""
    rng = random.Random(seed)
    position = DIABLO_RULES.initial(text)
    highest, count = position.size // 2, 0
    while position.end is None:
        if position.stage is Stage.ROLL:
            dice = rng.randint(1, highest), rng.randint(1, highest)
            position = diablo.rolled(position, dice)
            continue
        position = diablo.after(position, rng.choice(diablo.actions(position)))
        count += 1
    return count


def bare_ponte(text: str, seed: int) -> int:
    """The same game as positions alone: no views and no checks."""
    rng = random.Random(seed)
    position, count = Position(read_ponte(text)), 0
    while not position.end:
        position = ponte.after(position, rng.choice(ponte.actions(position)))
        count += 1
    return count


def bare_dark(text: str, seed: int) -> int:
    """The same game as states alone: no views and no checks."""
    rng = random.Random(seed)
    state = DARK_RULES.initial(text)
    for one in (Seat(0), Seat(1)):
        chosen = rng.choice(list(PRESETS.values()))
        state = DARK_RULES.apply(state, one, dark.Deploy(chosen))
    count = len(SEATS)
    while not state.end:
        options = list(dark.actions(state.board, state.tally.mover, state.options))
        state = dark_turns.after(state, rng.choice(options))
        count += 1
    return count


def bare_flip(text: str, seed: int) -> int:
    """The same game as states alone: no views and no checks."""
    rng = random.Random(seed)
    state = FLIP_RULES.initial(text)
    state = FLIP_RULES.roll(state, tuple(rng.randint(1, side) for side in DEAL.sides))
    count = 0
    while not state.end:
        board, colour = seen(state.board), state.colours[state.tally.mover]
        options = list(flip.actions(board, colour, state.alive, state.options))
        state = flip_turns.after(state, rng.choice(options))
        count += 1
    return count


@dataclass(frozen=True, slots=True)
class Contest:
    """A way of playing, what it is compared with, and the most microseconds an action may take.

    The bare walk makes the same choices, so both play the same games.
    """

    rules: AnyRules
    variant: str
    bare: Callable[[str, int], int]
    slowest: float
    most: float


CONTESTS = (
    Contest(MURUS_RULES, "basic", bare_murus, 50, 4.0),
    Contest(MURUS_RULES, "advanced", bare_murus, 50, 4.0),
    Contest(DIABLO_RULES, "size-8", bare_diablo, 200, 2.5),
    Contest(PONTE_RULES, "standard pie=off", bare_ponte, 500, 2.5),
    Contest(DARK_RULES, "standard", bare_dark, 200, 2.5),
    Contest(FLIP_RULES, "standard", bare_flip, 200, 2.5),
)
"""A bot's answer must never wait for the rules: 20,000 actions per second,
5,000 in Diablo and Junqi, and in Ponte 1,000 whole turns of two actions each."""


def microseconds(walk: Callable[[int], int]) -> float:
    """An action's share of the time of many games."""
    began = perf_counter()
    actions = sum(map(walk, range(GAMES)))
    return (perf_counter() - began) * 1e6 / actions


def measured(contest: Contest) -> tuple[float, float]:
    """Microseconds per action through the contract, and bare."""
    rules, variant, bare = contest.rules, contest.variant, contest.bare
    return (
        microseconds(lambda seed: contract(rules, variant, seed)),
        microseconds(lambda seed: bare(variant, seed)),
    )


def rows() -> list[Row]:
    """Medians of alternating runs, so that a busy moment of the machine meets both sides."""
    found: list[Row] = []
    for contest in CONTESTS:
        pairs = [measured(contest) for _ in range(RUNS)]
        ours, alone = (median(times) for times in zip(*pairs, strict=True))
        name = f"play {contest.rules.game.info.id} {contest.variant}"
        found += [
            row(f"{name}, against the floor", ours, contest.slowest, "us/action", 1.0),
            row(f"{name}, against bare boards", ours, alone, "us/action", contest.most),
        ]
    return found
