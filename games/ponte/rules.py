"""Ponte del Diavolo: its rules, for those who hold positions."""

from dataclasses import replace

from ..core import Seat
from ..plain import plain_rules
from . import notation, turns, view
from .board import Action
from .game import PONTE
from .position import Position


def after(position: Position, seat: Seat, action: Action) -> Position:
    view.check(view.PonteView(seat, position.turn, (), position), action)
    return turns.after(position, action)


PONTE_RULES = plain_rules(
    PONTE,
    notation,
    initial=lambda variant: Position(notation.read_variant(variant)),
    view=view.see,
    after=after,
    ended=lambda position, end: replace(position, end=end),
)
