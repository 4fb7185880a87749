"""Weights from games: logistic regression, by Newton's method with a little ridge, and small nets
that begin with it, by stochastic descent."""

from collections.abc import Sequence
from math import fsum, log, sqrt
from operator import mul
from random import Random

from players import exact

Row = Sequence[float]


def fit_weights(
    rows: Sequence[Row],
    results: Sequence[float],
    ridge: float = 1.0,
    steps: int = 12,
    offsets: Sequence[float] = (),
) -> tuple[float, ...]:
    """Return the weights that make results (0 to 1) of positions with such features likeliest.
    `ridge` counts like that many positions that speak for no weight at all, per feature; `offsets`
    are what the logits of positions have besides."""
    offsets = offsets or [0.0] * len(rows)
    size = len(rows[0])
    weights = [0.0] * size
    for _ in range(steps):
        slope = [-ridge * weight for weight in weights]
        curve = [[ridge * (i == j) for j in range(size)] for i in range(size)]
        for row, result, offset in zip(rows, results, offsets, strict=True):
            chance = expected([*weights, 1.0], [*row, offset])
            error, bend = result - chance, chance * (1 - chance)
            for i, feature in enumerate(row):
                if feature:
                    slope[i] += error * feature
                    bent, line = bend * feature, curve[i]
                    for j in range(i + 1):
                        line[j] += bent * row[j]
        change = _solve(curve, slope)
        weights = [weight + by for weight, by in zip(weights, change, strict=True)]
        if max(map(abs, change)) < 1e-4:
            break
    return tuple(weights)


def fit_net(
    rows: Sequence[Row],
    results: Sequence[float],
    inputs: int,
    hidden: int,
    rng: Random,
    rounds: int = 10,
    rate: float = 0.01,
) -> list[float]:
    """Return the weights of a net that foretells results: for each of its `hidden` units those of
    the first `inputs` features, one for the unit itself, and what it adds where it is above 0; then
    those of all features and of 1, which logistic regression begins with."""
    means = [fsum(column) / len(rows) for column in zip(*rows, strict=True)]
    spreads = [
        sqrt(fsum((each - mean) * (each - mean) for each in column) / len(rows)) or 1.0
        for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    ]
    scaled = [
        [(each - mean) / spread for each, mean, spread in zip(row, means, spreads, strict=True)]
        + [1.0]
        for row in rows
    ]
    units = [[rng.gauss(0, 1 / sqrt(inputs)) for _ in range(inputs)] for _ in range(hidden)]
    own, adds = [0.0] * hidden, [rng.gauss(0, 0.1) for _ in range(hidden)]
    bare = [*fit_weights(scaled, results)]
    steps, order = rounds * len(rows), list(range(len(rows)))
    for n in range(steps):
        if n % len(rows) == 0:
            rng.shuffle(order)
        row, result = scaled[order[n % len(rows)]], results[order[n % len(rows)]]
        active = [
            max(0.0, bias + fsum(map(mul, unit, row)))
            for unit, bias in zip(units, own, strict=True)
        ]
        logit = fsum(map(mul, bare, row)) + fsum(map(mul, adds, active))
        step = rate * (1 - n / steps) * (result - exact.expected(logit))
        bare = [weight + step * each for weight, each in zip(bare, row, strict=True)]
        for k, out in enumerate(active):
            if out:
                change = step * adds[k]
                own[k] += change
                units[k] = [
                    weight + change * each
                    for weight, each in zip(units[k], row[:inputs], strict=True)
                ]
                adds[k] += step * out
    return [
        *(
            each
            for unit, bias, add in zip(units, own, adds, strict=True)
            for each in (*_unscaled([*unit, bias], means[:inputs], spreads[:inputs]), add)
        ),
        *_unscaled(bare, means, spreads),
    ]


def _unscaled(
    weights: Sequence[float], means: Sequence[float], spreads: Sequence[float]
) -> list[float]:
    """Return weights, the last of them for 1, for features that are not scaled."""
    plain = [weight / spread for weight, spread in zip(weights, spreads, strict=False)]
    return [*plain, weights[-1] - fsum(map(mul, plain, means))]


def expected(weights: Sequence[float], row: Row) -> float:
    """Return the expected score of a position with these features."""
    total = 0.0
    for weight, feature in zip(weights, row, strict=True):
        total += weight * feature
    return exact.expected(max(-30.0, min(30.0, total)))


def log_loss(weights: Sequence[float], rows: Sequence[Row], results: Sequence[float]) -> float:
    """Return the mean surprise, in nats, of these results; log 2 is 0.693."""
    total = 0.0
    for row, result in zip(rows, results, strict=True):
        chance = expected(weights, row)
        total -= result * log(chance) + (1 - result) * log(1 - chance)
    return total / len(rows)


def _solve(lower: list[list[float]], right: list[float]) -> list[float]:
    """Solve a symmetric positive system whose lower half is given (Cholesky)."""
    size = len(right)
    root = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = lower[i][j] - fsum(root[i][k] * root[j][k] for k in range(j))
            root[i][j] = sqrt(rest) if i == j else rest / root[j][j]
    middle: list[float] = []
    for i in range(size):
        done = fsum(root[i][k] * middle[k] for k in range(i))
        middle.append((right[i] - done) / root[i][i])
    solution = [0.0] * size
    for i in reversed(range(size)):
        done = fsum(root[k][i] * solution[k] for k in range(i + 1, size))
        solution[i] = (middle[i] - done) / root[i][i]
    return solution
