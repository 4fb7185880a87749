"""The weights by which layouts are drawn, fitted until those drawn are like people's.

Layouts are stirred by weights, counted and compared with people's (`layouts.json`): what turns up
too rarely is made heavier, what turns up too often lighter, again and again.
"""

from collections.abc import Mapping
from math import fsum
from random import Random
from typing import Any

from games.junqi.pieces import CODES, SET
from players.junqi.layouts import COUNTED, COUNTS, LAYOUTS, PAIRS, SHARES, Habits, any_layout

from .tuner import Tuner, weights_file

ROUNDS, EXCHANGES = 160, 150
"""How often weights are changed, and the exchanges in every layout before that."""
RARE = 0.002
"""The share of layouts below which a difference is left to chance."""


def tune(_part: str, layouts: int, seed: int) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """Return the weights of each kind on each point and of pairs, fitted to people's layouts by
    stirring `layouts` at once."""
    chance = Random(seed)
    points = [list(row) for row in SHARES]
    pairs = [1.0] * len(PAIRS)
    together = [seen / LAYOUTS for *_, seen, _ in COUNTED["pairs"]]
    held = [any_layout(chance) for _ in range(layouts)]
    apart = 0.0
    for number in range(ROUNDS):
        habits = Habits(points, pairs)
        for codes in held:
            habits.stir(codes, EXCHANGES, chance)
        shares = _shares(held)
        speed = 0.3 if number < ROUNDS // 2 else 0.1
        for row, wanted, found in zip(points, COUNTS, shares, strict=True):
            for kind, weight in enumerate(row):
                row[kind] = weight * _factor(wanted[kind] / LAYOUTS, found[kind], speed)
        for n, (at, kind, other, beside) in enumerate(PAIRS):
            both = sum(codes[at] == kind and codes[other] == beside for codes in held) / layouts
            pairs[n] *= _factor(together[n], both, speed)
        apart = _apart(shares)
    weights = {
        "points": [[_round(weight) for weight in row] for row in points],
        "pairs": [_round(weight) for weight in pairs],
    }
    return weights, {"layouts": layouts, "pieces elsewhere than people's": round(apart, 4)}


def _shares(held: list[list[int]]) -> list[list[float]]:
    counts = [[0] * len(CODES) for _ in SET]
    for codes in held:
        for at, kind in enumerate(codes):
            counts[at][kind] += 1
    return [[count / len(held) for count in row] for row in counts]


def _factor(wanted: float, found: float, speed: float) -> float:
    return 1 + speed * max(-0.5, min(1.0, (wanted + RARE) / (found + RARE) - 1))


def _apart(shares: list[list[float]]) -> float:
    return fsum(
        abs(share - count / LAYOUTS)
        for row, counts in zip(shares, COUNTS, strict=True)
        for share, count in zip(row, counts, strict=True)
    ) / (2 * len(SET))


def _round(weight: float) -> float:
    return float(f"{weight:.4g}")


DARK_JUNQI = Tuner("junqi-dark", weights_file("junqi"), ("layouts",), 1000, tune)
