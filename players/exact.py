"""Arithmetic that comes out the same, to the last bit, on every machine and every Python.

The four operations, `math.sqrt` and `math.fsum` are exact by IEEE 754. `exp`, `log`, `**` and
`Random.gauss` are not, as they ask the platform's C library, nor is `sum` of floats, which adds in
another way from Python 3.12 on; no player may use them.
"""

from bisect import bisect_left
from collections.abc import Sequence
from decimal import Context, Decimal
from functools import cache
from math import sqrt
from random import Random

_FURTHEST, _STEPS = 40, 8
_EXACT = Context(prec=28)
_POWERS = tuple(
    float((Decimal(n) / _STEPS).exp(_EXACT))
    for n in range(-_FURTHEST * _STEPS, _FURTHEST * _STEPS + 1)
)
_BITS = 1024


def exp(power: float) -> float:
    """Return e to a power from -40 to 40, to 12 digits; powers beyond count as these."""
    power = max(-40.0, min(40.0, power))
    n = round(power * _STEPS)
    r = power - n / _STEPS
    series = 1 + r * (1 + r / 2 * (1 + r / 3 * (1 + r / 4 * (1 + r / 5 * (1 + r / 6)))))
    return _POWERS[n + _FURTHEST * _STEPS] * series


@cache
def ln(count: int) -> float:
    """Return the natural logarithm of a whole number."""
    return float(Decimal(count).ln(_EXACT))


def expected(logit: float) -> float:
    """Return the expected score, from 0 to 1, that a logit stands for."""
    return 1 / (1 + exp(-logit))


STEEPEST = 4
"""Logits per expected score at 0.5, where a logit counts most."""
KNOTS = (0.0, 0.01, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0)
"""The values at which a curve has its points."""


def along(curve: Sequence[float], value: float) -> float:
    """Return where a curve is at a value between 0 and 1; between its points it is straight."""
    after = max(1, bisect_left(KNOTS, value))
    low, high = (curve[n] - KNOTS[n] for n in (after - 1, after))
    share = (value - KNOTS[after - 1]) / (KNOTS[after] - KNOTS[after - 1])
    return value + (low + (high - low) * share)


def error(chance: Random, spread: float) -> float:
    """Draw a normal error with this standard deviation: how many of many fair bits are set, and a
    share between two such counts."""
    ones = chance.getrandbits(_BITS).bit_count() - _BITS / 2
    return spread * (ones + chance.random() - 0.5) / (sqrt(_BITS) / 2)
