"""The players of this house by the names that records call them."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .core import Budget, Choice, Choose
from .library import GREEDY, PLAYERS, RANDOM

SIMPLE = {"greedy": 3, "random": 1}
"""The versions of the greedy and the random players."""


class NoSuchContender(ValueError):
    """No player of this game has that name; the text says what is wrong."""


@dataclass(frozen=True)
class Thinker:
    """A player of the house. `level` is its name in a record, from which it can be made again."""

    level: str
    version: int
    choose_turn: Choose
    budget: Callable[[Any], Budget]
    """The budget in the variant of a view."""

    def think(self, past: Sequence[Any], seed: int) -> Choice:
        return self.choose_turn(past[-1], past, self.budget(past[-1]), seed)


def thinker(game: str, level: str) -> Thinker:
    """Make the player that a record calls "1" to "6", "nodes-2000", "3-nodes-2000" (the noise of a
    level at another budget), "greedy" or "random". Raises NoSuchContender."""
    simple = {"greedy": GREEDY, "random": RANDOM}.get(level)
    if simple is not None:
        if game not in simple:
            raise NoSuchContender(f"{game} has no {level} player")
        return Thinker(level, SIMPLE[level], simple[game], lambda _: Budget(1))
    parts = re.fullmatch(r"(?:([1-9])-)?nodes-([1-9][0-9]{0,8})|([1-9])", level)
    player = PLAYERS.get(game)
    if parts is None:
        raise NoSuchContender(f"no player is called {level!r}")
    if player is None:
        raise NoSuchContender(f"{game} has no computer player")
    number = int(parts[1] or parts[3] or len(player.levels))
    if number > player.highest:
        raise NoSuchContender(f"{game} has levels 1 to {player.highest}")
    nodes, noisy = int(parts[2] or 0), parts[1] or parts[3]

    def budget(view: Any) -> Budget:
        usual = player.budget(view, number)
        return Budget(nodes or usual.nodes, usual.noise if noisy else 0.0)

    return Thinker(level, player.version, player.choose, budget)
