"""Diablo: its rules, for those who hold positions. The name and the rules are Mark Steere's."""

from __future__ import annotations

from dataclasses import replace

from ..core import Code, OutOfTurn, Roll, Rules, Seat, Turn
from ..quitting import lapsing, quitting
from ..submission import check_faces
from . import notation, turns, view
from .board import Action, start
from .game import DIABLO
from .position import Position


def initial(variant: str) -> Position:
    size = notation.read_variant(variant)
    return Position(size, start(size))


def turn(position: Position) -> Turn:
    return position.turn


def apply(position: Position, seat: Seat, action: Action) -> Position:
    untold = view.DiabloView(seat, position.turn, (), position)
    view.check(untold, action)
    return turns.after(position, action)


def roll(position: Position, faces: tuple[int, ...]) -> Position:
    turn = position.turn
    if not isinstance(turn, Roll):
        raise OutOfTurn(Code.ALREADY_OVER if position.end else Code.NOT_YOUR_TURN)
    check_faces(turn.sides, faces)
    return turns.rolled(position, faces)


def lapse(position: Position, seat: Seat) -> Position:
    return replace(position, end=lapsing(DIABLO.info, position.turn, seat))


def forfeit(position: Position, seats: frozenset[Seat], reason: str) -> Position:
    return replace(position, end=quitting(DIABLO.info, position.turn, seats, reason))


DIABLO_RULES = Rules(
    game=DIABLO,
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
