"""The value of a board: weights fitted to games, and how each move changes their sum."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from games.murus.board import GRID, Variant

from .. import exact
from .board import BITS, DISTRIBUTIONS, SHOTS, Stacks

SCALE = 1000
"""A value of this much is a logit of one: an expected score of 0.73."""
WIN = 1_000_000
"""The value of a game won; each turn until then takes one off."""
WON = WIN - 1_000
"""A value from here on is a game won, whatever the enemy does."""
FOLDED = GRID.files // 2


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of all that counts, to the side that has it. A stack's table has seven ranks of
    four numbers: from home on, from the edge to the middle. `mobility` is for each distribution,
    and `tempo` for having the move."""

    walls: Sequence[int]
    towers: Sequence[int]
    catapults: Sequence[int]
    mobility: int
    tempo: int


def table_index(square: int, side: int) -> int:
    """Return the number of a square in a stack's table."""
    file, rank = GRID.at(square)
    from_home = rank if side == 0 else GRID.ranks - 1 - rank
    return from_home * FOLDED + min(file, GRID.files - 1 - file)


Distribution: TypeAlias = tuple[int, int, dict[int, int], dict[int, int]]
"""Origin, both landing squares, and the changes by which of those hold own walls, own towers."""
Sacrifice: TypeAlias = tuple[int, int, int, int, int]
"""Origin, target, and the changes if it takes a wall, from a catapult, and two from a catapult."""
Shot: TypeAlias = tuple[int, int, int, int, int, int]
"""Origin, target, and the changes by what is hit: nothing, a wall, a tower, a catapult."""


class Values:
    """The weights for both sides, by bits, and the changes that each move of each side makes. A
    change is always for the side that moves. Moves are listed by the places of their lines."""

    def __init__(self, weights: Weights) -> None:
        self.mobility, self.tempo = weights.mobility, weights.tempo
        self._tables = tuple(
            tuple(
                {BITS[square]: table[table_index(square, side)] for square in range(len(GRID))}
                for table in (weights.walls, weights.towers, weights.catapults)
            )
            for side in (0, 1)
        )
        places = DISTRIBUTIONS.places
        self.distributions = tuple([self._distribution(s, p) for p in places] for s in (0, 1))
        self.sacrifices = tuple([self._sacrifice(s, p) for p in places] for s in (0, 1))
        self.shots = tuple([self._shot(s, p) for p in SHOTS[s].places] for s in (0, 1))

    def standing(self, position: Stacks, side: int) -> int:
        """Sum up the stacks, own less enemy ones, as `side` has the board."""
        tables = (*self._tables[side], *self._tables[1 - side])
        sums = [
            sum(weight for bit, weight in table.items() if bit & squares)
            for table, squares in zip(tables, position, strict=True)
        ]
        return sum(sums[:3]) - sum(sums[3:])

    def _distribution(self, side: int, place: int) -> Distribution:
        line = DISTRIBUTIONS.line(place, 2)
        if not line:
            return 0, 0, {}, {}
        origin, near, far = (BITS[square] for square in line)
        walls, towers, catapults = self._tables[side]
        both = near | far
        by_walls, by_towers = {}, {}
        for held in (0, near, far, both):
            bits = [bit for bit in (near, far) if bit & held]
            by_walls[held] = walls[near] + walls[far] - towers[origin]
            by_walls[held] += sum(towers[bit] - 2 * walls[bit] for bit in bits)
            by_towers[held] = sum(catapults[bit] - towers[bit] - walls[bit] for bit in bits)
        return origin, both, by_walls, by_towers

    def _sacrifice(self, side: int, place: int) -> Sacrifice:
        line = DISTRIBUTIONS.line(place, 1)
        if not line:
            return 0, 0, 0, 0, 0
        origin, target = (BITS[square] for square in line)
        walls, towers, _ = self._tables[side]
        enemy_walls, enemy_towers, enemy_catapults = self._tables[1 - side]
        given = walls[origin] - towers[origin]
        shot = enemy_catapults[target]
        return (
            origin,
            target,
            given + enemy_walls[target],
            given + shot - enemy_towers[target],
            shot - enemy_walls[target] - towers[origin],
        )

    def _shot(self, side: int, place: int) -> Shot:
        line = SHOTS[side].line(place, 1)
        if not line:
            return 0, 0, 0, 0, 0, 0
        origin, target = (BITS[square] for square in line)
        walls, towers, catapults = self._tables[side]
        enemy_walls, enemy_towers, enemy_catapults = self._tables[1 - side]
        given = towers[origin] - catapults[origin]
        return (
            origin,
            target,
            given + walls[target],
            given + enemy_walls[target],
            given + enemy_towers[target] - enemy_walls[target],
            given + enemy_catapults[target] - enemy_towers[target],
        )


def expected(value: int) -> float:
    """Return the expected score that a value stands for: 0 or 1 only where a game is decided."""
    if abs(value) >= WON:
        return 1.0 if value > 0 else 0.0
    return exact.expected(min(max(value / SCALE, -7), 7))


@cache
def values(advanced: bool, escape: bool) -> Values:
    """Make a variant's values of the weights that `lab/tuning/murus.py` found; how the stones are
    redistributed makes no difference to them."""
    text = files(__package__).joinpath("weights.json").read_text("utf-8")
    return Values(Weights(**json.loads(text)["weights"][Variant(advanced, escape=escape).text]))
