"""Layouts as people set them up: how often each kind stands on each point, and more of the kind.

The counts in `layouts.json` are of games of four. Dark Junqi has the same pieces, the same half and
the same rules of setting up, so it takes from them what stands around the flag and in which row.
It does not take the side that flags stand on: that may come from the neighbours at a table of four,
and the text of a layout does not tell the left of both players at a board for two.
"""

import json
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from games.junqi import layout
from games.junqi.board_shape import Ground
from games.junqi.pieces import CODES, SET

Table: TypeAlias = Sequence[Sequence[float]]
"""A number for every kind on every point of a layout, in the order of a layout's text."""
Pair: TypeAlias = tuple[int, int, int, int]
"""A point with its kind, and another point with its kind."""

COUNTED: dict[str, Any] = json.loads((Path(__file__).parent / "layouts.json").read_text("utf-8"))
COUNTS: Sequence[Sequence[int]] = COUNTED["counts"]
"""The layouts of people that hold each kind on each point, the flag in the left headquarters."""
LAYOUTS: int = COUNTED["layouts"]
PAIRS: Sequence[Pair] = [
    (at, CODES.index(kind), other, CODES.index(beside))
    for at, kind, other, beside, *_ in COUNTED["pairs"]
]
"""The pairs of pieces that people put together most beyond chance."""
UNSEEN = 0.5
"""The layouts that a kind counts more on a point where it may stand, for those not yet seen."""
FLAG_LEFT, FLAG_RIGHT = layout.FLAG_ROOM
EXCHANGES = 1000
"""The exchanges after which a layout no longer tells which one it was made from."""


def left_flag_odds(ground: Ground) -> float:
    """Return how likely a flag is to stand in the left headquarters."""
    share: float = COUNTED["left"]
    return share if len(ground.homes) > 2 else 0.5


def _shares() -> Table:
    table = []
    for at, counts in enumerate(COUNTS):
        row = [
            0.0 if any(layout.misfits(code, at)) else count + UNSEEN
            for code, count in zip(CODES, counts, strict=True)
        ]
        if at in layout.FLAG_ROOM:
            row[-1] = 0.0 if at == FLAG_RIGHT else 1.0
        if at == FLAG_LEFT:
            row[:-1] = [0.0] * (len(CODES) - 1)
        total = LAYOUTS + UNSEEN * sum(share > 0 for share in row)
        table.append(tuple(share if at == FLAG_LEFT else share / total for share in row))
    return table


SHARES = _shares()
"""The share of layouts with the flag on the left that hold each kind on each point."""
MIRRORED = [SHARES[at] for at in layout.MIRROR]

_PLACES = [pair for pair in combinations(range(len(SET)), 2) if FLAG_LEFT not in pair]


class Habits:
    """The weight of each kind on each point, and of some pairs of pieces: a layout is as likely as
    the product of the weights of all that it holds. Its flag stands left."""

    def __init__(self, points: Table, pairs: Sequence[float]) -> None:
        self._points = points
        self._near: list[list[list[tuple[int, int, float]]]] = [[[] for _ in CODES] for _ in SET]
        for (at, kind, other, beside), weight in zip(PAIRS, pairs, strict=True):
            self._near[at][kind].append((other, beside, weight))
            self._near[other][beside].append((at, kind, weight))

    def stir(self, held: list[int], exchanges: int, chance: Random) -> None:
        """Exchange pieces of a layout, given as the kind on each point, so that it becomes any
        layout as often as that is likely (the Metropolis algorithm)."""
        points, weight, draw = self._points, self._weight, chance.random
        for _ in range(exchanges):
            one, two = _PLACES[int(draw() * len(_PLACES))]
            here, there = held[one], held[two]
            if here == there or not points[one][there] or not points[two][here]:
                continue
            before = weight(held, one, two) * weight(held, two)
            held[one], held[two] = there, here
            if draw() * before >= weight(held, one, two) * weight(held, two):
                held[one], held[two] = here, there

    def _weight(self, held: list[int], at: int, without: int | None = None) -> float:
        """Weigh the piece on a point among all others, or without one of them."""
        kind = held[at]
        product = self._points[at][kind]
        for other, beside, weight in self._near[at][kind]:
            if held[other] == beside and other != without:
                product *= weight
        return product


def any_layout(chance: Random) -> list[int]:
    """Return the kind on each point of a layout of any sort, its flag on the left."""
    codes = layout.random_layout(chance.randrange)
    if codes[FLAG_LEFT] != CODES[-1]:
        codes = layout.mirrored(codes)
    return list(map(CODES.index, codes))


_WEIGHTS = json.loads((Path(__file__).parent / "weights.json").read_text("utf-8"))["weights"]
HABITS = Habits(**_WEIGHTS["layouts"])
"""The habits of people, as `tune.py` fitted them."""


def draw_layout(chance: Random, on_the_left: float) -> str:
    """Draw a layout such as people set up; `on_the_left` is how likely its flag is to stand there.
    Returns its 25 codes."""
    held = any_layout(chance)
    HABITS.stir(held, EXCHANGES, chance)
    codes = "".join(CODES[kind] for kind in held)
    return codes if chance.random() < on_the_left else layout.mirrored(codes)
