"""The making of Diablo's weights: games against itself, and a small net fitted to their results."""

from collections.abc import Mapping, Sequence
from random import Random

from games.diablo.board import SIZES, start
from players.diablo.board import Field, Stacks, checkers, field, stacks
from players.diablo.search import Thought, glance
from players.diablo.value import (
    HIDDEN,
    MATERIAL,
    UNIT,
    Valuation,
    Weights,
    age,
    count,
    expected_losses,
    material,
    sides,
)
from players.exact import expected

from ..fit import fit_net, log_loss
from .tuner import Tuner, weights_file

PARTS = tuple(map(str, SIZES))
GUESSED: Weights = (
    *(0.0,) * (HIDDEN * UNIT),
    *(7.0, 0.0, 0.0, 2.1, 4.4, *(0.0,) * (MATERIAL - 5)),
    *(-4.7, 0.0, 0.0),
)
"""The weights that the games are played with."""
NODES, NOISE = 220, (0.02, 0.06)
BOLD = 0.35
"""The share of games a side plays for checkers alone: what is never tried cannot be weighed."""


def tune(part: str, games: int, seed: int) -> tuple[list[float], Mapping[str, object]]:
    """Return the weights for a size, and how well they foretell the results of the games."""
    rng, table = Random(seed), field(int(part))
    examples = [each for _ in range(games) for each in _game(table, rng)]
    rows = [_terms(table, then) for then, _ in examples]
    results = [result for _, result in examples]
    weights = fit_net(rows, results, MATERIAL, HIDDEN, rng)
    rounded = [round(weight, 3) for weight in weights]
    report = {
        "positions": len(rows),
        "log loss as guessed": _loss(table, GUESSED, examples),
        "log loss": _loss(table, rounded, examples),
    }
    return rounded, report


def _loss(table: Field, weights: Sequence[float], examples: list[tuple[Stacks, float]]) -> float:
    valuation = Valuation(table, tuple(weights))
    values = [[valuation.logit(then)] for then, _ in examples]
    return round(log_loss([1.0], values, [result for _, result in examples]), 4)


def _terms(table: Field, stacks: Stacks) -> Weights:
    """Return all that is weighed of a position where both sides have checkers, but for the 1."""
    own, enemy = sides(stacks)
    mine, theirs = count(own), count(enemy)
    checkers, late = age(table, mine + theirs)
    loss = expected_losses(table, enemy, own) / checkers
    return (*material(table, mine, theirs), loss, loss * late)


def _game(table: Field, rng: Random) -> list[tuple[Stacks, float]]:
    """Play a game; return the stacks after every turn, with the score of the side that moved."""
    thought = Thought(table, GUESSED, 1_000_000)
    now = stacks(table.size, start(table.size), 1)
    first = rng.choice(thought.singles(now, rng.choice(table.faces), NODES))
    course = [(first.then, 0)]
    now, mover = Stacks(first.then.enemy, first.then.own), 1
    bold = [rng.random() < BOLD for _ in range(2)]
    noise = [rng.choice(NOISE) for _ in range(2)]
    while True:
        thought.left = NODES
        dice = (rng.choice(table.faces), rng.choice(table.faces))
        rated = [
            (
                checkers(whole.then.own) - checkers(whole.then.enemy) if bold[mover] else 0,
                expected(whole.logit) + rng.gauss(0, noise[mover]),
                whole.then,
            )
            for whole in thought.whole(now, dice, glance(NODES))
        ]
        then = max(rated, key=lambda each: each[:2])[2]
        if not then.own or not then.enemy:
            winner = mover if then.own else 1 - mover
            return [(each, float(side == winner)) for each, side in course]
        course.append((then, mover))
        now, mover = Stacks(then.enemy, then.own), 1 - mover


DIABLO = Tuner("diablo", weights_file("diablo"), PARTS, 300, tune)
