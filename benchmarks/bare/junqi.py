"""Junqi's three games without views, checks and news."""

import random

from games.core import Seat
from games.junqi.board import SEATS
from games.junqi.dark import board as dark
from games.junqi.dark import turns as dark_turns
from games.junqi.dark.rules import DARK_RULES
from games.junqi.flip import board as flip
from games.junqi.flip import turns as flip_turns
from games.junqi.flip.position import DEAL, public_board
from games.junqi.flip.rules import FLIP_RULES
from games.junqi.four import board as four
from games.junqi.four import turns as four_turns
from games.junqi.four.rules import FOUR_RULES
from games.junqi.hidden import Deploy
from games.junqi.layout import PRESETS

from ..contest import Contest


def dark_bare(text: str, seed: int) -> int:
    """Play the same game as states alone: no views and no checks."""
    rng = random.Random(seed)
    state = DARK_RULES.initial(text)
    for seat in (Seat(0), Seat(1)):
        state = DARK_RULES.apply(state, seat, Deploy(rng.choice(list(PRESETS.values()))))
    count = len(SEATS)
    while not state.end:
        options = list(dark.actions(state.board, state.tally.mover, state.options))
        state = dark_turns.after(state, rng.choice(options))
        count += 1
    return count


def flip_bare(text: str, seed: int) -> int:
    """Play the same game as states alone: no views and no checks."""
    rng = random.Random(seed)
    state = FLIP_RULES.initial(text)
    state = FLIP_RULES.roll(state, tuple(rng.randint(1, side) for side in DEAL.sides))
    count = 0
    while not state.end:
        board, colour = public_board(state.board), state.colours[state.tally.mover]
        options = list(flip.actions(board, colour, state.alive, state.options))
        state = flip_turns.after(state, rng.choice(options))
        count += 1
    return count


def four_bare(text: str, seed: int) -> int:
    """Play the same game as states alone: no views and no checks."""
    rng = random.Random(seed)
    state = FOUR_RULES.initial(text)
    for seat in four.SEATS:
        state = FOUR_RULES.apply(state, seat, Deploy(rng.choice(list(PRESETS.values()))))
    count = len(four.SEATS)
    while not state.end:
        options = list(four.actions(state.board, state.tally.mover))
        state = four_turns.after(state, rng.choice(options))
        count += 1
    return count


CONTESTS = (
    Contest(DARK_RULES, "standard", dark_bare, 5, 2.2, 70),
    Contest(FLIP_RULES, "standard", flip_bare, 5, 2.0, 100),
    Contest(FOUR_RULES, "standard", four_bare, 2, 2.2, 110),
)
