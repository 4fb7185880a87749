"""A simple player of Diablo: the turn that takes the most, and of equal ones hangs the least."""

from collections.abc import Iterator, Sequence
from random import Random

from games.core import Code, OutOfTurn
from games.diablo.board import Sign, side
from games.diablo.position import Position, Stage
from games.diablo.view import DiabloView

from ..core import Budget, Choice
from .board import Field, Stacks, after, checkers, field, removals, stacks, steps, union
from .search import Turn

LOOKED_AT = 200
"""At most this many of the turns that take the most are checked for danger."""


def greedy(view: DiabloView, past: Sequence[DiabloView], budget: Budget, seed: int) -> Choice:
    """Take the most checkers, and then leave the least high stack to be taken."""
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    position, rng = view.position, Random(seed)
    table = field(position.size)
    now = stacks(position.size, position.board, side(position.mover))
    turns = list(_turns(table, now, position))
    rng.shuffle(turns)
    turns.sort(key=lambda turn: -_lead(turn[1]))
    best = _lead(turns[0][1])
    equal = [turn for turn in turns[:LOOKED_AT] if _lead(turn[1]) == best]
    turn, _ = min(equal, key=lambda turn: _hanging(table, turn[1]))
    return Choice(" ".join(map(table.text, turn)), 0.5, nodes=len(equal))


def _lead(then: Stacks) -> int:
    if not then.enemy:
        return 10_000
    return checkers(then.own) - checkers(then.enemy) if then.own else -10_000


def _hanging(table: Field, then: Stacks) -> int:
    """Return the height of the tallest own stack that some die lets the other take."""
    tallest = 0
    for height, mask in then.own.items():
        power = union({tall: there for tall, there in then.enemy.items() if tall >= height})
        for die in table.faces:
            up = die * table.width
            if mask & (power << die | power >> die | power << up | power >> up):
                tallest = max(tallest, height)
                break
    return tallest


def _turns(table: Field, now: Stacks, position: Position) -> Iterator[tuple[Turn, Stacks]]:
    """Give turns by first actions, each with every second one that takes the most."""
    stage, dice = position.stage, position.left
    if stage is Stage.REMOVE2:
        first = min(removals(now))
        yield from (((first, *turn), then) for turn, then in _last(table, after(now, first), None))
        return
    if stage is Stage.REMOVE1:
        yield from _last(table, now, None)
        return
    for n, die in enumerate(dice):
        for step in steps(table, now, die, table.squares, stage is not Stage.ACTION2_MC):
            then = after(now, step)
            if len(dice) == 1 or stage is Stage.FIRST or not then.enemy:
                yield (step,), then
                continue
            rest = dice[1 - n]
            for turn, last in _last(table, then, rest, step.sign is Sign.GO):
                yield (step, *turn), last


def _last(
    table: Field, now: Stacks, die: int | None, gone: bool = False
) -> Iterator[tuple[Turn, Stacks]]:
    """Give the last actions of a turn that take the most; without any, removals."""
    options = steps(table, now, die, table.squares, not gone) if die else []
    if options:
        most = max(step.onto if step.sign is Sign.TAKE else 0 for step in options)
        options = [s for s in options if (s.onto if s.sign is Sign.TAKE else 0) == most]
    for step in options or removals(now):
        yield (step,), after(now, step)
