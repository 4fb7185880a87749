"""The computer player of four-player Junqi, which takes any seat, whoever its partner is."""

from __future__ import annotations

from games.junqi.four.board import GROUND
from games.junqi.four.view import FourView

from ..core import Budget, Player
from .outlook import Style
from .turns import chooser

LEVELS = (Budget(5, 0.2), Budget(20, 0.1), Budget(60, 0.035), Budget(65, 0.009), Budget(70))
STYLE = Style(marching=0.25)
choose, judge = chooser(GROUND, STYLE)
FOUR_PLAYER: Player[FourView] = Player(version=7, levels=LEVELS, choose=choose, judge=judge)
