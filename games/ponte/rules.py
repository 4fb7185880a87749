"""Ponte del Diavolo: its rules, for those who hold positions."""

from ..plain import checked, plain_rules
from . import notation, turns, view
from .game import PONTE
from .position import Position

PONTE_RULES = plain_rules(
    PONTE,
    notation,
    initial=lambda variant: Position(notation.read_variant(variant)),
    view=view.see,
    after=checked(view.PonteView, view.check, turns.after),
)
