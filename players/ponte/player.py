"""A player of Ponte del Diavolo: the turns that promise most, and what the best replies leave."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from games.core import Code, OutOfTurn
from games.ponte.turns import may_swap
from games.ponte.view import PonteView

from ..core import Budget, Choice, Player
from ..exact import error
from ..fit import nearest
from .board import placed
from .search import SWAP, State, Thought, Turn, bits, seconds, state

WEIGHTS = Path(__file__).with_name("weights.json")
LEVELS = (Budget(120, 0.4), Budget(200, 0.2), Budget(240, 0.1), Budget(600, 0.02), Budget(2400))
DEEP = 2000
"""From this many nodes on the replies are looked at."""
CANDIDATES, REPLIES = 12, 40
"""The most turns whose replies are looked at, and the most pairs of tiles among those."""
MOST = 300
"""The most pairs of tiles that are looked at; more find next to nothing better. It is also what
single tiles and bridges take, so that only nodes beyond it are all for pairs."""


def choose(view: PonteView, past: Sequence[PonteView], budget: Budget, seed: int) -> Choice:
    """Return the turn to take, or the second tile of one that has begun."""
    return _choices(view, budget, Random(seed))[0]


def judge(view: PonteView, past: Sequence[PonteView], nodes: int) -> Sequence[Choice]:
    """Return the best turns in order."""
    return _choices(view, Budget(nodes), Random(0))


def _choices(view: PonteView, budget: Budget, rng: Random) -> list[Choice]:
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    position = view.position
    now, scales = state(position), nearest(WEIGHTS, position.variant.size)
    doubt = partial(error, rng, budget.noise) if budget.noise else float
    thought = Thought(now.table, scales, budget.nodes, doubt)
    opening = position.variant.pie and position.number == 0
    if position.half is not None:
        first = now.table.bit(position.half)
        turns = [
            Turn(thought.value(now, placed(now.sea, now.mover, first | bit)), now.table.name(bit))
            for bit in bits(seconds(now, first))
        ]
    else:
        breadth = max(4, budget.nodes // 4, budget.nodes - MOST)
        turns = thought.turns(now, min(MOST, breadth))
    ranked = _ranked(turns, opening)
    if budget.nodes >= DEEP and position.half is None and not now.final:
        ranked = _ranked(_answered(thought, now, ranked), opening)
    if may_swap(position):
        # The colour that swaps leaves these turns to the other.
        ranked = _ranked([*ranked, Turn(1 - ranked[0].value, SWAP)], opening)
    nodes = budget.nodes - max(0, thought.left)
    return [
        Choice(turn.text, min(1.0, max(0.0, turn.value)), (turn.text,), nodes) for turn in ranked
    ]


def _ranked(turns: list[Turn], opening: bool) -> list[Turn]:
    """Put the best first; of openings the fairest, since the other chooses the colour."""
    if opening:
        turns = [turn._replace(value=min(turn.value, 1 - turn.value)) for turn in turns]
    return sorted(turns, key=lambda turn: -turn.value)


def _answered(thought: Thought, now: State, ranked: list[Turn]) -> list[Turn]:
    """Value the turns that promise most by what the best reply leaves of them."""
    deep: list[Turn] = []
    doubt, thought.doubt = thought.doubt, float
    for turn in ranked[:CANDIDATES]:
        good = thought.answered(now, turn, REPLIES)
        if good is None:
            break
        deep.append(turn._replace(value=good + doubt()))
    return deep if len(deep) > 2 else ranked


PONTE_PLAYER: Player[PonteView] = Player(7, LEVELS, choose, judge)
