"""A way of playing a game, and its reference."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from games.core import AnyRules


@dataclass(frozen=True, slots=True)
class Contest:
    """A way of playing, its reference, and the limits of the time it may take. The bare walk makes
    the same choices, so both play the same games."""

    rules: AnyRules
    variant: str
    bare: Callable[[str, int], int]
    games: int
    """The number of games, each of them played in every round."""
    most: float
    """The limit against the bare walk."""
    steps: float
    """The limit against a king's step: an action must be quick, however its cost is shared out."""


def plain_walk(
    rules: AnyRules, actions: Callable[[Any], Sequence[Any]], after: Callable[[Any, Any], Any]
) -> Callable[[str, int], int]:
    """Return a walk along positions alone, without views and checks, of a game without dice."""

    def bare(text: str, seed: int) -> int:
        rng = random.Random(seed)
        position, count = rules.initial(text), 0
        while not position.end:
            position = after(position, rng.choice(actions(position)))
            count += 1
        return count

    return bare
