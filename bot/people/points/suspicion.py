"""Who may be playing for points instead of a game: pairs that go one way, and closed circles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

MANY = 8
"""The results from which on a pair can be conspicuous."""
ONE_WAY = 90
"""The share of them, in percent, that one of the two has won."""
FEW_OTHERS = 2
"""The opponents somebody has in a closed circle, besides the one in its middle."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """How often a person has met an opponent, and how often they have won."""

    person: int
    opponent: int
    results: int
    won: int


def one_sided(pairings: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """List the pairs of which one has won nearly everything, by that one."""
    return tuple(
        one for one in pairings if one.results >= MANY and 100 * one.won >= ONE_WAY * one.results
    )


def secluded(pairings: Iterable[Pairing]) -> tuple[int, ...]:
    """List the people who have met nobody but those who have met hardly anybody else."""
    met: defaultdict[int, set[int]] = defaultdict(set)
    for one in pairings:
        met[one.person].add(one.opponent)
    return tuple(
        sorted(
            person
            for person, opponents in met.items()
            if all(len(met[one] - {person}) <= FEW_OTHERS for one in opponents)
        )
    )
