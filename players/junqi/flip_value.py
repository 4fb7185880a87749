"""What a board of flip Junqi is worth: the pieces in play, and the way to the flag."""

from __future__ import annotations

from collections import deque
from functools import cache
from math import exp

from games.junqi.board import CAMPS

from .faces import BOMB, DOWN, ENGINEER, FLAG, KIND, MINE, SIDE, UNDER, Table

SCALE = 45.0
"""How many points make the odds of winning e to 1."""
WON = 10_000.0
RANKED, TOP, SHAPE = 3.0, 26.0, 1.5
"""A rank is worth RANKED and, by the share of the enemy's ranks it beats, up to TOP more."""
DIGGER, SAPPED = 6.0, 2.0
"""An engineer while the enemy has mines, and without any."""
BOMBING = 0.6
"""A bomb, as a share of the two best pieces that it could take."""
MINES = (0.0, 9.0, 15.0, 20.0)
"""The guard of one's flag, by the mines left."""
CAMPED = 0.06
"""The share of its worth that a camp adds to a piece."""


def expected(points: float) -> float:
    """The expected score of a side that is so many points ahead."""
    return 1 / (1 + exp(-max(-700.0, min(700.0, points / SCALE))))


@cache
def worths(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """What each kind of piece is worth to a side, by what either side has in play."""
    ranks = max(1, sum(theirs[: ENGINEER + 1]))
    found = []
    for kind in range(ENGINEER + 1):
        beaten = sum(theirs[kind + 1 : ENGINEER + 1]) + theirs[kind] / 2
        found.append(RANKED + TOP * (beaten / ranks) ** SHAPE)
    found[ENGINEER] += DIGGER if theirs[MINE] else SAPPED
    return tuple(found)


@cache
def bombs(ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """What a bomb is worth: part of the best that it could take."""
    values = worths(theirs, ours)
    best = [values[kind] for kind in range(ENGINEER + 1) for _ in range(theirs[kind])][:2]
    return BOMBING * sum(best) / max(1, len(best))


@cache
def worth(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """What each of the twelve kinds is worth to a side."""
    left = ours[MINE]
    mine = MINES[left] - MINES[left - 1] if left else 0.0
    return (*worths(ours, theirs), bombs(ours, theirs), mine, 0.0)


@cache
def material(ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """What a side's pieces in play are worth, face up or down."""
    values = worth(ours, theirs)
    pieces = sum(count * value for count, value in zip(ours[:MINE], values, strict=False))
    return pieces + MINES[ours[MINE]]


@cache
def distances(roads: tuple[tuple[int, ...], ...], target: int) -> tuple[int, ...]:
    """How many steps every square is from one, along any line, whatever stands between."""
    found = [99] * len(roads)
    found[target] = 0
    waiting = deque([target])
    while waiting:
        at = waiting.popleft()
        for near in roads[at]:
            if found[near] == 99:
                found[near] = found[at] + 1
                waiting.append(near)
    return tuple(found)


class Valuation:
    """Values positions of one game for the side to move, in points."""

    def __init__(self, table: Table) -> None:
        size = len(table.board)
        steps = tuple(
            tuple(dict.fromkeys((*table.roads[at], *(ray[0] for ray in table.rays[at]))))
            for at in range(size)
        )
        self.far = [distances(steps, target) for target in range(size)]

    def __call__(self, table: Table) -> float:
        red, blue = tuple(table.alive[0]), tuple(table.alive[1])
        score = material(red, blue) - material(blue, red)
        worths = (worth(red, blue), worth(blue, red))
        places: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        flags = [-1, -1]
        mines: tuple[list[int], list[int]] = ([], [])
        for at, face in enumerate(table.board):
            if not 0 < face < DOWN:
                continue
            side, kind = SIDE[face], KIND[face]
            if kind < MINE:
                places[side].append((at, kind))
                if at in CAMPS:
                    gain = CAMPED * worths[side][kind]
                    score += -gain if side else gain
            elif kind == MINE:
                mines[side].append(at)
            if kind == FLAG:
                flags[side] = at
            if UNDER[face]:
                for colour in (0, 1):
                    if UNDER[face] >> colour & 1:
                        flags[colour] = at
        score += self._plan(table, 0, places, mines, flags) - self._plan(
            table, 1, places, mines, flags
        )
        limit = table.options.no_capture_limit
        if limit and not table.down:
            score *= 1 - (table.quiet / limit) ** 2
        return -score if table.side else score

    def _plan(
        self,
        table: Table,
        side: int,
        places: tuple[list[tuple[int, int]], list[tuple[int, int]]],
        mines: tuple[list[int], list[int]],
        flags: list[int],
    ) -> float:
        """How far a side is on its way: to the mines, to the flag, home with it, to its prey."""
        board, worker, theirs = table.board, table.workers[side], 1 - side
        workers = [at for at, kind in places[side] if kind == worker]
        flag, found = flags[theirs], 0.0
        if not table.alive[theirs][MINE]:
            found += 6
            if flag >= 0:
                found += 4
                if table.carry and SIDE[board[flag]] == side and KIND[board[flag]] == worker:
                    home = min(self.far[square][flag] for square in table.homes[side])
                    found += 30 - 2 * home
                elif workers:
                    found += 10 - min(self.far[flag][at] for at in workers)
        elif workers and mines[theirs]:
            near = min(self.far[mine][at] for mine in mines[theirs] for at in workers)
            found += 3 - 0.4 * near
        if not table.down:
            found += self._hunt(side, places)
        return found

    def _hunt(
        self, side: int, places: tuple[list[tuple[int, int]], list[tuple[int, int]]]
    ) -> float:
        """How near a side's pieces are to what they can take."""
        found = 0.0
        for at, kind in places[side]:
            if kind >= BOMB:
                continue
            prey = [
                self.far[at][where]
                for where, other in places[1 - side]
                if kind < other < BOMB and where not in CAMPS
            ]
            if prey:
                found += 0.35 * (8 - min(prey))
        return found
