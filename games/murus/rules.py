"""Murus Gallicus: its rules, for those who hold positions."""

from dataclasses import replace

from ..core import Seat
from ..plain import plain_rules
from . import notation, turns, view
from .board import Action
from .game import MURUS
from .position import Position


def after(position: Position, seat: Seat, action: Action) -> Position:
    view.permit(position, seat, action)
    return turns.after(position, action)


MURUS_RULES = plain_rules(
    MURUS,
    notation,
    initial=lambda variant: turns.after_actions(notation.read_variant(variant)),
    view=view.see,
    after=after,
    ended=lambda position, end: replace(position, turn=end),
)
