"""The computer player of Murus Gallicus, and what belongs to it."""

from __future__ import annotations

from pathlib import Path

from ..opponent import Opponent, Tuner
from .greedy import greedy
from .player import MURUS_PLAYER
from .tune import PARTS, tune

MURUS = Opponent(
    game="murus",
    player=MURUS_PLAYER,
    greedy=greedy,
    opening=4,
    tuner=Tuner(Path(__file__).parent / "weights.json", PARTS, 600, tune),
)
