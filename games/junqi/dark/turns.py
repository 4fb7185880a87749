"""The turns of dark Junqi, as the referee resolves them, and the news for all."""

from dataclasses import replace

from ...core import Over, Seat
from ..board import other
from ..pieces import FLAG, MARSHAL, STILL, Move
from ..referee.turns import after_fight, after_move, end_or_skip, fallen_pieces
from ..tally import end_by_elimination
from .board import GROUND, actions
from .position import Position


def after(position: Position, move: Move) -> Position:
    """Return the position after a legal move and all that follows from it."""
    return _settle(_move(position, move))


def after_lapse(position: Position, seat: Seat) -> Position:
    """Return the position after a side that is to act has let its time run out."""
    if position.deploying:
        return replace(position, end=Over(frozenset({other(seat)}), "time"))
    tally, missed = position.tally.missing("time", other(seat))
    end = tally.too_many(position.options)
    return _settle(replace(position, tally=tally, deeds=(missed,), end=end))


def _move(position: Position, move: Move) -> Position:
    seat = position.tally.mover
    turned, strike = after_move(position, GROUND, move, other(seat))
    if strike.verdict is None:
        return turned
    reveals = position.options.commander_reveals_flag
    bereft = [marshal.seat for marshal in fallen_pieces(strike, MARSHAL)] if reveals else []
    end = Over(frozenset({seat}), "flag") if fallen_pieces(strike, FLAG) else None
    return replace(after_fight(turned, strike, bereft), end=end)


def _settle(position: Position) -> Position:
    def mobile(seat: Seat) -> bool:
        return next(actions(position.board, seat, position.options), None) is not None

    return end_or_skip(position, find_end, mobile, deadlock_first=True)


def find_end(position: Position) -> Over | None:
    """Return the end once a side has nothing left that could ever move."""
    able = frozenset(piece.seat for piece in position.board if piece and piece.code not in STILL)
    return end_by_elimination(able, other(position.tally.mover), position.options)
