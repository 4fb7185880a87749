"""The computer players of Junqi's three games, and what belongs to them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..opponent import Opponent, Tuner
from .dark import DARK_PLAYER
from .flip.greedy import greedy as flip_greedy
from .flip.player import FLIP_PLAYER
from .four import FOUR_PLAYER
from .plain import dark_greedy, four_greedy
from .tune import tune


def _tuned(part: str, layouts: int, seed: int) -> tuple[Any, Mapping[str, Any]]:
    return tune(layouts, seed)


DARK_JUNQI = Opponent(
    game="junqi-dark",
    player=DARK_PLAYER,
    greedy=dark_greedy,
    tuner=Tuner(Path(__file__).parent / "weights.json", ("layouts",), 1000, _tuned),
)
FLIP_JUNQI = Opponent(game="junqi-flip", player=FLIP_PLAYER, greedy=flip_greedy)
FOUR_JUNQI = Opponent(game="junqi-four", player=FOUR_PLAYER, greedy=four_greedy)
