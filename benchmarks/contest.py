"""A way of playing a game, and what it is measured against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from games.core import AnyRules


@dataclass(frozen=True, slots=True)
class Contest:
    """A way of playing, what it is compared with, and how many times as long it may take.

    The bare walk makes the same choices, so both play the same games.
    """

    rules: AnyRules
    variant: str
    bare: Callable[[str, int], int]
    games: int
    """How many are played; each of them in every round."""
    most: float
    """Against the bare walk."""
    steps: float
    """Against a king's step: an action must be quick, however its cost is shared out."""
