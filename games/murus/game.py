"""Murus Gallicus: its public half, every question that a view can answer."""

from ..core import Game, Info
from ..plain import plain_game
from . import notation, view
from .board import VARIANTS, Action
from .view import MurusView

INFO = Info(
    id="murus",
    version=1,
    seats=2,
    variants=tuple(VARIANTS),
    designer="Phil Leduc",
    source="Phil Leduc's rules of 2009; draws by repetition are a house rule",
)
MURUS: Game[Action, MurusView] = plain_game(INFO, view, notation, material=view.material)
