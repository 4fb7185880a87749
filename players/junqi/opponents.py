"""The computer players of Junqi's three games, and what belongs to them. That of the game for four
takes any seat, whoever its partner is."""

from games.junqi.dark.board import GROUND as DARK
from games.junqi.dark.view import DarkView
from games.junqi.four.board import GROUND as FOUR
from games.junqi.four.view import FourView

from ..core import Budget, Opponent, Player
from .flip.greedy import greedy as flip_greedy
from .flip.player import FLIP_PLAYER
from .outlook import Style
from .plain import dark_greedy, four_greedy
from .turns import chooser

DARK_STYLE = Style(soon=0.4, march=2.0, playouts=True)
FOUR_STYLE = Style(attacks=2, quiet=False, answers=6, share=0.5, marching=0.25)
"""Enemies' quiet moves are not thought of: there are two enemies and a partner in between, and the
nodes are better spent on more moves of ours."""
DARK_PLAYER: Player[DarkView] = Player(
    6,
    (Budget(5, 0.3), Budget(20, 0.11), Budget(60, 0.035), Budget(600, 0.015), Budget(36_000)),
    *chooser(DARK, DARK_STYLE),
    (0.0, 0.01, 0.06, 0.14, 0.24, 0.35, 0.49, 0.61, 0.71, 0.75, 0.8, 0.84, 1.0),
)
"""The curve is from 500 games of levels 2 and 3 and 100 of 4 and 5. Since games are played on, 60
of level 4 and 27 of 5 have agreed with it, while 60 of level 3 scored nearer to a half."""
FOUR_PLAYER: Player[FourView] = Player(
    9,
    (Budget(5, 0.2), Budget(20, 0.1), Budget(60, 0.022), Budget(1300, 0.012), Budget(2500)),
    *chooser(FOUR, FOUR_STYLE),
    (0.0, 0.09, 0.16, 0.29, 0.32, 0.42, 0.5, 0.54, 0.66, 0.72, 0.87, 0.9, 1.0),
)
"""The curve is between what 500 games of levels 2 and 3 say and what 100 of 4 and 5 do."""
DARK_JUNQI = Opponent("junqi-dark", DARK_PLAYER, dark_greedy, middle=range(20, 60, 8))
FLIP_JUNQI = Opponent("junqi-flip", FLIP_PLAYER, flip_greedy, middle=range(60, 100, 8))
FOUR_JUNQI = Opponent("junqi-four", FOUR_PLAYER, four_greedy, middle=range(20, 60, 8))
