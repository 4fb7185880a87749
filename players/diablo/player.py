"""A player of Diablo: the best turns at a glance, then what the other's best replies leave of them,
and so on where few stacks are left."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeAlias

from games.core import Code, OutOfTurn
from games.diablo.board import Sign, side
from games.diablo.position import Position, Stage
from games.diablo.view import DiabloView

from ..core import Budget, Choice, Opponent, Player
from ..exact import error, expected
from ..weights import nearest
from .board import Field, Stacks, after, field, removals, stacks, steps, union
from .greedy import greedy
from .search import Breadth, Thought, Turn, Whole, glance

WEIGHTS = Path(__file__).with_name("weights.json")
LEVELS = (Budget(60, 0.88), Budget(200, 0.23), Budget(330, 0.09), Budget(620, 0.025), Budget(28000))
LARGE = 10
"""From this size of board on the levels err less, since there their errors cost more."""
ON_LARGE = (Budget(60, 0.7), Budget(200, 0.15), Budget(330, 0.07), Budget(620, 0.02), Budget(28000))
DEEP = 1500
"""From this many nodes on the replies are looked at."""
REPLY = Breadth(singles=60, pairs=8, firsts=3, strikes=8)
STAGES = (40, 16, 8)
"""The most turns that are followed to the replies, to the turns after these, and so on: the best,
as far as the nodes are likely to suffice."""
FEWEST = 3
"""The fewest that are worth it, if there are as many."""
LATER = 0.75
"""The share of the nodes that is kept for what comes after the replies, if it suffices for that."""
Rating: TypeAlias = list[tuple[float, Whole]]
"""Turns and their expected scores."""


def choose(view: DiabloView, past: Sequence[DiabloView], budget: Budget, seed: int) -> Choice:
    """Return the turn to take, or the rest of one that has begun."""
    return _choices(view, budget, Random(seed))[0]


def judge(view: DiabloView, past: Sequence[DiabloView], nodes: int) -> Sequence[Choice]:
    return _choices(view, Budget(nodes), Random(0))


def _choices(view: DiabloView, budget: Budget, rng: Random) -> list[Choice]:
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    position = view.position
    table = field(position.size)
    doubt = partial(error, rng, budget.noise) if budget.noise else float
    thought = Thought(table, nearest(WEIGHTS, position.size), budget.nodes, doubt)
    rated = _rate(thought, position, budget.nodes)
    nodes = budget.nodes - thought.left
    return [
        Choice(text, min(1.0, max(0.0, value)), (text,), nodes)
        for value, turn in rated
        for text in (" ".join(map(table.text, turn)),)
    ]


def _rate(thought: Thought, position: Position, nodes: int) -> list[tuple[float, Turn]]:
    now = stacks(position.size, position.board, side(position.mover))
    if won := _win(thought.table, now, position):
        return [(1.0, won)]
    turns = _distinct(_wholes(thought, now, position))
    rated = _best([(expected(whole.logit), whole) for whole in turns])
    if nodes >= DEEP and len(rated) > 1:
        rated = _deepen(thought, rated)
    return [(value, whole.turn) for value, whole in rated]


def _deepen(thought: Thought, rated: Rating) -> Rating:
    """Rate turns by what the best replies leave of them, and what is answered, and so on, as far as
    the nodes are likely to suffice."""
    doubt, thought.doubt = thought.doubt, float
    faces = len(thought.table.faces)
    rolls = faces * (faces + 1) // 2
    likely, kept = 0, int(LATER * thought.left)
    for further, most in enumerate(STAGES):
        few = min(FEWEST, len(rated))
        if further:
            most = min(most, thought.left // likely)
        if most < few:
            break
        before = thought.left
        deep: Rating = []
        for _, whole in rated[:most]:
            if len(deep) >= few and thought.left < kept and thought.left // likely >= few:
                break
            hope = thought.hope(whole.then, REPLY, further)
            if hope is None:
                break
            deep.append((hope + doubt(), whole))
            likely = rolls * (before - thought.left) // len(deep) + 1
        if len(deep) < few:
            break
        rated, kept = _best(deep), 0
    return rated


def _best(rated: Rating) -> Rating:
    return sorted(rated, key=lambda each: each[0], reverse=True)


def _wholes(thought: Thought, now: Stacks, position: Position) -> list[Whole]:
    """List the turns worth a look, or the actions that end this one."""
    match position.stage:
        case Stage.ACTION1 | Stage.REMOVE2:
            one, other = position.dice
            return thought.whole(now, (one, other), glance(thought.left))
        case Stage.REMOVE1:
            options = [Whole(0.0, (step,), after(now, step)) for step in removals(now)]
        case _:
            empties = position.stage is not Stage.ACTION2_MC
            options = [
                Whole(0.0, (step,), after(now, step))
                for die in dict.fromkeys(position.left)
                for step in steps(thought.table, now, die, thought.table.squares, empties)
            ]
    valued = ((thought.logit(whole.then), whole) for whole in options)
    return [
        Whole(-100.0 if good is None else good, whole.turn, whole.then) for good, whole in valued
    ]


def _win(table: Field, now: Stacks, position: Position) -> Turn | None:
    actions = 1 if position.stage is Stage.FIRST else len(position.left)
    if union(now.enemy).bit_count() > actions:
        return None
    wins = _wins(table, now, position.left, position.stage is Stage.ACTION2_MC)
    return next((turn for turn in wins if len(turn) <= actions), None)


def _wins(table: Field, now: Stacks, dice: tuple[int, ...], gone: bool) -> Iterator[Turn]:
    for n, die in enumerate(dice):
        for step in steps(table, now, die, table.squares, not gone):
            then = after(now, step)
            if not then.enemy:
                yield (step,)
            elif len(dice) == 2 and union(then.enemy).bit_count() == 1:
                rest = dice[:n] + dice[n + 1 :]
                for turn in _wins(table, then, rest, step.sign is Sign.GO):
                    yield (step, *turn)


def _distinct(turns: list[Whole]) -> list[Whole]:
    boards = {
        (tuple(sorted(turn.then.own.items())), tuple(sorted(turn.then.enemy.items()))): turn
        for turn in reversed(turns)
    }
    return list(reversed(boards.values()))


CURVE = (0.0, 0.01, 0.09, 0.2, 0.29, 0.38, 0.47, 0.56, 0.66, 0.76, 0.88, 0.98, 1.0)
"""Within the bounds of 500 games of levels 2 and 3; stronger players win more of what is better."""
DIABLO_PLAYER: Player[DiabloView] = Player(
    version=8,
    levels=LEVELS,
    choose=choose,
    judge=judge,
    curve=CURVE,
    apart=lambda view: ON_LARGE if view.position.size >= LARGE else LEVELS,
)
DIABLO = Opponent("diablo", DIABLO_PLAYER, greedy)
