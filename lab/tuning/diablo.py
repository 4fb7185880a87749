"""The making of Diablo's weights: games against itself, and a fit to their results and to what the
best replies leave of their positions."""

from collections.abc import Mapping
from random import Random

from games.diablo.board import SIZES, start
from players.diablo.board import Field, Stacks, checkers, field, stacks
from players.diablo.search import Breadth, Thought, glance
from players.diablo.value import FEATURES, Weights, features
from players.exact import expected

from ..fit import fit_weights, log_loss
from .tuner import Tuner, weights_file

PARTS = tuple(map(str, SIZES))
GUESSED: Weights = (7.0, 0.0, -4.7, 0.0, 0.0, 2.1, 4.4, -0.8, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""The weights that the games are played with."""
NODES, NOISE = 220, (0.02, 0.06)
BOLD = 0.35
"""The share of games a side plays for checkers alone: what is never tried cannot be weighed."""
REPLY = Breadth(singles=60, pairs=8, firsts=3)
"""The breadth at which replies are looked for."""
SAMPLES, TRUST = 6, 6
"""The positions of a game, on average, whose replies are looked at, and the results that each of
them counts for: a result is mostly luck."""


def tune(part: str, games: int, seed: int) -> tuple[list[float], Mapping[str, object]]:
    """Return the weights for a size, and how well they foretell the results of the games."""
    rng, table = Random(seed), field(int(part))
    examples = [each for _ in range(games) for each in _game(table, rng)]
    rows = [features(table, then) for then, _ in examples]
    results = [result for _, result in examples]
    weights = fit_weights(rows, results)
    positions = [then for then, _ in examples]
    chosen = rng.sample(range(len(rows)), min(len(rows), SAMPLES * games))
    hopes = [_hope(table, weights, positions[n]) for n in chosen]
    trusted = [rows[n] for n in chosen] * TRUST
    both = fit_weights(rows + trusted, results + hopes * TRUST)
    report = {
        "features": FEATURES,
        "positions": len(rows),
        "positions with replies": len(chosen),
        "nodes": NODES,
        "log loss as guessed": round(log_loss(GUESSED, rows, results), 4),
        "log loss": round(log_loss(both, rows, results), 4),
    }
    return [round(weight, 3) for weight in both], report


def _hope(table: Field, weights: Weights, position: Stacks) -> float:
    hope = Thought(table, weights, 1_000_000).hope(position, REPLY)
    return 0.5 if hope is None else hope


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
