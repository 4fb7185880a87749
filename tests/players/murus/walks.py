"""Random games of Murus Gallicus, for tests of its player."""

from collections.abc import Iterator
from random import Random

from games.core import Over
from games.murus.position import Position
from games.murus.rules import MURUS_RULES


def walk(variant: str, turns: int, seed: int) -> Iterator[Position]:
    """Give the positions of random games, one game after another."""
    chance = Random(seed)
    state = MURUS_RULES.initial(variant)
    for _ in range(turns):
        if isinstance(state.turn, Over):
            state = MURUS_RULES.initial(variant)
        yield state
        state = MURUS_RULES.apply(state, state.mover, chance.choice(state.options))
