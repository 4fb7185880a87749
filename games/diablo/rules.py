"""Diablo: its rules, for those who hold positions. The name and the rules are Mark Steere's."""

from ..plain import checked, plain_rules
from . import notation, turns, view
from .board import start
from .game import DIABLO
from .position import Position


def initial(variant: str) -> Position:
    size = notation.read_variant(variant)
    return Position(size, start(size))


DIABLO_RULES = plain_rules(
    DIABLO,
    notation,
    initial=initial,
    view=view.see,
    after=checked(view.DiabloView, view.check, turns.after),
    rolled=turns.after_roll,
)
