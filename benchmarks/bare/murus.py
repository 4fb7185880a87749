"""Murus Gallicus without views, checks and news."""

import random

from games.core import Seat
from games.murus.board import START, other
from games.murus.notation import read_variant
from games.murus.rules import MURUS_RULES
from games.murus.turns import actions, after_move, find_end

from ..contest import Contest


def bare(text: str, seed: int) -> int:
    """Play the same game as boards alone: no views, no checks, no history, no repetition. A board
    keeps nothing, so it is asked for its actions twice: for the end and for the choice."""
    rng = random.Random(seed)
    variant, board, seat, plies = read_variant(text), START, Seat(0), 0
    over = False
    while not over:
        board = after_move(board, seat, rng.choice(actions(board, seat, variant, plies)))
        seat, plies = other(seat), plies + 1
        over = find_end(board, seat, variant, actions(board, seat, variant, plies)) is not None
    return plies


CONTESTS = (
    Contest(MURUS_RULES, "basic", bare, 40, 1.8, 15),
    Contest(MURUS_RULES, "advanced", bare, 40, 1.8, 15),
)
