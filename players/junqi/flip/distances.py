"""The ways of flip Junqi, in moves: from anywhere, and of those who can take mines and flags."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from typing import TypeAlias

from games.junqi.board import CAMPS

from .board import DOWN, ENGINEER, FLAG, GRID_SIZE, KIND, MINE, SIDE, UNDER, Table

AWAY = 12.0
"""The greatest distance that any square is taken to be from another."""
IN_THE_WAY, FEARED, STILL_THERE = 1.0, 2.0, 4.0
"""The costs of a square with a piece that may go, with one of the enemy's within reach that would
take who stops there, and with a piece that never moves."""
Squares: TypeAlias = Sequence[tuple[int, ...]]
Rays: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
Distances: TypeAlias = tuple[float, ...]


def still(table: Table) -> tuple[float, ...]:
    """Return the cost of each square, by the pieces that never move."""
    return tuple(STILL_THERE if face and KIND[face] >= MINE else 0.0 for face in table.board)


def _way(near: Squares, rays: Rays, costs: Sequence[float], target: int) -> Distances:
    """Return how many moves each square is from a target, and what the squares between cost."""
    distances = [AWAY] * len(costs)
    distances[target] = 0.0
    waiting = [(0.0, target)]
    while waiting:
        far, at = heappop(waiting)
        if far > distances[at]:
            continue
        far += 1 if at == target else 1 + costs[at]
        for stop in near[at]:
            if far < distances[stop]:
                distances[stop] = far
                heappush(waiting, (far, stop))
        for ray in rays[at]:
            through = far
            for stop in ray:
                if through < distances[stop]:
                    distances[stop] = through
                    heappush(waiting, (through, stop))
                through += costs[stop]
    return tuple(distances)


@lru_cache(maxsize=4)
def ways(roads: Squares, rays: Rays, costs: tuple[float, ...]) -> Callable[[int], Distances]:
    """Return the function that tells how many moves all squares are from one, whatever goes there:
    no way leads through a mountain, which only engineers enter (section B8)."""
    near = (*roads[:GRID_SIZE], *((),) * (len(roads) - GRID_SIZE))
    return cache(lambda target: _way(near, rays, costs, target))


class FlagHunt:
    """What a side's workers are after as a search begins: mines, then the flag, then the way home.
    `rows` are the distances by target, `crowd` the squares of the side's own pieces that stand in
    the way of the nearest worker."""

    def __init__(self, table: Table, side: int) -> None:
        board, worker = table.board, table.workers[side]
        wanted = MINE if table.alive[1 - side][MINE] else FLAG
        costs, aims, starts = list(still(table)), [], []
        for at, face in enumerate(board):
            if not 0 < face < DOWN:
                continue
            kind = KIND[face]
            if SIDE[face] != side:
                if kind < worker:
                    for stop in table.reach(at, kind):
                        if stop < GRID_SIZE and stop not in CAMPS:
                            costs[stop] = max(costs[stop], FEARED)
                if kind == wanted or (wanted == FLAG and UNDER[face] & (2 >> side)):
                    aims.append(at)
            elif kind == worker:
                starts.append(at)
            costs[at] = max(costs[at], IN_THE_WAY)
        carriers = [at for at in starts if table.carry and table.carries(board[at])]
        if carriers:
            starts, aims = carriers, list(table.homes[side])
        flies = ENGINEER if worker == ENGINEER else 0
        end = GRID_SIZE if carriers or not flies else len(board)
        near = [
            tuple(stop for stop in table.reach(at, flies) if stop < end) for at in range(len(board))
        ]
        rays: Rays = ((),) * len(board)
        self.rows = {aim: _way(near, rays, costs, aim) for aim in aims}
        self.crowd = [
            at
            for at in self._path(near, costs, starts)
            if 0 < board[at] < DOWN and SIDE[board[at]] == side and KIND[board[at]] < MINE
        ]

    def _path(self, near: Squares, costs: Sequence[float], starts: Sequence[int]) -> list[int]:
        nearest = [(row[at], at, aim) for aim, row in self.rows.items() for at in starts]
        far, at, aim = min(nearest, default=(AWAY, 0, 0))
        row = self.rows.get(aim, ())
        path = []
        while far < AWAY and at != aim:
            at = min(near[at], key=lambda stop: (row[stop] + costs[stop] * (stop != aim), stop))
            path.append(at)
        return path

    def nearest(self, at: int) -> float:
        """Return how far a square is from the nearest target."""
        return min((row[at] for row in self.rows.values()), default=AWAY)
