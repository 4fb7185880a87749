"""What may turn up in flip Junqi, and what it would bring."""

from games.junqi.board import CAMPS

from .board import DOWN, FLAG, GRID_SIZE, KIND, LOSES, MINE, SIDE, TRADES, Table
from .value import worth

SOON = 0.35
"""The worth of a threat as a share of carrying it out."""


def flips(table: Table) -> list[tuple[float, int]]:
    """List each piece that can be turned up, the best first, and the points its place adds."""
    touched: dict[int, list[int]] = {}
    for at, face in enumerate(table.board):
        if 0 < face < DOWN and KIND[face] < MINE and at not in table.locked:
            for target in table.reach(at, KIND[face]):
                if table.board[target] == DOWN:
                    touched.setdefault(target, []).append(face)
    pool = table.pool()
    total = max(1, sum(map(sum, pool)))
    red, blue = tuple(table.alive[0]), tuple(table.alive[1])
    worths = (worth(red, blue), worth(blue, red))
    places = []
    for at, cell in enumerate(table.board):
        if cell == DOWN:
            gain = 0.0
            near = [
                table.board[target]
                for target in table.reach(at, 0)
                if target not in CAMPS and target < GRID_SIZE and 0 < table.board[target] < DOWN
            ]
            if near or at in touched:
                for side in (0, 1):
                    for kind, count in enumerate(pool[side]):
                        if count:
                            face = 1 + kind + 12 * side
                            by = touched.get(at, [])
                            gain += count * _turn_gain(table, face, near, by, worths)
            places.append((gain / total, at))
    return sorted(places, key=lambda place: (-place[0], place[1]))


def _turn_gain(
    table: Table, face: int, near: list[int], by: list[int], worths: tuple[tuple[float, ...], ...]
) -> float:
    """Return what the side to move gains if this face turns up: the enemy is to move then."""
    side, kind = SIDE[face], KIND[face]
    mine = side == table.side
    taken = max((_gain(table, foe, face, worths) for foe in by if SIDE[foe] != side), default=0.0)
    takes = 0.0
    if kind < MINE:
        takes = max(
            (_gain(table, face, foe, worths) for foe in near if SIDE[foe] != side), default=0.0
        )
    taken, takes = max(0.0, taken), max(0.0, takes)
    if mine:
        return -taken if taken > SOON * takes else SOON * takes - taken
    return SOON * taken - takes


def _gain(table: Table, one: int, other: int, worths: tuple[tuple[float, ...], ...]) -> float:
    result = table.attack(one, other)
    if not result or KIND[other] == FLAG:
        return 4.0 if result else 0.0
    gain = worths[SIDE[other]][KIND[other]] if result != LOSES else 0.0
    return gain - (worths[SIDE[one]][KIND[one]] if result in (TRADES, LOSES) else 0.0)
