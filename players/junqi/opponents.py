"""The computer players of Junqi's three games, and what belongs to them."""

from __future__ import annotations

from ..opponent import Opponent
from .dark import DARK_PLAYER
from .flip.greedy import greedy as flip_greedy
from .flip.player import FLIP_PLAYER
from .four import FOUR_PLAYER
from .plain import dark_greedy, four_greedy

DARK_JUNQI = Opponent(
    game="junqi-dark",
    player=DARK_PLAYER,
    greedy=dark_greedy,
)
FLIP_JUNQI = Opponent(game="junqi-flip", player=FLIP_PLAYER, greedy=flip_greedy)
FOUR_JUNQI = Opponent(game="junqi-four", player=FOUR_PLAYER, greedy=four_greedy)
