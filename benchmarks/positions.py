"""Positions to draw: games played at random, as a spectator sees them."""

import random

from games.core import Over, Roll, View
from games.rulebook import RULES
from games.submission import unfinished
from render.library import DRAWINGS

OPENING = 6
SUBJECTS = {drawing.game: drawing.measured for drawing in DRAWINGS.values()}
"""The games drawn, and the variant of each."""


def views(game: str, variant: str, seed: int) -> list[View]:
    """Play a game at random; list a spectator's views of every turn past the opening."""
    rng, rules = random.Random(seed), RULES[game]
    state = rules.initial(variant)
    result: list[View] = []
    while not isinstance(turn := rules.turn(state), Over):
        if isinstance(turn, Roll):
            state = rules.roll(state, tuple(rng.randint(1, side) for side in turn.sides))
            result.append(rules.view(state, None))
            continue
        seat = min(turn.seats)
        state = rules.apply(state, seat, rng.choice(rules.game.legal(rules.view(state, seat))))
        thrown = isinstance(rules.turn(state), Roll)
        if not thrown and not unfinished(rules.view(state, seat)):
            result.append(rules.view(state, None))
    return result[OPENING:]


def some(views: list[View], most: int) -> list[View]:
    """Choose views from all parts of a game."""
    return views[:: max(1, len(views) // most)][:most]
