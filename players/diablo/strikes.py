"""Pairs of actions in which one stack moves twice and ends with a capture. Looking at actions one
by one overlooks them."""

from collections.abc import Iterator
from typing import NamedTuple

from games.diablo.board import Sign

from .board import Field, Mask, Stacks, Step, around, union


class Strike(NamedTuple):
    """Stacks of one height that come to some squares with one die, and take from there."""

    gain: int
    height: int
    onto: int
    sign: Sign
    landed: Mask
    taken: int
    hits: Mask
    dice: tuple[int, int]


def strikes(
    table: Field, stacks: Stacks, dice: tuple[int, int], most: int
) -> Iterator[tuple[Step, Step]]:
    """Give at most `most` such pairs, those that take the most checkers first."""
    if not most:
        return
    choices = list(_strikes(table, stacks, dice))
    if dice[0] != dice[1]:
        choices += _strikes(table, stacks, (dice[1], dice[0]))
    choices.sort(key=lambda strike: -strike.gain)
    for strike in choices[:most]:
        one, other = strike.dice
        hit = strike.hits & -strike.hits
        between = around(table, hit, other) & strike.landed
        between &= -between
        origin = around(table, between, one) & stacks.own[strike.height]
        origin &= -origin
        tall = strike.height + strike.onto * (strike.sign is Sign.MERGE)
        yield (
            Step(origin, between, strike.height, strike.onto, strike.sign),
            Step(between, hit, tall, strike.taken, Sign.TAKE),
        )


def _strikes(table: Field, stacks: Stacks, dice: tuple[int, int]) -> Iterator[Strike]:
    own, enemy = stacks
    one, other = dice
    vacant = table.squares & ~union(own) & ~union(enemy)
    for height, mask in own.items():
        reach = around(table, mask, one)
        landings = [(height + onto, onto, Sign.MERGE, there) for onto, there in own.items()]
        landings += [(height, onto, Sign.TAKE, there) for onto, there in enemy.items()]
        landings.append((height, 0, Sign.GO, vacant))
        for tall, onto, sign, there in landings:
            landed = there & reach
            if not landed or (sign is Sign.TAKE and onto > height):
                continue
            reached = around(table, landed, other)
            for taken, those in enemy.items():
                if taken <= tall and (hits := those & reached):
                    gain = taken + onto * (sign is Sign.TAKE)
                    yield Strike(gain, height, onto, sign, landed, taken, hits, dice)
