"""A player of Ponte del Diavolo: the turns that promise most, and what the best replies leave."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random

from games.core import Code, OutOfTurn
from games.grid import bits
from games.ponte.turns import may_swap
from games.ponte.view import PonteView

from ..core import Budget, Choice, Opponent, Player
from ..exact import error
from ..weights import nearest
from .board import with_tiles
from .endgame import Endgame, Unsolved, open_squares
from .greedy import greedy
from .search import SWAP, State, Thought, Turn, seconds, state

WEIGHTS = Path(__file__).with_name("weights.json")
LEVELS = (
    Budget(120, 0.32),
    Budget(220, 0.13),
    Budget(600, 0.03),
    Budget(2400, 0.01),
    Budget(12000),
)
DEPTHS: tuple[tuple[int, int, tuple[int, ...]], ...] = ((2000, 12, ()), (8000, 8, (5, 4)))
"""Nodes from which on turns are followed up, the number of turns, and the beam: without one each
is followed to the best reply, else by this many replies and then this many answers."""
EXACT = 8000
"""From this many nodes on it tries to look at all that may follow."""
FEW = 20
"""The most squares to be left for that."""
MOST = 300
"""The most pairs of tiles that are looked at; more find next to nothing better. It is also what
single tiles and bridges take, so that only nodes beyond it are all for pairs."""


def choose(view: PonteView, past: Sequence[PonteView], budget: Budget, seed: int) -> Choice:
    """Return the turn to take, or the second tile of one that has begun."""
    return _choices(view, budget, Random(seed), alike=False)[0]


def judge(view: PonteView, past: Sequence[PonteView], nodes: int) -> Sequence[Choice]:
    return _choices(view, Budget(nodes), Random(0), alike=True)


def _choices(view: PonteView, budget: Budget, rng: Random, *, alike: bool) -> list[Choice]:
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
            Turn(
                thought.value(now, with_tiles(now.sea, now.mover, first | bit)), now.table.name(bit)
            )
            for bit in bits(seconds(now, first))
        ]
        ranked = _rank(turns, opening)
    else:
        ranked = _whole(thought, now, budget, opening=opening, alike=alike)
    if may_swap(position):
        # The colour that swaps leaves these turns to the other.
        ranked = _rank([*ranked, Turn(1 - ranked[0].value, SWAP)], opening)
    nodes = budget.nodes - max(0, thought.left)
    return [
        Choice(turn.text, min(1.0, max(0.0, turn.value)), (turn.text,), nodes) for turn in ranked
    ]


def _whole(
    thought: Thought, now: State, budget: Budget, *, opening: bool, alike: bool
) -> list[Turn]:
    breadth = max(4, budget.nodes // 4, budget.nodes - MOST)
    ranked = _rank(thought.turns(now, min(MOST, breadth)), opening)
    precise = alike or opening or budget.noise > 0
    for least, width, beam in DEPTHS:
        if budget.nodes >= least and not now.final:
            ranked = _rank(_follow(thought, now, ranked[:width], beam, precise), opening)
    return _solve(thought, now, ranked, alike) if budget.nodes >= EXACT else ranked


def _rank(turns: list[Turn], opening: bool) -> list[Turn]:
    """Put the best first; of openings the fairest, since the other chooses the colour."""
    if opening:
        turns = [turn._replace(value=min(turn.value, 1 - turn.value)) for turn in turns]
    return sorted(turns, key=lambda turn: -turn.value)


def _follow(
    thought: Thought, now: State, ranked: list[Turn], beam: Sequence[int], precise: bool
) -> list[Turn]:
    """Value the turns that promise most by what the best replies leave of them; the worse ones
    only as far as it takes to see that they are, unless all are wanted to be `precise`."""
    deep: list[Turn] = []
    doubt, thought.doubt, best = thought.doubt, float, 0.0
    for turn in ranked:
        good = thought.value_by_reply(now, turn, beam, best)
        if good is None:
            break
        best = 0.0 if precise else max(best, good)
        deep.append(turn._replace(value=good + doubt()))
    thought.doubt = doubt
    return deep if len(deep) > min(2, len(ranked) - 1) else ranked


def _solve(thought: Thought, now: State, ranked: list[Turn], alike: bool) -> list[Turn]:
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
    return _rank([*(Turn(value, text) for text, value in sure.items()), *unsure], opening=False)


PONTE_PLAYER: Player[PonteView] = Player(9, LEVELS, choose, judge)
PONTE = Opponent("ponte", PONTE_PLAYER, greedy, opening=2, middle=range(6, 16, 2))
