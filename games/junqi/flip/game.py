"""Flip Junqi: its public half, every question that a view can answer."""

from ...core import Game, Info
from ...plain import plain_game
from ..codes import PIECES
from ..options import FLIP
from . import notation, view
from .board import Action
from .view import FlipView

INFO = Info(
    id="junqi-flip",
    version=1,
    seats=2,
    variants=tuple(notation.VARIANTS),
    designer="traditional",
    source="platform rules for two players, flip mode",
    options={key: option.values for key, option in FLIP.items()},
    secrets=True,
    lapses=True,
    dice=True,
    free_draws=True,
    counts_from=30,
)
FLIP_JUNQI: Game[Action, FlipView] = plain_game(
    INFO, view, notation, shown=notation.write_for_board, pieces=PIECES
)
