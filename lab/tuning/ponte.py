"""The making of Ponte del Diavolo's scale, a lead's worth: games against itself, and a fit."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from games.ponte.board import DARK, LIGHT
from players.ponte.board import Sea, chart
from players.ponte.search import PASS, State, Thought, result
from players.ponte.value import Scale, Valuation

from ..fit import fit_weights, log_loss
from .tuner import Tuner, weights_file

PARTS = ("8", "10", "12")
GUESSED: Scale = (0.5, -0.5, 1.7, -0.7)
"""The scale of the games; it bears on how often noise prevails, hardly on the best turn."""
NODES, PAIRS, NOISE = 120, 30, (0.03, 0.1)
OPENING = 3
"""The turns that are taken at random among the dozen best, to make the games differ."""
DOZEN = 12


def tune(part: str, games: int, seed: int) -> tuple[list[float], Mapping[str, object]]:
    """Return a size's scale, without limits of supply, and how well it foretells the results."""
    rng = Random(seed)
    examples = [each for _ in range(games) for each in _game(int(part), rng)]
    rows, results = [row for row, _ in examples], [result for _, result in examples]
    scale = fit_weights(rows, results)
    report = {
        "positions": len(rows),
        "nodes": NODES,
        "log loss as guessed": round(log_loss(GUESSED, rows, results), 4),
        "log loss": round(log_loss(scale, rows, results), 4),
    }
    return [round(weight, 3) for weight in scale], report


def _game(size: int, rng: Random) -> list[tuple[Scale, float]]:
    """Play a game; list the features after every turn, with the score of the colour that moved."""
    now = State(chart(size), Sea((0, 0)), LIGHT, False, None, None)
    noise = [rng.choice(NOISE) for _ in range(2)]
    course: list[tuple[Scale, int]] = []
    while True:
        turns = Thought(now.table, GUESSED, NODES).turns(now, PAIRS)
        if len(course) < OPENING:
            turns.sort(key=lambda turn: -turn.value)
            best = rng.choice(turns[:DOZEN])
        else:
            best = max(turns, key=lambda turn: turn.value + rng.gauss(0, noise[now.mover]))
        last = now.final or (best.text == PASS and now.mover == DARK)
        now = replace(now.then(best.then or now.sea), final=best.text == PASS)
        if last:
            scores = [result(now, colour) for colour in (LIGHT, DARK)]
            return [(row, scores[colour]) for row, colour in course]
        course.append((Valuation(now.table).features(now.sea, 1 - now.mover), 1 - now.mover))


PONTE = Tuner("ponte", weights_file("ponte"), PARTS, 120, tune)
