"""Small computer players that take any turn at all, chosen by the seed and in no time."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.library import GAMES
from players.core import AnyPlayer, Budget, Choice, Player
from players.library import RANDOM

LEVELS = tuple(Budget(nodes) for nodes in range(1, 6))
EVEN = 0.5
"""The score they expect of every position."""


def machine(game: str, value: float = EVEN) -> AnyPlayer:
    """Make a player of a game that takes any turn and always expects the same."""
    chosen = RANDOM[game]

    def choose(view: Any, past: Sequence[Any], budget: Budget, seed: int) -> Choice:
        return Choice(chosen(view, past, budget, seed).text, value)

    def judge(view: Any, past: Sequence[Any], nodes: int) -> Sequence[Choice]:
        texts = {choose(view, past, Budget(nodes), seed).text: None for seed in range(12)}
        return [Choice(text, value - n / 10) for n, text in enumerate(texts)][:3]

    return Player(1, LEVELS, choose, judge)


def machines(value: float = EVEN) -> Mapping[str, AnyPlayer]:
    """Make a player of every game."""
    return {game: machine(game, value) for game in GAMES}


MACHINES = machines()
