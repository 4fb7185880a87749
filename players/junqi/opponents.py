"""The computer players of Junqi's three games, and what belongs to them."""

from ..opponent import Opponent
from .dark import DARK_PLAYER
from .flip.greedy import greedy as flip_greedy
from .flip.player import FLIP_PLAYER
from .four import FOUR_PLAYER
from .plain import dark_greedy, four_greedy

DARK_JUNQI = Opponent("junqi-dark", DARK_PLAYER, dark_greedy, middle=range(20, 60, 8))
FLIP_JUNQI = Opponent("junqi-flip", FLIP_PLAYER, flip_greedy, middle=range(60, 100, 8))
FOUR_JUNQI = Opponent("junqi-four", FOUR_PLAYER, four_greedy, middle=range(20, 60, 8))
