"""A sensible player of Murus Gallicus that looks no further than the enemy's answer."""

from collections.abc import Sequence
from random import Random

from games.core import Code, OutOfTurn, Over, Seat
from games.murus.board import GRID, Board, Move, Sign, height, other, owner
from games.murus.notation import write_action
from games.murus.turns import after_move, intruding
from games.murus.view import MurusView, legal, preview

from ..core import Budget, Choice

_WORTH = (0, 1, 3, 5)
_STEP = 0.25
"""The gain of a tower by each rank forward."""


def greedy(view: MurusView, past: Sequence[MurusView], budget: Budget, seed: int) -> Choice:
    """Win at once; else stop a breakthrough, take the most, leave least to take, go forward."""
    seat = view.seat
    if seat is None or not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    chance = Random(seed)
    rated = [(_rate(preview(view, each), seat), chance.random(), each) for each in legal(view)]
    rating, _, action = max(rated, key=lambda each: each[:2])
    return Choice(write_action(action), min(max(0.5 + rating / 60, 0.0), 1.0), nodes=len(rated))


def _rate(after: MurusView, seat: Seat) -> float:
    """Rate a turn for its seat: 100 if it won."""
    if isinstance(after.turn, Over):
        return 100 if seat in after.turn.winners else -100 if after.turn.winners else 0
    if _breaks_through(after, other(seat)):
        return -50
    board = after.board
    taking = (each for each in after.options if isinstance(each, Move) and each.sign is not Sign.TO)
    return min(
        (_balance(after_move(board, other(seat), each), seat) for each in taking),
        default=_balance(board, seat),
    )


def _breaks_through(after: MurusView, enemy: Seat) -> bool:
    """Tell whether the enemy can win by reaching its goal row, or by standing there."""
    if after.variant.escape:
        return False
    if after.variant.advanced:
        return intruding(after.board, enemy)
    goal = GRID.ranks - 1 if enemy == 0 else 0
    moves = (each for each in after.options if isinstance(each, Move) and each.sign is Sign.TO)
    return any(GRID.at(move.target)[1] == goal for move in moves)


def _balance(board: Board, seat: Seat) -> float:
    total = 0.0
    for square, cell in enumerate(board):
        side = owner(cell)
        if side is None:
            continue
        stones, rank = height(cell), GRID.at(square)[1]
        forward = rank if side == 0 else GRID.ranks - 1 - rank
        worth = _WORTH[stones] + (_STEP * forward if stones > 1 else 0)
        total += worth if side == seat else -worth
    return total
