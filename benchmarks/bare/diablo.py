"""Diablo without views, checks and news."""

import random

from games.diablo import turns as diablo
from games.diablo.position import Stage
from games.diablo.rules import DIABLO_RULES

from ..contest import Contest


def bare(text: str, seed: int) -> int:
    """Play the same game as positions alone: no views, no checks, no news."""
    rng = random.Random(seed)
    position = DIABLO_RULES.initial(text)
    highest, count = position.size // 2, 0
    while position.end is None:
        if position.stage is Stage.ROLL:
            dice = rng.randint(1, highest), rng.randint(1, highest)
            position = diablo.after_roll(position, dice)
            continue
        position = diablo.after(position, rng.choice(diablo.actions(position)))
        count += 1
    return count


CONTESTS = (Contest(DIABLO_RULES, "size-8", bare, 10, 1.8, 60),)
