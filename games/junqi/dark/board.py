"""The moves of a side on dark Junqi's board, as far as its own view tells them."""

from __future__ import annotations

from collections.abc import Iterator

from ...core import Seat
from ..board import CAMPS, HEADQUARTERS, reach
from ..hidden import Cell, Piece
from ..options import Options
from ..pieces import STILL, Move


def actions(board: tuple[Cell, ...], seat: Seat | None, options: Options) -> Iterator[Move]:
    """The moves of a side; its own pieces and the squares of the others are enough to tell them."""
    for origin, cell in enumerate(board):
        if not isinstance(cell, Piece) or cell.seat != seat or cell.code in STILL:
            continue
        if options.hq_locks and origin in HEADQUARTERS:
            continue
        for target in reach(board, origin, cell.code):
            there = board[target]
            if there is None or (there.seat != seat and target not in CAMPS):
                yield Move(origin, target)
