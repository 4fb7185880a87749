"""Four-player Junqi: its public half, every question that a view can answer."""

from dataclasses import replace

from ...core import Game, Info
from ..hidden import Action
from ..hidden_game import hidden_game
from ..options import FOUR
from . import notation, view
from .board import TEAMS
from .view import FourView

INFO = Info(
    id="junqi-four",
    version=2,
    seats=4,
    variants=tuple(notation.VARIANTS),
    designer="traditional",
    source="platform rules for four players, two against two",
    options={key: option.values for key, option in FOUR.items()},
    secrets=True,
    private=True,
    host_first=True,
    teams=TEAMS,
    lapses=True,
    last_only=True,
    free_draws=True,
    counts_from=30,
)
FOUR_JUNQI: Game[Action, FourView] = replace(
    hidden_game(INFO, view, notation, view.SEEING, notation.SCRIPT), confers=notation.confers
)
