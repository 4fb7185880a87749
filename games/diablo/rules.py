"""Diablo: its rules, for those who hold positions. The name and the rules are Mark Steere's."""

from dataclasses import replace

from ..core import Seat
from ..plain import plain_rules
from . import notation, turns, view
from .board import Action, start
from .game import DIABLO
from .position import Position


def initial(variant: str) -> Position:
    size = notation.read_variant(variant)
    return Position(size, start(size))


def after(position: Position, seat: Seat, action: Action) -> Position:
    view.check(view.DiabloView(seat, position.turn, (), position), action)
    return turns.after(position, action)


DIABLO_RULES = plain_rules(
    DIABLO,
    notation,
    initial=initial,
    view=view.see,
    after=after,
    ended=lambda position, end: replace(position, end=end),
    rolled=turns.after_roll,
)
