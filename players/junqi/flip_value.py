"""What a board of flip Junqi is worth: the pieces in play, and the way to the flag."""

from __future__ import annotations

from functools import cache, lru_cache
from heapq import heappop, heappush
from math import exp
from typing import TypeAlias

from games.junqi.board import CAMPS

from .flip_board import BOMB, DOWN, ENGINEER, KIND, MINE, SIDE, UNDER, Table

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

FEW = 8
"""With so few pieces face down the hunt is on, and camps count for less and less."""
AWAY = 16.0
"""As far as any square is taken to be from another."""
ROAD, RAIL, IN_THE_WAY, STILL_THERE = 1.0, 0.5, 1.5, 6.0
"""What a step costs by road and by rail, and to get past a piece, and past one that never moves."""
DIGGING = (0.3, 0.6)
"""A step nearer to a mine, for substitutes and for engineers."""
FEARED = 3
"""Bombs hunt the kinds before this one."""
SECOND = 0.6
"""How much the second nearest hunter counts."""
OPEN = 1.5
"""An empty camp within a step of prey."""
BARED, CARRYING = 6.0, 25.0
"""All the enemy's mines gone; its flag taken up."""
Places: TypeAlias = list[tuple[int, int]]
"""Where pieces stand, and of which kind."""


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


@lru_cache(maxsize=4)
def ways(
    steps: tuple[tuple[tuple[int, float], ...], ...], blocks: tuple[float, ...]
) -> tuple[tuple[float, ...], ...]:
    """How far every square is from each one, by what the steps and the pieces between cost."""
    return tuple(_way(steps, blocks, target) for target in range(len(blocks)))


def _way(
    steps: tuple[tuple[tuple[int, float], ...], ...], blocks: tuple[float, ...], target: int
) -> tuple[float, ...]:
    found = [AWAY] * len(blocks)
    found[target] = 0.0
    waiting = [(0.0, target)]
    while waiting:
        far, at = heappop(waiting)
        if far > found[at]:
            continue
        through = far if at == target else far + blocks[at]
        for near, cost in steps[at]:
            if through + cost < found[near]:
                found[near] = through + cost
                heappush(waiting, (through + cost, near))
    return tuple(found)


class Valuation:
    """Values positions of one game for the side to move, in points."""

    def __init__(self, table: Table) -> None:
        blocks = [0.0] * len(table.board)
        if table.down <= FEW:
            for at, face in enumerate(table.board):
                if face:
                    blocks[at] = STILL_THERE if KIND[face % DOWN] >= MINE else IN_THE_WAY
        steps = tuple(
            tuple((near, ROAD) for near in table.roads[at])
            + tuple((ray[0], RAIL) for ray in table.rays[at])
            for at in range(len(blocks))
        )
        self.far = ways(steps, tuple(blocks))
        self.shelters = tuple(
            tuple(near for near in roads if near in CAMPS) for roads in table.roads
        )
        self.known: dict[bytes, float] = {}

    def __call__(self, table: Table) -> float:
        key = bytes(table.board)
        score = self.known.get(key)
        if score is None:
            score = self.known[key] = self._score(table)
        limit = table.options.no_capture_limit
        if limit and not table.down:
            score *= 1 - (table.quiet / limit) ** 2
        return -score if table.side else score

    def _score(self, table: Table) -> float:
        """What the board is worth to red, however long nothing has happened on it."""
        red, blue = tuple(table.alive[0]), tuple(table.alive[1])
        score = material(red, blue) - material(blue, red)
        worths = (worth(red, blue), worth(blue, red))
        pieces: tuple[Places, Places] = ([], [])
        flags = [-1, -1]
        mines: tuple[list[int], list[int]] = ([], [])
        camped = CAMPED * min(1.0, table.down / FEW)
        for at, face in enumerate(table.board):
            if not 0 < face < DOWN:
                continue
            side, kind = SIDE[face], KIND[face]
            if kind < MINE:
                pieces[side].append((at, kind))
                if camped and at in CAMPS:
                    gain = camped * worths[side][kind]
                    score += -gain if side else gain
            elif kind == MINE:
                mines[side].append(at)
            else:
                flags[side] = at
            if UNDER[face]:
                for colour in (0, 1):
                    if UNDER[face] >> colour & 1:
                        flags[colour] = at
        score += self._quest(table, 0, pieces[0], mines[1], flags[1])
        score -= self._quest(table, 1, pieces[1], mines[0], flags[0])
        if table.down <= FEW:
            score += self._hunt(table, pieces[0], pieces[1], worths[1])
            score -= self._hunt(table, pieces[1], pieces[0], worths[0])
        return score

    def _quest(self, table: Table, side: int, pieces: Places, mines: list[int], flag: int) -> float:
        """How far a side is on its way: to the mines, to the flag, and home with it."""
        worker = table.workers[side]
        workers = [at for at, kind in pieces if kind == worker]
        if table.alive[1 - side][MINE]:
            if not workers or not mines:
                return 0.0
            near = min(self.far[mine][at] for mine in mines for at in workers)
            return DIGGING[worker == ENGINEER] * (AWAY - near)
        found = BARED
        if flag < 0:
            return found
        face = table.board[flag]
        if table.carry and SIDE[face] == side and KIND[face] == worker:
            home = min(self.far[square][flag] for square in table.homes[side])
            return found + CARRYING + 2 * (AWAY - home)
        nearest = sorted(self.far[flag][at] for at in workers)[:2]
        return found + sum(
            share * (AWAY - far) for share, far in zip((1.2, 0.4), nearest, strict=False)
        )

    def _hunt(self, table: Table, pieces: Places, prey: Places, worths: tuple[float, ...]) -> float:
        """How near a side's pieces are to what they can take, for every prey the nearest two.

        Who goes from camp to camp is never caught, so camps that stay open to prey count too.
        """
        found, board = 0.0, table.board
        for where, other in prey:
            for camp in self.shelters[where]:
                if not board[camp]:
                    found -= OPEN
            far = self.far[where]
            first = second = AWAY
            for at, kind in pieces:
                if kind < other or (kind == BOMB and other < FEARED):
                    away = far[at]
                    if away < first:
                        first, second = away, first
                    elif away < second:
                        second = away
            weight = (0.1 if where in CAMPS else 0.2) + 0.015 * worths[other]
            found += weight * (AWAY - first + SECOND * (AWAY - second))
        return found
