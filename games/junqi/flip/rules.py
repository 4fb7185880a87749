"""Flip Junqi: its rules, for those who hold positions, and the view of one."""

from __future__ import annotations

from dataclasses import replace

from ...core import Code, OutOfTurn, Roll, Rules, Seat, Turn
from ...quitting import broken_off, check_lapse
from ...submission import check_faces
from .. import codes
from ..tally import given_up
from . import notation, turns, view
from .board import Action
from .game import FLIP_JUNQI
from .position import Position, seen
from .refuge import size
from .view import FlipView


def initial(variant: str) -> Position:
    return Position(notation.read_variant(variant))


def turn(position: Position) -> Turn:
    return position.turn


def see(position: Position, seat: Seat | None) -> FlipView:
    """Return the view, which is the same for every seat and for spectators (None)."""
    options, tally = position.options, position.tally
    deeds = () if broken_off(position.turn) else position.deeds
    told = [*view.news(deeds, position.colours, options.missed_limit)]
    if position.deeds and not position.end:
        told += codes.warning(codes.Code.QUIET_FLIP, options.no_capture_limit, tally.quiet)
    return FlipView(
        seat,
        position.turn,
        tuple(told),
        options,
        seen(position.board) or (None,) * size(options),
        position.colours,
        position.alive,
        position.dead,
        tally.ply,
        tally.quiet,
        tally.missed,
        position.deeds,
    )


def apply(position: Position, seat: Seat, action: Action) -> Position:
    view.check(see(position, seat), action)
    return turns.after(position, action)


def roll(position: Position, faces: tuple[int, ...]) -> Position:
    turn = position.turn
    if not isinstance(turn, Roll):
        raise OutOfTurn(Code.ALREADY_OVER if position.end else Code.NOT_YOUR_TURN)
    check_faces(turn.sides, faces)
    return turns.dealt(position, faces)


def lapse(position: Position, seat: Seat) -> Position:
    check_lapse(position.turn, seat)
    return turns.lapsed(position, seat)


def forfeit(position: Position, seats: frozenset[Seat], reason: str) -> Position:
    options, tally = position.options, position.tally
    end = given_up(FLIP_JUNQI.info, position.turn, options, tally, seats, reason)
    return replace(position, end=end)


FLIP_RULES = Rules(
    game=FLIP_JUNQI,
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
