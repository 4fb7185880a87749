"""The moves and fights of pieces that only the referee knows, alike on every board."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from ...core import IllegalAction, Over, Seat
from ..board_shape import Ground
from ..codes import Code
from ..hidden import Piece, Readied, Strike, place_layout
from ..pieces import BOMB, FLAG, MINE, Kind, Move, Verdict, clash
from ..tally import passing
from .position import HiddenPosition, JunqiPosition

J = TypeVar("J", bound=JunqiPosition)
P = TypeVar("P", bound=HiddenPosition)


def after_setup(position: P, ground: Ground, seat: Seat, codes: str) -> P:
    """Return the position once a seat has set up a legal layout."""
    board = place_layout(position.board, seat, ground.homes[seat], codes)
    return replace(position, board=board, ready=position.ready | {seat}, deeds=(Readied(seat),))


def after_move(position: P, ground: Ground, move: Move, to: Seat) -> tuple[P, Strike]:
    """Return the position after a legal move and the fight it may bring, and what happened. `to` is
    the seat to move then. Nobody has heard of the fight yet."""
    board, tally = list(position.board), position.tally
    attacker, defender = board[move.origin], board[move.target]
    if attacker is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=ground.names[move.origin])
    verdict = _verdict(position, attacker, defender) if defender else None
    stays = None if verdict is Verdict.BOTH else attacker
    if verdict is Verdict.DEFENDER:
        stays = defender
    board[move.origin], board[move.target] = None, stays
    fell = tuple(piece for piece in (attacker, defender) if piece and piece is not stays)
    strike = Strike(tally.mover, move, verdict, fell, stays if verdict else None)
    turned = replace(
        position,
        board=tuple(board),
        tally=tally.after_move(position.options, to, quiet=defender is None),
        lost=(*position.lost, *fell),
        deeds=(strike,),
    )
    return turned, strike


def _verdict(position: HiddenPosition, attacker: Piece, defender: Piece) -> Verdict:
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


def end_or_skip(
    position: J,
    ended: Callable[[J], Over | None],
    mobile: Callable[[Seat], bool],
    *,
    deadlock_first: bool,
) -> J:
    """Return the position of a game for two with its end, or with a turn skipped (A5, B7)."""
    if position.end:
        return position
    if end := ended(position):
        return replace(position, end=end)
    passed = passing(position.tally, position.options, mobile, deadlock_first=deadlock_first)
    if passed is None:
        return position
    deeds = (*position.deeds, *passed.skipped)
    return replace(position, tally=passed.tally, deeds=deeds, end=passed.end)


def fallen_pieces(strike: Strike, kind: Kind) -> list[Piece]:
    """List the pieces of a kind that fell in a fight."""
    return [piece for piece in strike.fell if isinstance(piece, Piece) and piece.code == kind]


def after_fight(
    position: P, strike: Strike, bereft: Sequence[Seat], public: Iterable[Piece] = ()
) -> P:
    """Return the position after a fight with all that it makes public: by the options, the flags of
    seats `bereft` of their Field Marshal, and the pieces that are `public` anyway."""
    options, stayed = position.options, strike.stayed
    shown = {*position.shown, *(piece.origin for piece in public)}
    if options.combat_disclosure != "result":
        shown.update(piece.origin for piece in strike.fell)
    if isinstance(stayed, Piece) and (
        options.combat_disclosure == "both"
        or (options.mine_vs_attacker == "reveal" and stayed.code == MINE)
    ):
        shown.add(stayed.origin)
    flags = [
        (seat, at, piece.origin)
        for seat in bereft
        for at, piece in enumerate(position.board)
        if piece and piece.seat == seat and piece.code == FLAG
    ]
    return replace(
        position,
        shown=frozenset(shown).union(origin for _, _, origin in flags),
        revealed=position.revealed.union(seat for seat, _, _ in flags),
        deeds=(replace(strike, revealed=tuple((seat, at) for seat, at, _ in flags)),),
    )
