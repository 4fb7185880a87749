"""The making of Murus Gallicus's weights: games with itself, then a fit to the results.

A table is the sum of a weight for each rank, one for each file, and a correction for each square.
The corrections are held down harder: there are many, and a game tells little of each.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from random import Random

from games.core import Seat
from games.murus.board import GRID, START, Variant
from games.murus.notation import read_variant
from players.murus.board import BITS, GOAL, TAKE, Stacks, stacks
from players.murus.moves import numbers
from players.murus.search import Search, roots
from players.murus.value import FOLDED, SCALE, WON, Values, Weights, table_index

from ..fit import Row, fit_weights, log_loss
from .tuner import Tuner, weights_file

PARTS = ("basic", "advanced", "basic+escape", "advanced+escape")
"""The variants that have weights; how the stones are redistributed makes no difference to them."""
NODES = 600
_ROUNDS = 2
_RIDGE = 100.0
_CORRECTION = 0.3
"""The feature of a correction: its square is how much easier than a rank's weight it moves."""
_SQUARES = GRID.ranks * FOLDED
_TABLE = _SQUARES + GRID.ranks + FOLDED
_TURNS = 240
"""Turns after which a game is called a draw."""
_AT_RANDOM = 0.04
"""The share of turns that are any turn at all."""


def tune(part: str, games: int, seed: int) -> tuple[dict[str, object], Mapping[str, object]]:
    """Fit weights to games of a variant, half with guessed weights, half with the first fit. Both
    halves together make the last fit. The report has the log loss before and after each."""
    variant, chance = read_variant(part), Random(seed)
    weights, report = first_weights(variant), []
    examples: list[tuple[Row, float]] = []
    for _ in range(_ROUNDS):
        values = Values(weights)
        for _ in range(games // _ROUNDS):
            examples += play_game(variant, values, NODES, chance)
        rows, results = [row for row, _ in examples], [result for _, result in examples]
        before = log_loss(_fit(weights), rows, results)
        fit = fit_weights(rows, results, _RIDGE)
        weights = _weights(fit)
        report.append([round(before, 4), round(log_loss(fit, rows, results), 4)])
    return asdict(weights), {
        "nodes a turn": NODES,
        "positions": len(examples),
        "log loss before and after": report,
    }


def first_weights(variant: Variant) -> Weights:
    """Return the weights of the first games: high stacks far forward in the middle are good."""
    squares = [(rank, file) for rank in range(GRID.ranks) for file in range(FOLDED)]
    if variant.escape:
        walls, towers, catapults = ([n + 15 * f for _, f in squares] for n in (60, 250, 400))
    else:
        walls = [60 + 50 * r + 10 * f if r else -60 for r, f in squares]
        towers, catapults = ([n + 70 * r + 15 * f for r, f in squares] for n in (150, 350))
    return Weights(walls, towers, catapults if variant.advanced else [0] * _SQUARES, 70, 100)


def features(position: Stacks, side: int, variant: Variant) -> Row:
    """Return the features of a board, for the side to move less the other side."""
    row = [0.0] * (3 * _TABLE)
    for number, squares in enumerate(position):
        owner, sign = (side, 1.0) if number < 3 else (1 - side, -1.0)
        table = number % 3 * _TABLE
        for square, bit in enumerate(BITS):
            if bit & squares:
                cell = table_index(square, owner)
                row[table + cell] += _CORRECTION * sign
                row[table + _SQUARES + cell // FOLDED] += sign
                row[table + _SQUARES + GRID.ranks + cell % FOLDED] += sign
    own = numbers(position, side, variant.advanced)
    theirs = numbers((*position[3:], *position[:3]), 1 - side, variant.advanced)
    mobility = sum(move < TAKE for move in own) - sum(move < TAKE for move in theirs)
    return [*row, mobility, 1.0]


def play_game(
    variant: Variant, values: Values, nodes: int, chance: Random
) -> Sequence[tuple[Row, float]]:
    """Play a game, its first four to eight turns at random; list the features of every undecided
    board, each with the score of the side to move."""
    position, side = stacks(START, Seat(0)), 0
    opening = chance.randint(4, 8)
    course: list[tuple[Row, int]] = []
    stood: Counter[tuple[int, Stacks]] = Counter()
    winner: int | None = None
    for turn in range(_TURNS):
        stood[side, position] += 1
        if stood[side, position] == 3:
            break
        winner = _winner(position, side, variant)
        turns = roots(position, side, values, variant.advanced)
        if winner is None and not turns:
            winner = 1 - side
        if winner is not None:
            break
        if turn < opening or chance.random() < _AT_RANDOM:
            root = chance.choice(turns)
        else:
            drawn = tuple(
                {p for (s, p), n in stood.items() if s == each and n > 1} for each in (0, 1)
            )
            search = Search(values, variant.advanced, variant.escape, side, nodes, drawn)
            value, best = search.best(turns, position)[0]
            root = turns[best]
            if abs(value) < WON:
                course.append((features(position, side, variant), side))
        position, side = root.led_to, 1 - side
    return [(row, 0.5 if winner is None else float(seat == winner)) for row, seat in course]


def _winner(position: Stacks, side: int, variant: Variant) -> int | None:
    """Return the side that has broken through, as the turn passes to `side`."""
    if variant.escape:
        return None
    runner = side if variant.advanced else 1 - side
    own = position[:3] if variant.advanced else position[3:]
    return runner if sum(own) & GOAL[runner] else None


def _weights(fit: Sequence[float]) -> Weights:
    walls, towers, catapults = (
        [
            round(SCALE * (_CORRECTION * table[cell] + table[_SQUARES + cell // FOLDED] + file))
            for cell in range(_SQUARES)
            for file in [table[_SQUARES + GRID.ranks + cell % FOLDED]]
        ]
        for table in (fit[n * _TABLE : (n + 1) * _TABLE] for n in range(3))
    )
    mobility, tempo = (round(SCALE * weight) for weight in fit[3 * _TABLE :])
    return Weights(walls, towers, catapults, mobility, tempo)


def _fit(weights: Weights) -> list[float]:
    fit: list[float] = []
    for table in (weights.walls, weights.towers, weights.catapults):
        fit += [cell / SCALE / _CORRECTION for cell in table]
        fit += [0.0] * (GRID.ranks + FOLDED)
    return [*fit, weights.mobility / SCALE, weights.tempo / SCALE]


MURUS = Tuner("murus", weights_file("murus"), PARTS, 600, tune)
