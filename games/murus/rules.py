"""Murus Gallicus: its rules, for those who hold positions."""

from __future__ import annotations

from dataclasses import replace

from ..core import Code, OutOfTurn, Rules, Seat, Turn
from ..quitting import lapsing, quitting
from . import notation, turns, view
from .board import Action
from .game import MURUS
from .position import Position


def initial(variant: str) -> Position:
    return turns.reached(notation.read_variant(variant))


def turn(position: Position) -> Turn:
    return position.turn


def apply(position: Position, seat: Seat, action: Action) -> Position:
    view.permit(position, seat, action)
    return turns.after(position, action)


def roll(position: Position, faces: tuple[int, ...]) -> Position:
    raise OutOfTurn(Code.ALREADY_OVER if position.end else Code.NOT_YOUR_TURN)


def lapse(position: Position, seat: Seat) -> Position:
    return replace(position, turn=lapsing(MURUS.info, position.turn, seat))


def forfeit(position: Position, seats: frozenset[Seat], reason: str) -> Position:
    return replace(position, turn=quitting(MURUS.info, position.turn, seats, reason))


MURUS_RULES = Rules(
    game=MURUS,
    initial=initial,
    turn=turn,
    view=view.see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=notation.dump,
    load=notation.load,
)
