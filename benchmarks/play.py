"""How fast games are played through the contract: legal list from the view, choice, apply."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.core import AnyRules, Over, Roll, Seat
from games.diablo import turns as diablo
from games.diablo.position import Stage
from games.diablo.rules import DIABLO_RULES
from games.grid import COMPASS
from games.junqi.board import SEATS
from games.junqi.dark import board as dark
from games.junqi.dark import turns as dark_turns
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip import board as flip
from games.junqi.flip import turns as flip_turns
from games.junqi.flip.position import DEAL, seen
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.four import board as four
from games.junqi.four import turns as four_turns
from games.junqi.four.rules import FOUR_RULES
from games.junqi.hidden import Deploy
from games.junqi.layout import PRESETS
from games.murus.board import START, other
from games.murus.notation import read_variant
from games.murus.rules import MURUS_RULES
from games.murus.turns import actions, decided, moved
from games.ponte import turns as ponte
from games.ponte.notation import read_variant as read_ponte
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES

from .table import Row, least, row

ROUNDS = 5
STEPS = 100


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
    """The same game as boards alone: no views, no checks, no history, no repetition.

    A board keeps nothing, so it is asked for its actions twice: for the end and for the choice.
    """
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
        state = DARK_RULES.apply(state, one, Deploy(chosen))
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


def bare_king(seed: int) -> int:
    """The least that a game can be: a king walks over an empty board; its number of steps."""
    rng = random.Random(seed)
    board, at = bytes([1, *bytes(63)]), 0
    for _ in range(STEPS):
        file, rank = at % 8, at // 8
        targets = [
            8 * (rank + up) + file + right
            for right, up in COMPASS
            if 0 <= file + right < 8 and 0 <= rank + up < 8
        ]
        after = bytearray(board)
        after[at], at = 0, rng.choice(targets)
        after[at] = 1
        board = bytes(after)
    return STEPS


def bare_four(text: str, seed: int) -> int:
    """The same game as states alone: no views and no checks."""
    rng = random.Random(seed)
    state = FOUR_RULES.initial(text)
    for one in four.SEATS:
        chosen = rng.choice(list(PRESETS.values()))
        state = FOUR_RULES.apply(state, one, Deploy(chosen))
    count = len(four.SEATS)
    while not state.end:
        options = list(four.actions(state.board, state.tally.mover))
        state = four_turns.after(state, rng.choice(options))
        count += 1
    return count


@dataclass(frozen=True, slots=True)
class Contest:
    """A way of playing, what it is compared with, and how many times as long it may take.

    The bare walk makes the same choices, so both play the same games.
    """

    rules: AnyRules
    variant: str
    bare: Callable[[str, int], int]
    games: int
    """How many are played; each of them in every round."""
    most: float
    """Against the bare walk."""
    steps: float
    """Against a king's step: an action must be quick, however its cost is shared out."""


CONTESTS = (
    Contest(MURUS_RULES, "basic", bare_murus, 40, 1.8, 15),
    Contest(MURUS_RULES, "advanced", bare_murus, 40, 1.8, 15),
    Contest(DIABLO_RULES, "size-8", bare_diablo, 10, 1.8, 60),
    Contest(PONTE_RULES, "standard pie=off", bare_ponte, 10, 2.5, 250),
    Contest(DARK_RULES, "standard", bare_dark, 5, 2.2, 70),
    Contest(FLIP_RULES, "standard", bare_flip, 5, 2.0, 100),
    Contest(FOUR_RULES, "standard", bare_four, 2, 2.2, 110),
)
"""A bot's answer must never wait for the rules."""


def rows() -> Iterator[Row]:
    """Contract, bare walk and king by turns, game by game."""
    for contest in CONTESTS:
        yield from _compared(contest)


def _compared(contest: Contest) -> Iterator[Row]:
    rules, variant, bare, games = contest.rules, contest.variant, contest.bare, contest.games
    ways = (
        lambda seed: contract(rules, variant, seed),
        lambda seed: bare(variant, seed),
        bare_king,
    )
    ours, alone, king = (
        seconds * 1e6 / sum(map(way, range(games)))
        for seconds, way in zip(least(ways, games, ROUNDS), ways, strict=True)
    )
    name = f"play {rules.game.info.id} {variant}"
    yield row(f"{name}, beside bare boards", ours, alone, "us/action", contest.most)
    yield row(f"{name}, beside a king's step", ours, king, "us/action", contest.steps)
