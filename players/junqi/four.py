"""The computer player of four-player Junqi, which takes any seat, whoever its partner is."""

from __future__ import annotations

from games.junqi.four.board import GROUND
from games.junqi.four.view import FourView

from ..core import Budget, Player
from .outlook import Style
from .turns import chooser

LEVELS = (Budget(5, 0.2), Budget(20, 0.1), Budget(60, 0.022), Budget(1300, 0.012), Budget(2500))
STYLE = Style(attacks=2, quiet=False, answers=6, share=0.5, marching=0.25)
"""Enemies' quiet moves are not thought of: there are two enemies and a partner in between, and the
nodes are better spent on more moves of ours."""
choose, judge = chooser(GROUND, STYLE)
CURVE = (0.0, 0.07, 0.16, 0.25, 0.32, 0.42, 0.48, 0.59, 0.68, 0.79, 0.88, 0.93, 1.0)
"""From 215 games of levels 2 and 3; 285 more agreed."""
FOUR_PLAYER: Player[FourView] = Player(
    version=8, levels=LEVELS, choose=choose, judge=judge, curve=CURVE
)
