"""The making of Ponte del Diavolo's weights: games against itself, and a fit of all numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import fsum
from operator import mul
from random import Random
from typing import NamedTuple

from games.ponte.board import DARK, LIGHT, Colour
from players.core import Budget
from players.exact import error
from players.ponte.board import Sea, chart
from players.ponte.player import search
from players.ponte.search import State, Thought, result
from players.ponte.value import ROLE, Valuation, Weights

from ..fit import Row, fit_weights, log_loss
from .tuner import Tuner, weights_file

PARTS = ("8", "10", "12")
GUESSED: Weights = (
    *(0.16, 0.36, 0.62, 0.0, 0.0, 0.0, 0.55, 0.55, 0.55, 0.33, 0.5) * 2,
    *(0.9, -1.3, 2.4, 0.02, -0.03, 0.05, 0.0, -0.7, 0.0),
)
"""What the fit begins with, and what the games are played with."""
BUDGET, OPENING, DOZEN = Budget(600, 0.03), 3, 12
"""The first turns are taken at random among the dozen best, to make the games differ."""
ROUNDS, STEP = 5, 1 / 32
"""How often the fit follows the slopes of the value, and between what weights they are taken."""


class Example(NamedTuple):
    """A position of a game, for the colour that has just moved."""

    sea: Sea
    colour: Colour
    score: float


def tune(part: str, games: int, seed: int) -> tuple[list[float], Mapping[str, object]]:
    """Return a size's weights, without limits of supply, and how well they foretell results."""
    rng = Random(seed)
    examples = [each for _ in range(games) for each in _game(int(part), rng)]
    results = [example.score for example in examples]
    guessed = list(GUESSED)
    weights, change = guessed, [0.0] * len(guessed)
    for _ in range(ROUNDS):
        values, rows = _slopes(int(part), weights, examples)
        bare = [
            value - fsum(map(mul, change, row)) for value, row in zip(values, rows, strict=True)
        ]
        change = [*fit_weights(rows, results, offsets=bare)]
        weights = [weight + by for weight, by in zip(guessed, change, strict=True)]
    losses = [
        log_loss([1.0], [[value] for value in _values(int(part), each, examples)], results)
        for each in (guessed, weights)
    ]
    report = {
        "positions": len(examples),
        "log loss as guessed": round(losses[0], 4),
        "log loss": round(losses[1], 4),
    }
    shares = [round(weight * 256) / 256 for weight in weights[: 2 * ROLE]]
    return shares + [round(weight, 3) for weight in weights[2 * ROLE :]], report


def _slopes(
    size: int, weights: list[float], examples: Sequence[Example]
) -> tuple[list[float], list[Row]]:
    """Return the values of positions, and how much each weight changes each of them."""
    values, columns = _values(size, weights, examples), []
    for n, weight in enumerate(weights):
        more = _values(size, [*weights[:n], weight + STEP, *weights[n + 1 :]], examples)
        columns.append([(b - a) / STEP for a, b in zip(values, more, strict=True)])
    return values, list(zip(*columns, strict=True))


def _values(size: int, weights: Weights, examples: Sequence[Example]) -> list[float]:
    valuation, values = Valuation(chart(size), weights), []
    for sea, colour, _ in examples:
        values.append(valuation.logit(sea, colour))
    return values


def _game(size: int, rng: Random) -> list[Example]:
    """Play a game; list the positions after every turn, with the score of the colour that moved."""
    now = State(chart(size), Sea((0, 0)), LIGHT, False, None, None)
    course: list[tuple[Sea, Colour]] = []
    while True:
        doubt = partial(error, rng, BUDGET.noise)
        turns = search(Thought(now.table, GUESSED, BUDGET.nodes, doubt), now, BUDGET)
        best = rng.choice(turns[:DOZEN]) if len(course) < OPENING else turns[0]
        passes = best.then is None
        last = now.final or (passes and now.mover == DARK)
        now = replace(now.then(best.then or now.sea), final=passes)
        if last:
            scores = [result(now, colour) for colour in (LIGHT, DARK)]
            return [Example(sea, colour, scores[colour]) for sea, colour in course]
        course.append((now.sea, 1 - now.mover))


PONTE = Tuner("ponte", weights_file("ponte"), PARTS, 1000, tune)
