"""A player that takes any legal turn at all, the measure of every other player."""

import random
from collections.abc import Sequence
from typing import Any

from games.core import AnyGame
from games.submission import join_actions, unfinished

from .core import Budget, Choice, Choose


def random_turns(game: AnyGame) -> Choose:
    """Make a player of this game that chooses every single action of its turn by chance, and in a
    set-up any legal layout."""

    def choose(view: Any, past: Sequence[Any], budget: Budget, seed: int) -> Choice:
        chance, done = random.Random(seed), list[str]()
        if view.free and game.set_up:
            return Choice(game.set_up.written(game.set_up.random(chance.randrange)), 0.5)
        while not done or unfinished(view):
            action = chance.choice(sorted(game.legal(view), key=game.format))
            view = game.preview(view, action)
            done.append(game.format(action))
        return Choice(join_actions(game.info, done), 0.5)

    return choose
