"""The speed of games played through the contract: legal list from the view, choice, apply."""

import pkgutil
import random
from collections.abc import Iterator
from importlib import import_module

from games.core import AnyRules, Over, Roll
from games.grid import COMPASS
from games.rulebook import RULES

from . import bare
from .contest import Contest, plain_walk
from .table import Row, least, row

ROUNDS = 5
STEPS = 100


def contract(rules: AnyRules, variant: str, seed: int) -> int:
    """Play a random game as the service and the line protocol do; return its number of actions."""
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


def bare_king(seed: int) -> int:
    """Walk a king over an empty board, the least that a game can be; return its steps."""
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


def contests() -> Iterator[Contest]:
    """Yield the contests in `benchmarks.bare`, and one for every game that has none there."""
    left = dict(RULES)
    for module in pkgutil.iter_modules(bare.__path__, f"{bare.__name__}."):
        for contest in import_module(module.name).CONTESTS:
            left.pop(contest.rules.game.info.id, None)
            yield contest
    for game, rules in left.items():
        turns = import_module(f"games.{game}.turns")
        walk = plain_walk(rules, turns.actions, turns.after)
        yield Contest(rules, rules.game.info.variants[0], walk, 10, 2.5, 250)


def rows() -> Iterator[Row]:
    """Time contract, bare walk and king by turns, game by game."""
    for contest in contests():
        yield from compared(contest)


def compared(contest: Contest) -> Iterator[Row]:
    """Time one contest, beside its bare walk and beside a king's steps."""
    rules, variant, alone, games = contest.rules, contest.variant, contest.bare, contest.games
    ways = (
        lambda seed: contract(rules, variant, seed),
        lambda seed: alone(variant, seed),
        bare_king,
    )
    ours, plain, king = (
        seconds * 1e6 / sum(map(way, range(games)))
        for seconds, way in zip(least(ways, games, ROUNDS), ways, strict=True)
    )
    name = f"play {rules.game.info.id} {variant}"
    yield row(f"{name}, beside bare boards", ours, plain, "us/action", contest.most)
    yield row(f"{name}, beside a king's step", ours, king, "us/action", contest.steps)
