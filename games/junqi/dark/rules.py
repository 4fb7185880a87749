"""Dark Junqi: its rules, for the referee, and the views of each side."""

from __future__ import annotations

from dataclasses import replace

from ...core import Code, OutOfTurn, Rules, Seat, Turn
from ...quitting import broken_off, check_lapse
from ..hidden import Action, Deploy, Strike, covered, retold
from ..tally import given_up
from . import notation, turns, view
from .game import DARK_JUNQI
from .position import Position
from .view import DarkView


def initial(variant: str) -> Position:
    return Position(notation.read_variant(variant))


def turn(position: Position) -> Turn:
    return position.turn


def see(position: Position, seat: Seat | None) -> DarkView:
    """Return the view of one side, or of a spectator (None); after the end, everything. A match
    that ends before both are ready shows no layout, for the other side has none to show."""
    if position.end is not None and not position.deploying:
        return _shown(position, seat, DARK_JUNQI.info.everybody)
    return _shown(position, seat, frozenset(() if seat is None else (seat,)))


def opened(position: Position) -> DarkView:
    """Return the view of a spectator who knows every piece, once both sides have set up."""
    everybody = DARK_JUNQI.info.everybody
    return _shown(position, None, frozenset() if position.deploying else everybody)


def _shown(position: Position, seat: Seat | None, known: frozenset[Seat]) -> DarkView:
    """Return the view of a reader who knows the pieces of these sides."""
    tally, over = position.tally, position.end is not None and not position.deploying
    deeds = tuple(
        retold(deed, known, position.shown) if isinstance(deed, Strike) else deed
        for deed in position.deeds
    )
    told = () if broken_off(position.turn) else deeds
    return DarkView(
        seat,
        position.turn,
        tuple(view.news(told, seat, position.options, 0 if over else tally.quiet)),
        position.options,
        tuple(covered(position.board, known, position.shown)),
        position.ready,
        tally.ply,
        tally.quiet,
        tally.missed,
        tuple(filter(None, covered(position.lost, known, position.shown))),
        position.revealed,
        deeds,
    )


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
    opened=opened,
)
