"""The computer player of four-player Junqi, which takes any seat, whoever its partner is."""

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
CURVE = (0.0, 0.09, 0.16, 0.29, 0.32, 0.42, 0.5, 0.54, 0.66, 0.72, 0.87, 0.9, 1.0)
"""Between what 500 games of levels 2 and 3 say and what 100 of 4 and 5 do."""
FOUR_PLAYER: Player[FourView] = Player(
    version=9, levels=LEVELS, choose=choose, judge=judge, curve=CURVE
)
