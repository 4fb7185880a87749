"""The computer player of Diablo, and what belongs to it."""

from ..opponent import Opponent
from .greedy import greedy
from .player import DIABLO_PLAYER

DIABLO = Opponent(
    game="diablo",
    player=DIABLO_PLAYER,
    greedy=greedy,
)
