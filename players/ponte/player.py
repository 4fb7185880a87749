"""Plays Ponte del Diavolo: the turns that promise most, valued with care; the end exactly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from games.core import Code, OutOfTurn
from games.ponte.turns import may_swap
from games.ponte.view import PonteView

from ..core import Budget, Choice, Player
from ..fit import nearest
from .sea import placed
from .search import SWAP, Thought, Turn, bits, seconds, state
from .value import chance, logit

WEIGHTS = Path(__file__).with_name("weights.json")
LEVELS = (
    Budget(100, 0.5),
    Budget(120, 0.3),
    Budget(200, 0.18),
    Budget(400, 0.08),
    Budget(1200),
)
MOST = 300
"""The pairs of tiles that are looked at, at most; more find next to nothing better."""


def choose(view: PonteView, past: Sequence[PonteView], budget: Budget, seed: int) -> Choice:
    """The turn to take, or the second tile of one that has begun."""
    return _choices(view, budget, Random(seed))[0]


def judge(view: PonteView, past: Sequence[PonteView], budget: Budget) -> Sequence[Choice]:
    """The best turns, the best first."""
    return _choices(view, budget, Random(0))


def _choices(view: PonteView, budget: Budget, rng: Random) -> list[Choice]:
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    position = view.position
    now, scales = state(position), nearest(WEIGHTS, position.variant.size)
    doubt = partial(rng.gauss, 0, budget.noise) if budget.noise else float
    thought = Thought(scales, budget.nodes, doubt)
    opening = position.variant.pie and position.number == 0
    if position.half is not None:
        first = now.table.bit(position.half)
        found = [
            Turn(thought.value(now, placed(now.sea, now.mover, first | bit)), now.table.name(bit))
            for bit in bits(seconds(now, first))
        ]
    else:
        found = thought.turns(now, max(4, min(MOST, budget.nodes // 4)))
    if opening and position.half is None:
        # The other chooses the colour: the fairest pair is the best.
        found = [Turn(min(turn.value, 1 - turn.value), turn.text) for turn in found]
    if may_swap(position):
        light = chance(logit(now.table, now.sea, 1 - now.mover, scales))
        found.append(Turn(light, SWAP))
    ranked = sorted(found, key=lambda turn: -turn.value)
    nodes = budget.nodes - max(0, thought.left)
    return [
        Choice(turn.text, min(1.0, max(0.0, turn.value)), (turn.text,), nodes) for turn in ranked
    ]


PONTE_PLAYER: Player[PonteView] = Player(1, LEVELS, choose, judge)
