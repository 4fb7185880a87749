"""A way of playing a game, and its reference."""

from collections.abc import Callable
from dataclasses import dataclass

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
