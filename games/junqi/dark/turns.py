"""The turns of dark Junqi, as the referee resolves them, and the news for all."""

from __future__ import annotations

from dataclasses import replace

from ...core import IllegalAction, Over, Seat
from ..board import GRID, SEATS, other
from ..codes import Code
from ..hidden import Piece, Readied, Strike, laid
from ..layout import HALVES
from ..pieces import BOMB, FLAG, MARSHAL, MINE, STILL, Kind, Move, Verdict, clash
from ..tally import eliminated, passing
from .board import actions
from .position import Board, Position


def after(position: Position, move: Move) -> Position:
    """Return the position after a legal move and all that follows from it."""
    return _settled(_moved(position, move))


def deployed(position: Position, seat: Seat, codes: str) -> Position:
    """Return the position once a side has set up a legal layout."""
    board = laid(position.board, seat, HALVES[seat], codes)
    return replace(position, board=board, ready=position.ready | {seat}, deeds=(Readied(seat),))


def lapsed(position: Position, seat: Seat) -> Position:
    """Return the position after a side that is to act has let its time run out."""
    if position.deploying:
        return replace(position, end=Over(frozenset({other(seat)}), "time"))
    tally, missed = position.tally.missing("time", other(seat))
    end = tally.too_many(position.options)
    return _settled(replace(position, tally=tally, deeds=(missed,), end=end))


def _moved(position: Position, move: Move) -> Position:
    """Return the position after a legal move and the combat it may bring."""
    board, tally, options = list(position.board), position.tally, position.options
    attacker, defender = board[move.origin], board[move.target]
    if attacker is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=GRID.names[move.origin])
    board[move.origin] = None
    turned = replace(
        position, tally=tally.moved(options, other(tally.mover), quiet=defender is None)
    )
    if defender is None:
        board[move.target] = attacker
        return replace(turned, board=tuple(board), deeds=(Strike(tally.mover, move),))
    verdict = _verdict(position, attacker, defender)
    board[move.target] = {
        Verdict.ATTACKER: attacker,
        Verdict.DEFENDER: defender,
        Verdict.BOTH: None,
    }[verdict]
    fell = tuple(piece for piece in (attacker, defender) if piece is not board[move.target])
    return _announced(replace(turned, board=tuple(board)), move, verdict, fell, defender)


def _verdict(position: Position, attacker: Piece, defender: Piece) -> Verdict:
    """Decide a fight, by section 4 and the options on mines, bombs and flags.

    Where an option protects the flag, any attacker is lost, as at a mine: refusing the move would
    tell the attacker what stands there.
    """
    options = position.options
    verdict = clash(attacker.code, defender.code)
    if defender.code == FLAG:
        undug = any(
            piece and piece.seat == defender.seat and piece.code == MINE for piece in position.board
        )
        if options.dark_flag_needs_mines_dug and undug:
            return Verdict.DEFENDER
        if attacker.code == BOMB and not options.bomb_takes_flag:
            return Verdict.DEFENDER
    if defender.code == MINE and verdict is Verdict.DEFENDER:
        known = defender.origin in position.shown
        if options.mine_vs_attacker == "both" or (options.mine_vs_attacker == "reveal" and known):
            return Verdict.BOTH
    return verdict


def _announced(
    position: Position, move: Move, verdict: Verdict, fell: tuple[Piece, ...], defender: Piece
) -> Position:
    """Return the position after a combat, with all it makes public and the end by a flag's fall. In
    `position` the turn has already passed to the other side."""
    options, stayed = position.options, position.board[move.target]
    seat = other(position.tally.mover)
    shown = set(position.shown)
    if options.combat_disclosure != "result":
        shown.update(piece.origin for piece in fell)
    if stayed and (
        options.combat_disclosure == "both"
        or (options.mine_vs_attacker == "reveal" and stayed.code == MINE and stayed is defender)
    ):
        shown.add(stayed.origin)
    exposed = []
    for piece in fell:
        if piece.code == MARSHAL and options.commander_reveals_flag:
            flags = _standing(position.board, piece.seat, FLAG)
            exposed += [(piece.seat, square) for square in flags]
            shown.update(flag.origin for square in flags if (flag := position.board[square]))
    end = position.end
    if any(piece.code == FLAG for piece in fell):
        end = Over(frozenset({seat}), "flag")
    strike = Strike(seat, move, verdict, fell, stayed, tuple(exposed))
    return replace(
        position,
        lost=(*position.lost, *fell),
        shown=frozenset(shown),
        revealed=position.revealed | {side for side, _ in exposed},
        deeds=(strike,),
        end=end,
    )


def _standing(board: Board, seat: Seat, code: Kind) -> list[int]:
    """Return the squares of a side's pieces of a kind."""
    return [
        square
        for square, piece in enumerate(board)
        if piece and piece.seat == seat and piece.code == code
    ]


def _settled(position: Position) -> Position:
    """Return the position with its end, or with a turn skipped, by the rules (A5)."""
    if position.end:
        return position
    if end := ended(position):
        return replace(position, end=end)
    tally, options = position.tally, position.options
    passed = passing(tally, options, lambda seat: _mobile(position, seat), deadlock_first=True)
    if passed is None:
        return position
    deeds = (*position.deeds, *passed.skipped)
    return replace(position, tally=passed.tally, deeds=deeds, end=passed.end)


def ended(position: Position) -> Over | None:
    """Return the end once a side has nothing left that could ever move."""
    able = frozenset(seat for seat in SEATS if _able(position.board, seat))
    return eliminated(able, other(position.tally.mover), position.options)


def _able(board: Board, seat: Seat) -> bool:
    """Tell whether a side has anything left but mines and its flag."""
    return any(piece and piece.seat == seat and piece.code not in STILL for piece in board)


def _mobile(position: Position, seat: Seat) -> bool:
    return next(actions(position.board, seat, position.options), None) is not None
