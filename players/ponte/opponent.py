"""The computer player of Ponte del Diavolo, and what belongs to it."""

from ..opponent import Opponent
from .greedy import greedy
from .player import PONTE_PLAYER

PONTE = Opponent(
    game="ponte",
    player=PONTE_PLAYER,
    greedy=greedy,
    middle=range(6, 16, 2),
    opening=2,
)
