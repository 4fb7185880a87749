"""The computer player of Diablo, and what belongs to it."""

from __future__ import annotations

from pathlib import Path

from ..opponent import Opponent, Tuner
from .greedy import greedy
from .player import DIABLO_PLAYER
from .tune import PARTS, tune

DIABLO = Opponent(
    game="diablo",
    player=DIABLO_PLAYER,
    greedy=greedy,
    tuner=Tuner(Path(__file__).parent / "weights.json", PARTS, 300, tune),
)
