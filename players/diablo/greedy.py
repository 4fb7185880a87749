"""A simple player of Diablo: every action takes the tallest stack it can, and hangs the least."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.core import Code, OutOfTurn
from games.diablo.board import Sign, side
from games.diablo.notation import parse
from games.diablo.position import REMOVING, Position, Stage
from games.diablo.view import DiabloView, preview
from games.submission import unfinished

from ..core import Budget, Choice
from .stacks import Field, Stacks, Step, after, field, removals, stacks, steps, union


def greedy(view: DiabloView, past: Sequence[DiabloView], budget: Budget, seed: int) -> Choice:
    """One action after another: win, else take the most, else merge, and leave least to take."""
    if not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    rng, done = Random(seed), []
    while True:
        done.append(_action(view.position, rng))
        view = preview(view, parse(view, done[-1]))
        if not unfinished(view):
            return Choice(" ".join(done), 0.5)


def _action(position: Position, rng: Random) -> str:
    table = field(position.size)
    now = stacks(position.size, position.board, side(position.mover))
    if position.stage in REMOVING:
        options = removals(now)
    else:
        empties = position.stage is not Stage.ACTION2_MC
        options = [
            step
            for die in dict.fromkeys(position.left)
            for step in steps(table, now, die, table.squares, empties)
        ]
    first = min(map(_order, options))
    best = [step for step in options if _order(step) == first]
    rng.shuffle(best)
    return table.text(min(best, key=lambda step: _hanging(table, after(now, step))))


def _order(step: Step) -> int:
    """Captures by what they take, then merges, then the rest."""
    if step.sign is Sign.TAKE:
        return -step.onto
    return 0 if step.sign is Sign.MERGE else 1


def _hanging(table: Field, then: Stacks) -> int:
    """The height of the tallest own stack that some die lets the other take."""
    tallest = 0
    for height, mask in then.own.items():
        power = union({tall: there for tall, there in then.enemy.items() if tall >= height})
        for die in table.faces:
            up = die * table.width
            if mask & (power << die | power >> die | power << up | power >> up):
                tallest = max(tallest, height)
                break
    return tallest
