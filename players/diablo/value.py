"""The value of a position of Diablo to the side that has just acted: the other is to roll."""

from functools import cache
from math import sqrt
from typing import TypeAlias

from ..exact import exp, ln
from .board import Field, Mask, Stacks

Weights: TypeAlias = tuple[float, ...]
Count: TypeAlias = tuple[tuple[int, int], ...]
"""The stacks of a colour by height, from the tallest down: (height, stacks)."""
MATERIAL, HIDDEN = 16, 6
"""The weights are those of a small net: each of its hidden units has a weight for each number that
tells of material, one for itself, and what it adds to the value if it is above 0. All of material,
the losses that threaten, these again in a late game, and 1 are weighed besides."""
UNIT = MATERIAL + 2
LATE = 0.25
"""From this share of the board's checkers down a game counts as late, more and more."""
END = 4
"""The checkers left, of both sides, when a game is all but over."""


def expected_losses(
    table: Field, takers: list[tuple[int, Mask]], taken: list[tuple[int, Mask]]
) -> float:
    """Return the checkers that a roll is about to cost, if every die takes the tallest it can. Both
    lists go from the tallest stack down. On a double the same distance takes twice."""
    power, reached = 0, 0
    threats = []
    for height, mask in taken:
        while reached < len(takers) and takers[reached][0] >= height:
            power |= takers[reached][1]
            reached += 1
        if power:
            threats.append((height, mask, power))
    first = second = 0
    for die in table.faces:
        up = die * table.width
        hit = False
        for height, mask, power in threats:
            hits = mask & (power << die | power >> die | power << up | power >> up)
            if not hits:
                continue
            if hit:
                second += height
                break
            hit = True
            first += height
            if hits & (hits - 1):
                second += height
                break
    count = len(table.faces)
    # Of count² rolls 2 * count - 1 show a die once or twice, and one shows it twice.
    return ((2 * count - 1) * first + second) / (count * count)


@cache
def _ending(checkers: int) -> float:
    return exp(-checkers / END)


def material(table: Field, own: Count, enemy: Count) -> Weights:
    """Tell of the checkers of both sides, wherever they stand, by MATERIAL numbers: how one side
    compares with the other, how full the board is, and stacks, tallest, ones and twos of each."""
    (my_top, _), (their_top, _) = own[0], enemy[0]
    mine, my_stacks, my_squares, my_safe = _sums(own, their_top)
    theirs, their_stacks, their_squares, their_safe = _sums(enemy, my_top)
    all_ = mine + theirs
    mine_by, theirs_by = dict(own), dict(enemy)
    return (
        (mine - theirs) / all_,
        ln(mine) - ln(theirs),
        (my_top - their_top) / all_,
        (my_safe - their_safe) / all_,
        (sqrt(my_squares) - sqrt(their_squares)) / all_,
        ln(my_stacks) - ln(their_stacks),
        _ending(all_),
        all_ / (table.size * table.size),
        *(my_stacks / 16, their_stacks / 16, my_top / 8, their_top / 8),
        *(mine_by.get(1, 0) / 8, theirs_by.get(1, 0) / 8),
        *(mine_by.get(2, 0) / 4, theirs_by.get(2, 0) / 4),
    )


def _sums(count: Count, other_top: int) -> tuple[int, int, int, int]:
    """Return a colour's checkers, its stacks, the sum of the squares of their heights, and the
    checkers of those that are taller than all of the other's."""
    checkers = stacks = squares = safe = 0
    for height, number in count:
        stacks += number
        checkers += number * height
        squares += number * height * height
        if height > other_top:
            safe += number * height
    return checkers, stacks, squares, safe


def age(table: Field, both: Count) -> tuple[int, float]:
    """Return the checkers of both sides, and how late in the game it is, from 0 to 1."""
    checkers = sum(height * number for height, number in both)
    return checkers, max(0.0, LATE - checkers / (table.size * table.size)) / LATE


def sides(stacks: Stacks) -> tuple[list[tuple[int, Mask]], list[tuple[int, Mask]]]:
    """List the stacks of both sides by height, from the tallest down."""
    own = sorted(stacks.own.items(), reverse=True)
    return own, sorted(stacks.enemy.items(), reverse=True)


def count(side: list[tuple[int, Mask]]) -> Count:
    """Count such stacks."""
    return tuple([(height, mask.bit_count()) for height, mask in side])


WON = 40.0
"""The logit of a game that is won; that of a loss is minus this."""


class Valuation:
    """The values of positions that have much of their material in common."""

    def __init__(self, table: Field, weights: Weights) -> None:
        self._table, self._weights = table, weights
        self._known: dict[tuple[Count, Count], tuple[float, float]] = {}

    def logit(self, stacks: Stacks) -> float:
        """Value the stacks for the side that has just acted: 0 is even."""
        if not stacks.enemy:
            return WON
        if not stacks.own:
            return -WON
        own, enemy = sides(stacks)
        key = count(own), count(enemy)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._weigh(*key)
        value, loss = known
        return value + loss * expected_losses(self._table, enemy, own)

    def _weigh(self, own: Count, enemy: Count) -> tuple[float, float]:
        """Return the value of material, and of a checker that is about to be lost."""
        inputs, weights = material(self._table, own, enemy), self._weights
        bare = HIDDEN * UNIT
        loss, late_loss, value = weights[bare + MATERIAL :]
        for n, each in enumerate(inputs):
            value += weights[bare + n] * each
        for start in range(0, bare, UNIT):
            *unit, own_weight, adds = weights[start : start + UNIT]
            for weight, each in zip(unit, inputs, strict=True):
                own_weight += weight * each
            if own_weight > 0:
                value += adds * own_weight
        checkers, late = age(self._table, own + enemy)
        return value, (loss + late_loss * late) / checkers
