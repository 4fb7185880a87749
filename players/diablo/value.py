"""The value of a position of Diablo to the side that has just acted: the other is to roll."""

from functools import cache
from math import sqrt
from typing import TypeAlias

from ..exact import exp, ln
from .board import Field, Mask, Stacks

Weights: TypeAlias = tuple[float, ...]
FEATURES = (
    "material",
    "odds",
    "loss",
    "gain",
    "tallest",
    "safe",
    "squares",
    "one stack",
    "late odds",
    "late loss",
    "late safe",
    "stacks",
    "end",
    "tempo",
)
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


def features(table: Field, stacks: Stacks) -> Weights:
    """Weigh a position where both sides have checkers, in the order of FEATURES."""
    own = sorted(stacks.own.items(), reverse=True)
    enemy = sorted(stacks.enemy.items(), reverse=True)
    mine = theirs = my_stacks = their_stacks = my_safe = their_safe = my_sq = their_sq = 0
    my_top, their_top = own[0][0], enemy[0][0]
    for height, mask in own:
        n = mask.bit_count()
        my_stacks += n
        mine += n * height
        my_sq += n * height * height
        if height > their_top:
            my_safe += n * height
    for height, mask in enemy:
        n = mask.bit_count()
        their_stacks += n
        theirs += n * height
        their_sq += n * height * height
        if height > my_top:
            their_safe += n * height
    all_ = mine + theirs
    late = max(0.0, LATE - all_ / (table.size * table.size)) / LATE
    odds, loss = ln(mine) - ln(theirs), expected_losses(table, enemy, own) / all_
    safe = (my_safe - their_safe) / all_
    return (
        (mine - theirs) / all_,
        odds,
        loss,
        expected_losses(table, own, enemy) / all_,
        (my_top - their_top) / all_,
        safe,
        (sqrt(my_sq) - sqrt(their_sq)) / all_,
        float((my_stacks == 1) - (their_stacks == 1)),
        odds * late,
        loss * late,
        safe * late,
        ln(my_stacks) - ln(their_stacks),
        _ending(all_),
        1.0,
    )


WON = 40.0
"""The logit of a game that is won; that of a loss is minus this."""


def logit(table: Field, weights: Weights, stacks: Stacks) -> float:
    """Value the stacks for the side that has just acted: 0 is even."""
    if not stacks.enemy:
        return WON
    if not stacks.own:
        return -WON
    total = 0.0
    for weight, feature in zip(weights, features(table, stacks), strict=True):
        total += weight * feature
    return total
