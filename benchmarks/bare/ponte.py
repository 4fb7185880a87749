"""Ponte del Diavolo without views, checks and news."""

import random

from games.ponte import turns as ponte
from games.ponte.notation import read_variant as read_ponte
from games.ponte.position import Position
from games.ponte.rules import PONTE_RULES

from ..contest import Contest


def bare(text: str, seed: int) -> int:
    """Play the same game as positions alone: no views and no checks."""
    rng = random.Random(seed)
    position, count = Position(read_ponte(text)), 0
    while not position.end:
        position = ponte.after(position, rng.choice(ponte.actions(position)))
        count += 1
    return count


CONTESTS = (Contest(PONTE_RULES, "standard pie=off", bare, 10, 2.5, 250),)
