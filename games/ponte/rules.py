"""Ponte del Diavolo: its rules, for those who hold positions."""

from dataclasses import replace

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
    ended=lambda position, end: replace(position, end=end),
)
