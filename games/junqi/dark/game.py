"""Dark Junqi: its public half, every question that a view can answer."""

from ...core import Game, Info
from ..hidden import Action
from ..hidden_game import hidden_game
from ..options import DARK
from . import notation, view
from .view import DarkView

INFO = Info(
    id="junqi-dark",
    version=1,
    seats=2,
    variants=("standard",),
    designer="traditional",
    source="platform rules for two players, dark mode with a referee",
    options={key: option.values for key, option in DARK.items()},
    secrets=True,
    lapses=True,
    private=True,
    host_first=True,
    free_draws=True,
    counts_from=30,
)
DARK_JUNQI: Game[Action, DarkView] = hidden_game(INFO, view, notation, view.SEEING, notation.SCRIPT)
