"""How the weights of Diablo came to be: games against itself, then a fit to their results."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.diablo.board import start

from ..fit import Row, fitted, log_loss
from .search import Thought, glance
from .stacks import Stacks, checkers, field, stacks
from .value import FEATURES, Weights, features, score

GUESSED: Weights = (6.0, 0.0, -2.0, 0.0, -5.0, 2.0, 1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0)
"""What the first games are played with."""
NODES, NOISE = 300, 0.05
BOLD = 0.5
"""How often a side plays a whole game for checkers alone: what is never tried cannot be weighed."""


def tune(size: int, games: int, rounds: int, seed: int) -> dict[str, object]:
    """The weights for a size after some rounds of games, each played with the weights before it.

    Every round's games are fitted together with those of the round before.
    """
    rng = Random(seed)
    weights, report = GUESSED, []
    before: list[tuple[Row, float]] = []
    for _ in range(rounds):
        now = [row for _ in range(games) for row in _game(size, weights, rng)]
        rows, results = zip(*before, *now, strict=True)
        was = log_loss(weights, rows, results)
        weights = tuple(round(weight, 4) for weight in fitted(rows, results))
        report.append([round(was, 4), round(log_loss(weights, rows, results), 4)])
        before = now
    return {
        "weights": dict(zip(FEATURES, weights, strict=True)),
        "positions": len(rows),
        "log loss before and after": report,
    }


def _game(size: int, weights: Weights, rng: Random) -> Sequence[tuple[Row, float]]:
    """What counted after every turn of a game, with the score of the side that had just moved."""
    table = field(size)
    now = stacks(size, start(size), 1)
    thought = Thought(table, weights, 1_000_000)
    first = rng.choice(thought.singles(now, rng.choice(table.faces), NODES))
    told = [(features(table, first.then), 0)]
    now, mover = Stacks(first.then.enemy, first.then.own), 1
    bold = (rng.random() < BOLD, rng.random() < BOLD)
    while True:
        thought.left = NODES
        dice = (rng.choice(table.faces), rng.choice(table.faces))
        found = thought.whole(now, dice, glance(NODES))
        noise = rng.gauss
        best = max(
            found,
            key=lambda one: (
                _taken(one.then) if bold[mover] else 0,
                score(one.logit) + noise(0, NOISE),
            ),
        )
        if not best.then.own or not best.then.enemy:
            winner = mover if best.then.own else 1 - mover
            return [(row, float(side == winner)) for row, side in told]
        told.append((features(table, best.then), mover))
        now, mover = Stacks(best.then.enemy, best.then.own), 1 - mover


def _taken(then: Stacks) -> int:
    return checkers(then.own) - checkers(then.enemy)
