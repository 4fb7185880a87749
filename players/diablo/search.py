"""Whole turns of Diablo, the likeliest to be good first, and what the other's best reply leaves.

Of the thousands of turns that a roll allows, those are looked at whose actions are good alone, and
those in which the second action lives on the first. A reply that is overlooked makes a bad turn
look good, so captures that one stack comes to in two steps are looked for too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple, TypeAlias

from games.diablo.board import Sign

from ..exact import STEEPEST, expected
from .board import Field, Stacks, Step, after, around, removals, steps, union
from .strikes import strikes
from .value import WON, Valuation, Weights

Turn: TypeAlias = tuple[Step, ...]


class Single(NamedTuple):
    """An action alone, the logit of its side after it, and the stacks then."""

    logit: float
    step: Step
    then: Stacks


class Whole(NamedTuple):
    """A whole turn likewise."""

    logit: float
    turn: Turn
    then: Stacks


@dataclass(frozen=True, slots=True)
class Breadth:
    """The limits of the search for whole turns."""

    singles: int
    """The most actions with one die that are valued."""
    pairs: int
    """The pairs of independent actions that are valued."""
    firsts: int
    """The first actions that are followed by what they make possible."""
    strikes: int = 0
    """The pairs in which one stack moves twice and takes at the end."""


def glance(nodes: int) -> Breadth:
    """Return the breadth at which a player with this many nodes looks at its own turns. It grows
    faster than the nodes do, since a board offers only a limited number of turns."""
    wide = nodes + nodes * nodes // 1200
    return Breadth(min(400, 2 + wide // 6), min(160, 4 + wide // 8), min(60, 1 + wide // 40))


class Thought:
    """One side's thinking: it counts what it looks at, never more than `nodes`. `doubt` gives the
    error in a valuation, each time anew, as an expected score."""

    def __init__(
        self, table: Field, weights: Weights, nodes: int, doubt: Callable[[], float] = float
    ) -> None:
        self.table, self.left, self.doubt = table, nodes, doubt
        self._valuation = Valuation(table, weights)

    def logit(self, stacks: Stacks) -> float | None:
        """Value the stacks for the side that acted, as a logit; None when thinking is over."""
        if self.left <= 0:
            return None
        self.left -= 1
        return self._valuation.logit(stacks) + STEEPEST * self.doubt()

    def singles(self, stacks: Stacks, die: int, breadth: int) -> list[Single]:
        """List the actions with a die, the best first."""
        options = steps(self.table, stacks, die, self.table.squares, True)
        if len(options) > breadth:
            options.sort(
                key=lambda step: (
                    -step.onto if step.sign is Sign.TAKE else step.sign is Sign.GO,
                    -step.height,
                )
            )
            del options[breadth:]
        valued = []
        for step in options:
            then = after(stacks, step)
            good = self.logit(then)
            valued.append(Single(-100.0 if good is None else good, step, then))
        valued.sort(key=_good, reverse=True)
        return valued

    def turns(
        self,
        stacks: Stacks,
        dice: tuple[int, int],
        singles: tuple[Sequence[Single], Sequence[Single]],
        breadth: Breadth,
    ) -> list[Whole]:
        """List whole turns of two actions, in no order; at least one, however few the nodes."""
        turns: list[Whole] = []
        ones, others = singles
        if not ones and not others:
            return self._bereft(stacks)
        for pair in _pairs(ones, others, dice[0] == dice[1], breadth.pairs):
            if pair[0].then.enemy:
                self._add(turns, pair[0].then, (pair[0].step,), pair[1].step)
        self._seconds(turns, ones[: breadth.firsts], others, dice[1])
        if dice[0] != dice[1]:
            self._seconds(turns, others[: breadth.firsts], ones, dice[0])
        for first, second in strikes(self.table, stacks, dice, breadth.strikes):
            self._add(turns, after(stacks, first), (first,), second)
        if not turns:
            self._any(turns, stacks, dice)
        return turns

    def _any(self, turns: list[Whole], stacks: Stacks, dice: tuple[int, int]) -> None:
        """Add turns that begin with one action or other, where the likely ones made no turn."""
        table = self.table
        for die, other in (dice, dice[::-1]):
            for step in steps(table, stacks, die, table.squares, True)[:1]:
                then = after(stacks, step)
                empties = step.sign is not Sign.GO
                seconds = steps(table, then, other, table.squares, empties) or removals(then)
                for second in seconds:
                    self._add(turns, then, (step,), second)

    def whole(self, stacks: Stacks, dice: tuple[int, int], breadth: Breadth) -> list[Whole]:
        """List whole turns with a roll, in no order."""
        one, other = dice
        ones = self.singles(stacks, one, breadth.singles)
        others = ones if one == other else self.singles(stacks, other, breadth.singles)
        return self.turns(stacks, dice, (ones, others), breadth)

    def _add(self, turns: list[Whole], stacks: Stacks, done: Turn, step: Step) -> None:
        then = after(stacks, step)
        good = self.logit(then)
        if good is not None or not turns:
            turns.append(Whole(-100.0 if good is None else good, (*done, step), then))

    def _seconds(
        self, turns: list[Whole], firsts: Sequence[Single], others: Sequence[Single], die: int
    ) -> None:
        """Add turns whose second action needs the first, or that end in a removal."""
        for _, step, then in firsts:
            if not then.enemy:
                turns.append(Whole(WON, (step,), then))
                continue
            touched = step.origin | step.target
            mine = union(then.own)
            beside = around(self.table, touched, die) & mine
            empties = step.sign is not Sign.GO
            seconds = [
                second
                for second in steps(self.table, then, die, beside | step.target, empties)
                if (second.origin | second.target) & touched
            ]
            for second in seconds:
                self._add(turns, then, (step,), second)
            if seconds or any(_apart(step, other.step) for other in others):
                continue
            if not steps(self.table, then, die, self.table.squares, empties):
                for removal in removals(then):
                    self._add(turns, then, (step,), removal)

    def _bereft(self, stacks: Stacks) -> list[Whole]:
        turns: list[Whole] = []
        for first in removals(stacks):
            then = after(stacks, first)
            if not then.own:
                return [Whole(-WON, (first,), then)]
            for second in removals(then):
                self._add(turns, then, (first,), second)
        return turns

    def hope(self, stacks: Stacks, breadth: Breadth, further: int = 0) -> float | None:
        """Return the expected score of the side that acted, over all rolls and the best replies.
        These are valued by the hope after them in turn, `further` turns ahead. None when nodes are
        short."""
        if not stacks.enemy or not stacks.own:
            return float(bool(stacks.own))
        faces, turned = self.table.faces, Stacks(stacks.enemy, stacks.own)
        singles = {die: self.singles(turned, die, breadth.singles) for die in faces}
        total = 0.0
        for face in faces:
            for other in faces[face - 1 :]:
                both = (singles[face], singles[other])
                best = max(self.turns(turned, (face, other), both, breadth), key=_good)
                if further:
                    lost = self.hope(best.then, breadth, further - 1)
                else:
                    lost = expected(best.logit)
                if lost is None or self.left <= 0:
                    return None
                total += (1 - lost) * (1 if face == other else 2)
        return total / (len(faces) * len(faces))


def _good(option: Single | Whole) -> float:
    return option.logit


def _apart(one: Step, other: Step) -> bool:
    """Tell whether two moves make a turn in either order, neither needing the other."""
    if one.sign is Sign.GO and other.sign is Sign.GO:
        return False
    return not (one.origin | one.target) & (other.origin | other.target)


def _pairs(
    ones: Sequence[Single], others: Sequence[Single], double: bool, breadth: int
) -> list[tuple[Single, Single]]:
    """List the best pairs of independent actions, going by the sum of what each does alone."""
    pairs = []
    side = min(breadth, 3 + int(2 * sqrt(breadth)))
    for n, single in enumerate(ones[:side]):
        start = n + 1 if double else 0
        # The pairs (i, j) with i * j > breadth have as many better ones as are wanted.
        for other in others[start : start + 2 + 2 * breadth // (n + 1)][:side]:
            if _apart(single.step, other.step):
                first, second = (other, single) if single.step.sign is Sign.GO else (single, other)
                pairs.append((single.logit + other.logit, first, second))
    pairs.sort(key=lambda pair: -pair[0])
    return [(first, second) for _, first, second in pairs[:breadth]]
