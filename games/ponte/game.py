"""Ponte del Diavolo: its public half, every question that a view can answer."""

from ..core import Game, Info
from ..plain import plain_game
from . import notation, view
from .board import Action
from .view import PonteView

INFO = Info(
    id="ponte",
    version=1,
    seats=2,
    variants=notation.VARIANTS,
    designer="Martin Ebel",
    source="the published rules of 2007",
    joint=",",
    unordered=True,
    options={"pie": ("on", "off")},
)
PONTE: Game[Action, PonteView] = plain_game(INFO, view, notation)
