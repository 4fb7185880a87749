"""A board of Diablo as a player thinks of it: which squares hold stacks of which height.

Squares are bits of one number. Every rank is followed by half a board of nothing, so that a step
of any die over the edge falls on no square. `Side` holds one mask for every height that stands.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from games.diablo.board import Board, Sign, grid
from games.grid import bits

Mask: TypeAlias = int
Side: TypeAlias = dict[int, Mask]
"""The stacks of one colour: height -> where such stacks stand. No empty masks."""


class Step(NamedTuple):
    """One action: a move of a stack, or the removal of a checker (`target` and `onto` 0)."""

    origin: Mask
    target: Mask
    height: int
    onto: int
    """The height of the stack it comes to, or 0."""
    sign: Sign | None
    """The kind of move; None is a removal."""


class Stacks(NamedTuple):
    """A position: the stacks of the side that acts or has acted, and those of the other."""

    own: Side
    enemy: Side


@dataclass(frozen=True, slots=True)
class Field:
    """The numbers that depend on the size of the board alone."""

    size: int
    width: int
    squares: Mask
    faces: tuple[int, ...]

    def bit(self, square: int) -> Mask:
        """Return the bit of a square as the engine counts it."""
        return 1 << square // self.size * self.width + square % self.size

    def name(self, bit: Mask) -> str:
        """Name the square of a bit."""
        rank, file = divmod(bit.bit_length() - 1, self.width)
        return grid(self.size).names[rank * self.size + file]

    def text(self, step: Step) -> str:
        """Write a step as it is typed."""
        if step.sign is None:
            return f"-{self.name(step.origin)}"
        return f"{self.name(step.origin)}{step.sign.value}{self.name(step.target)}"


@cache
def field(size: int) -> Field:
    """Make the field of a board of this size."""
    width = size + size // 2
    squares = sum(((1 << size) - 1) << rank * width for rank in range(size))
    return Field(size, width, squares, tuple(range(1, size // 2 + 1)))


def stacks(size: int, board: Board, sign: int) -> Stacks:
    """Read the stacks of an engine's board as the side with this sign sees them."""
    table = field(size)
    own: Side = {}
    enemy: Side = {}
    for square, cell in enumerate(board):
        if cell:
            side = own if cell * sign > 0 else enemy
            side[abs(cell)] = side.get(abs(cell), 0) | table.bit(square)
    return Stacks(own, enemy)


def around(table: Field, squares: Mask, die: int) -> Mask:
    """Return the squares at the distance of a die from any of these."""
    up = die * table.width
    return (squares << die | squares >> die | squares << up | squares >> up) & table.squares


def union(side: Side) -> Mask:
    """Return all squares of one colour."""
    squares = 0
    for mask in side.values():
        squares |= mask
    return squares


def checkers(side: Side) -> int:
    """Count the checkers of a colour."""
    return sum(height * mask.bit_count() for height, mask in side.items())


def steps(table: Field, stacks: Stacks, die: int, movers: Mask, empties: bool) -> list[Step]:
    """List the moves of the stacks in `movers` with a die; with `empties` also to empty squares."""
    own, enemy = stacks
    vacant = table.squares & ~union(own) & ~union(enemy) if empties else 0
    moves: list[Step] = []
    for height, mask in own.items():
        mask &= movers
        if not mask:
            continue
        for by in (die, -die, die * table.width, -die * table.width):
            reached = mask << by if by > 0 else mask >> -by
            for onto, there in own.items():
                if there & reached:
                    moves += _each(there & reached, by, height, onto, Sign.MERGE)
            for onto, there in enemy.items():
                if onto <= height and there & reached:
                    moves += _each(there & reached, by, height, onto, Sign.TAKE)
            if vacant & reached:
                moves += _each(vacant & reached, by, height, 0, Sign.GO)
    return moves


def _each(targets: Mask, by: int, height: int, onto: int, sign: Sign) -> Iterator[Step]:
    while targets:
        target = targets & -targets
        targets ^= target
        yield Step(target >> by if by > 0 else target << -by, target, height, onto, sign)


def removals(stacks: Stacks) -> list[Step]:
    """List the removals open to the side to act, should there be nothing to move."""
    return [
        Step(bit, 0, height, 0, None) for height, mask in stacks.own.items() for bit in bits(mask)
    ]


def after(stacks: Stacks, step: Step) -> Stacks:
    """Return the stacks after a step, still seen by the same side."""
    own, enemy = dict(stacks.own), stacks.enemy
    origin, target, height, onto, sign = step
    if sign is Sign.GO:
        own[height] ^= origin | target
    elif sign is Sign.MERGE:
        _lift(own, height, origin)
        _lift(own, onto, target)
        own[height + onto] = own.get(height + onto, 0) | target
    elif sign is Sign.TAKE:
        own[height] ^= origin | target
        enemy = dict(enemy)
        _lift(enemy, onto, target)
    else:
        _lift(own, height, origin)
        if height > 1:
            own[height - 1] = own.get(height - 1, 0) | origin
    return Stacks(own, enemy)


def _lift(side: Side, height: int, bits: Mask) -> None:
    left = side[height] ^ bits
    if left:
        side[height] = left
    else:
        del side[height]
