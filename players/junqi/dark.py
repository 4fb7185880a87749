"""The computer player of dark Junqi."""

from games.junqi.dark.board import GROUND
from games.junqi.dark.view import DarkView

from ..core import Budget, Player
from .outlook import Style
from .turns import chooser

LEVELS = (Budget(5, 0.3), Budget(20, 0.11), Budget(60, 0.035), Budget(600, 0.015), Budget(1500))
STYLE = Style(soon=0.4, march=2.0)
choose, judge = chooser(GROUND, STYLE)
CURVE = (0.0, 0.01, 0.06, 0.14, 0.24, 0.35, 0.49, 0.61, 0.71, 0.75, 0.8, 0.84, 1.0)
"""From 500 games of levels 2 and 3 and 100 of 4 and 5."""
DARK_PLAYER: Player[DarkView] = Player(
    version=5, levels=LEVELS, choose=choose, judge=judge, curve=CURVE
)
