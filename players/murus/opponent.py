"""The computer player of Murus Gallicus, and what belongs to it."""

from ..opponent import Opponent
from .greedy import greedy
from .player import MURUS_PLAYER

MURUS = Opponent(
    game="murus",
    player=MURUS_PLAYER,
    greedy=greedy,
    opening=4,
)
