"""Dark Junqi: its rules, for the referee, and who may see what of a position."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...core import Code, OutOfTurn, Rules, Seat, Turn
from ...quitting import check_lapse
from ..board import GRID, SEATS
from ..hidden import Action, Back, Deed, Deploy, Piece, Strike
from ..tally import given_up
from . import notation, turns, view
from .game import DARK_JUNQI
from .position import Position
from .view import DarkView

BACKS = tuple(tuple(Back(seat, origin) for origin in range(len(GRID))) for seat in SEATS)


def initial(variant: str) -> Position:
    return Position(notation.read_variant(variant))


def turn(position: Position) -> Turn:
    return position.turn


def see(position: Position, seat: Seat | None) -> DarkView:
    """What one side may know, or a spectator (None); after the end, everything.

    A match that ends before both are ready shows no layout, for the other side has none to show.
    """
    tally, open_ = position.tally, position.end is not None and not position.deploying
    board, lost, deeds = position.board, position.lost, position.deeds
    if not open_:
        deeds = tuple(_seen(position, seat, deed) for deed in deeds)
    return DarkView(
        seat,
        position.turn,
        tuple(view.news(deeds, seat, position.options, 0 if open_ else tally.quiet)),
        position.options,
        board if open_ else tuple(_hidden(position, seat, board)),
        position.ready,
        tally.ply,
        tally.quiet,
        tally.missed,
        lost if open_ else tuple(filter(None, _hidden(position, seat, lost))),
        position.revealed,
        deeds,
    )


def _hidden(
    position: Position, seat: Seat | None, pieces: Iterable[Piece | None]
) -> Iterator[Piece | Back | None]:
    """Pieces as one side may see them: the others' as backs, unless their rank is public."""
    shown = position.shown
    for piece in pieces:
        if piece is None or piece.seat == seat or piece.origin in shown:
            yield piece
        else:
            yield BACKS[piece.seat][piece.origin]


def _seen(position: Position, seat: Seat | None, deed: Deed) -> Deed:
    """What somebody did, without what this side may not know of it."""
    if not isinstance(deed, Strike) or deed.verdict is None:
        return deed
    fell = tuple(piece for piece in _hidden(position, seat, _whole(deed.fell)) if piece)
    stayed = next(_hidden(position, seat, _whole((deed.stayed,))), None)
    return replace(deed, fell=fell, stayed=stayed)


def _whole(pieces: Iterable[Piece | Back | None]) -> Iterator[Piece | None]:
    return (piece if isinstance(piece, Piece) else None for piece in pieces)


def apply(position: Position, seat: Seat, action: Action) -> Position:
    view.check(see(position, seat), action)
    if isinstance(action, Deploy):
        return turns.deployed(position, seat, action.codes)
    return turns.after(position, action)


def roll(position: Position, faces: tuple[int, ...]) -> Position:
    raise OutOfTurn(Code.ALREADY_OVER if position.end else Code.NOT_YOUR_TURN)


def lapse(position: Position, seat: Seat) -> Position:
    check_lapse(position.turn, seat)
    return turns.lapsed(position, seat)


def forfeit(position: Position, seats: frozenset[Seat], reason: str) -> Position:
    options, tally = position.options, position.tally
    end = given_up(DARK_JUNQI.info, position.turn, options, tally, seats, reason)
    return replace(position, end=end)


DARK_RULES = Rules(
    game=DARK_JUNQI,
    initial=initial,
    turn=turn,
    view=see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=notation.dump,
    load=notation.load,
)
