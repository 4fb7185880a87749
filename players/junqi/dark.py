"""The computer player of dark Junqi."""

from __future__ import annotations

from games.junqi.dark.board import GROUND
from games.junqi.dark.view import DarkView

from ..core import Budget, Player
from .outlook import Style
from .turns import chooser

LEVELS = (Budget(5, 0.3), Budget(20, 0.11), Budget(60, 0.035), Budget(600, 0.015), Budget(1500))
STYLE = Style(soon=0.4, march=2.0)
choose, judge = chooser(GROUND, STYLE)
CURVE = (0.0, 0.002, 0.02, 0.14, 0.26, 0.38, 0.5, 0.59, 0.67, 0.77, 0.84, 0.984, 1.0)
"""From 270 games of levels 2 and 3."""
DARK_PLAYER: Player[DarkView] = Player(
    version=4, levels=LEVELS, choose=choose, judge=judge, curve=CURVE
)
