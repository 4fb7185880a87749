"""A player of Ponte del Diavolo: the turns that promise most, and what the best replies leave."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from games.core import Code, OutOfTurn
from games.grid import bits
from games.ponte.turns import may_swap
from games.ponte.view import PonteView

from ..core import Budget, Choice, Opponent, Player
from ..exact import error
from ..weights import nearest
from .endgame import Endgame, Unsolved, open_squares
from .greedy import greedy
from .search import SWAP, Spent, State, Thought, Turn, seconds, state

WEIGHTS = Path(__file__).with_name("weights.json")
LEVELS = (
    Budget(120, 0.32),
    Budget(220, 0.13),
    Budget(500, 0.06),
    Budget(1400, 0.015),
    Budget(8000),
)
STAGES: tuple[tuple[int, int, tuple[int, ...]], ...] = (
    (400, 60, ()),
    (1000, 24, (8, 6)),
    (16_000, 60, (14, 10)),
    (64_000, 100, (28, 20)),
)
"""Budgets from which on turns are followed up, the number of turns, and the beam: without one each
is followed to the best reply, else by this many replies and then this many answers. Every stage
goes as far as the nodes suffice."""
PRECISE = 12
"""The most turns that are followed up if all their values are wanted."""
EXACT = 5000
"""From this many nodes on it tries to look at all that may follow."""
FEW = 20
"""The most squares to be left for that."""
MOST = 300
"""The most pairs of tiles that are looked at; more find next to nothing better. It is also what
single tiles and bridges take, so that only nodes beyond it are all for pairs."""


class Rated(NamedTuple):
    """A turn as it is written, or the second half of one, with its value."""

    value: float
    text: str


def choose(view: PonteView, past: Sequence[PonteView], budget: Budget, seed: int) -> Choice:
    """Return the turn to take, or the second tile of one that has begun."""
    return _choices(view, budget, Random(seed), alike=False)[0]


def judge(view: PonteView, past: Sequence[PonteView], nodes: int) -> Sequence[Choice]:
    return _choices(view, Budget(nodes), Random(0), alike=True)


def _choices(view: PonteView, budget: Budget, rng: Random, *, alike: bool) -> list[Choice]:
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    position = view.position
    now, weights = state(position), nearest(WEIGHTS, position.variant.size)
    doubt = partial(error, rng, budget.noise) if budget.noise else float
    thought = Thought(now.table, weights, budget.nodes, doubt)
    opening = position.variant.pie and position.number == 0
    if position.half is not None:
        first = now.table.bit(position.half)
        turns = [
            Rated(thought.turn(now, first | bit).value, now.table.name(bit))
            for bit in bits(seconds(now, first))
        ]
        ranked = _rank(turns, opening)
    else:
        found = search(thought, now, budget, opening=opening, alike=alike)
        ranked = [Rated(turn.value, turn.text(now.table)) for turn in found]
        if budget.nodes >= EXACT:
            ranked = _solve(thought, now, ranked, alike)
    if may_swap(position):
        # The colour that swaps leaves these turns to the other.
        ranked = _rank([*ranked, Rated(1 - ranked[0].value, SWAP)], opening)
    nodes = budget.nodes - max(0, thought.left)
    return [
        Choice(turn.text, min(1.0, max(0.0, turn.value)), (turn.text,), nodes) for turn in ranked
    ]


def search(
    thought: Thought, now: State, budget: Budget, *, opening: bool = False, alike: bool = False
) -> list[Turn]:
    """Return turns, the best first; if all are to be valued `alike`, only such as are."""
    breadth = max(4, budget.nodes // 4, budget.nodes - MOST)
    turns = _rank(thought.turns(now, min(MOST, breadth)), opening)
    precise, done = alike or opening, len(turns)
    for least, width, beam in STAGES:
        if budget.nodes >= least and not now.final:
            wanted = turns[: PRECISE if precise else width]
            deep = _follow(thought, now, wanted, beam, precise)
            if len(deep) > min(2, len(wanted) - 1):
                done = len(deep)
                turns[:done] = _rank(deep, opening)
    return turns[:done]


def _rank(turns: Sequence[Any], opening: bool) -> list[Any]:
    """Put the best first; of openings the fairest, since the other chooses the colour."""
    if opening:
        turns = [turn._replace(value=min(turn.value, 1 - turn.value)) for turn in turns]
    return sorted(turns, key=lambda turn: -turn.value)


def _follow(
    thought: Thought, now: State, turns: list[Turn], beam: Sequence[int], precise: bool
) -> list[Turn]:
    """Value turns by what the best replies leave of them, as far as the nodes suffice; the worse
    ones only as far as it takes to see that they are, unless all are wanted to be `precise`."""
    deep: list[Turn] = []
    doubt, thought.doubt, best = thought.doubt, float, 0.0
    for turn in turns:
        error = doubt()
        try:
            good = thought.value_by_reply(now, turn, beam, max(0.0, best - error))
        except Spent:
            break
        best = 0.0 if precise else max(best, good + error)
        deep.append(turn._replace(value=good + error))
    thought.doubt = doubt
    return deep


def _solve(thought: Thought, now: State, ranked: list[Rated], alike: bool) -> list[Rated]:
    """Put certainty for the values of turns near the end, as far as the nodes suffice and until one
    wins; if all are to be valued `alike`, only where all are certain."""
    if open_squares(now).bit_count() > FEW:
        return ranked
    end = Endgame(now, thought.left)
    guessed = {turn.text: turn.value for turn in ranked}
    turns, sure = end.turns(), dict[str, float]()
    for text in sorted(turns, key=lambda text: -guessed.get(text, 0.0)):
        try:
            sure[text] = end.value(turns[text])
        except Unsolved:
            break
        if sure[text] == 1 and not alike:
            break
    thought.left = end.left
    if alike and len(sure) < len(turns):
        return ranked
    unsure = [turn for turn in ranked if turn.text not in sure]
    return _rank([*(Rated(value, text) for text, value in sure.items()), *unsure], opening=False)


PONTE_PLAYER: Player[PonteView] = Player(10, LEVELS, choose, judge)
PONTE = Opponent("ponte", PONTE_PLAYER, greedy, opening=2, middle=range(6, 16, 2))
