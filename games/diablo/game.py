"""Diablo: its public half, every question that a view can answer."""

from ..core import Game, Info
from ..plain import plain_game
from . import notation, view
from .board import SIZES, Action
from .view import DiabloView

INFO = Info(
    id="diablo",
    version=1,
    seats=2,
    variants=tuple(f"size-{size}" for size in SIZES),
    designer="Mark Steere",
    source="Mark Steere's rule sheet of 2022",
    joint=" ",
    draws=False,
    dice=True,
)
DIABLO: Game[Action, DiabloView] = plain_game(INFO, view, notation, material=view.material)
