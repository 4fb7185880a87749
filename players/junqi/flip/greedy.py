"""A plain player of flip Junqi that looks one turn ahead: the measure for the better ones."""

from collections.abc import Sequence
from random import Random

from games.junqi.board import COLOURS
from games.junqi.flip.board import DOWN
from games.junqi.flip.refuge import NAMES
from games.junqi.flip.view import FlipView

from ...core import Budget, Choice
from .board import FLAG, KIND, TRADES, Table
from .player import text
from .value import Valuation

WORTHS = (30, 26, 20, 16, 12, 9, 6, 4, 9, 15, 6, 40)
"""The worth that it gives to each kind."""


def greedy(view: FlipView, past: Sequence[FlipView], budget: Budget, seed: int) -> Choice:
    """Win in one, take the most, save what hangs, else turn a piece up or walk to its prey."""
    rng = Random(seed)
    places = [at for at, cell in enumerate(view.board) if cell is DOWN]
    rng.shuffle(places)
    if view.seat is None or not view.colours[view.seat]:
        return Choice(NAMES[places[0]], 0.5)
    table = Table(view, COLOURS.index(view.colours[view.seat]))
    valuation = Valuation(table)
    moves = table.moves()
    rng.shuffle(moves)
    best, choice = -2000.0, -1
    for move in moves:
        gain = taking(table, move)
        made = table.make(move)
        winner = table.winner(made[4])
        if winner is not None:
            gain = 1000 if winner != table.side else -1000 if winner < 2 else 0
        else:
            gain -= hanging(table)
        way = 0.0 if places else -valuation(table) / 100
        table.undo(move, made)
        if gain + way > best:
            best, choice = gain + way, move
    table.side ^= 1
    waiting = -hanging(table)
    if places and waiting >= best:
        return Choice(NAMES[places[0]], 0.5)
    return Choice(text(choice), 0.5)


def taking(table: Table, move: int) -> float:
    """Return what an attack gains at once."""
    face, there = table.board[move >> 6], table.board[move & 63]
    if not there:
        return 0.0
    lost = WORTHS[KIND[face]] if table.attack(face, there) == TRADES else 0
    return WORTHS[KIND[there]] - lost


def hanging(table: Table) -> float:
    """Return the most that the side to move can take at once."""
    flag = 1000.0 if not table.carry else 20.0
    return max(
        (
            flag if KIND[table.board[move & 63]] == FLAG else taking(table, move)
            for move in table.moves(captures=True)
        ),
        default=0.0,
    )
