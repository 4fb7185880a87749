"""The share of each kind of piece on each point, counted over layouts, not games."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from games.junqi import layout
from games.junqi.pieces import CODES, SET

LIKE_A_PRESET = 0.6
"""The share of layouts taken to be presets that a player changed; the rest are any at all."""


def tune(layouts: int, seed: int) -> tuple[list[list[float]], Mapping[str, Any]]:
    """Return the share of each kind on each of the 25 points, over `layouts` of either sort."""
    rng = Random(seed)
    counts = [[0.0] * len(CODES) for _ in SET]
    sorts = ((layout.varied, LIKE_A_PRESET), (layout.chosen, 1 - LIKE_A_PRESET))
    for _ in range(layouts):
        for made, share in sorts:
            for place, code in enumerate(made(rng.randrange)):
                counts[place][CODES.index(code)] += share
    table = [[round(count / layouts, 4) for count in row] for row in counts]
    return table, {"layouts": 2 * layouts, "like a preset": LIKE_A_PRESET}
