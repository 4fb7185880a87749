"""The computer player of Ponte del Diavolo, and what belongs to it."""

from __future__ import annotations

from pathlib import Path

from ..opponent import Opponent, Tuner
from .greedy import greedy
from .player import PONTE_PLAYER
from .tune import PARTS, tune

PONTE = Opponent(
    game="ponte",
    player=PONTE_PLAYER,
    greedy=greedy,
    opening=2,
    tuner=Tuner(Path(__file__).parent / "weights.json", PARTS, 120, tune),
)
