"""Glicko-2: how one result between two players moves what is known of their strength.

After Mark Glickman, "Example of the Glicko-2 system" (2022); the numbers of the steps are his. With
`players.exact` all of it comes out the same on every machine. The packages for it are no longer
kept, or stop their iteration early.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from math import pi, sqrt
from typing import TypeAlias

from players.exact import exp

SCALE = 173.7178
MIDDLE, WIDEST, USUAL_VOLATILITY = 1500.0, 350.0, 0.06
TAU = 0.75
PERIODS_A_DAY = 0.21436
"""A deviation of 60 grows to 110 within a year, as in lichess."""
_CLOSE = 1e-6
_DIGITS = Context(prec=28)


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a player: rating, deviation, and how much they vary (0 in teams)."""

    rating: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = USUAL_VOLATILITY


Played: TypeAlias = tuple[Strength, float]
"""An opponent, and the score against them: 1, 0.5 or 0."""


def grow_deviation(one: Strength, periods: float) -> float:
    """Return a player's deviation after rating periods without a match."""
    spread = (one.deviation / SCALE) ** 2 + one.volatility**2 * periods
    return min(WIDEST, SCALE * sqrt(spread))


def after(
    one: Strength, played: Sequence[Played], tau: float = TAU, periods: int = 0, share: float = 1.0
) -> Strength:
    """Return a player's strength after these results, of each of which only a `share` (0 to 1)
    counts, and then a number of rating `periods`."""
    if not share:
        return one
    mu, phi = (one.rating - MIDDLE) / SCALE, one.deviation / SCALE
    weight, gain = 0.0, 0.0
    for opponent, score in played:  # steps 3 and 4
        theirs = opponent.deviation / SCALE
        g = 1 / sqrt(1 + 3 * theirs * theirs / (pi * pi))
        expected = 1 / (1 + exp(-g * (mu - (opponent.rating - MIDDLE) / SCALE)))
        weight += share * g * g * expected * (1 - expected)
        gain += share * g * (score - expected)
    sigma = _volatility(phi, one.volatility, 1 / weight, gain / weight, tau)
    spread = sqrt(phi * phi + periods * sigma * sigma)  # step 6
    narrowed = 1 / sqrt(1 / (spread * spread) + weight)  # step 7
    rating = MIDDLE + SCALE * (mu + narrowed * narrowed * gain)
    return Strength(rating, min(WIDEST, SCALE * narrowed), sigma)


def _volatility(phi: float, sigma: float, v: float, delta: float, tau: float) -> float:
    """Step 5: find the new volatility between two bounds that close in on it."""
    a = float(Decimal(sigma * sigma).ln(_DIGITS))
    known, seen = phi * phi + v, delta * delta

    def f(x: float) -> float:
        e = exp(x)
        return e * (seen - known - e) / (2 * (known + e) * (known + e)) - (x - a) / (tau * tau)

    low = a
    if seen > known:
        high = float(Decimal(seen - known).ln(_DIGITS))
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return exp(low / 2)
