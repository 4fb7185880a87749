"""The value of a board of flip Junqi: the pieces in play, and the way to the flag."""

from __future__ import annotations

from functools import cache
from math import fsum, sqrt
from typing import TypeAlias

from games.junqi.board import CAMPS

from .flip_board import BOMB, DOWN, ENGINEER, KIND, MINE, SIDE, UNDER, Table
from .flip_ways import AWAY, Distances, Quest, still, ways

SCALE = 45.0
"""The points that make the odds of winning e to 1."""
WON = 10_000.0
RANKED, TOP = 3.0, 26.0
"""A rank is worth RANKED and, by the share of the enemy's ranks it beats, up to TOP more: so much
of it as that share to the power of 3/2."""
DIGGER, SAPPED = 6.0, 2.0
"""The bonus of an engineer while the enemy has mines, and without any."""
BOMBING = 0.6
"""A bomb's worth, as a share of the two best pieces that it could take."""
MINES = (0.0, 9.0, 15.0, 20.0)
"""The worth of a flag's guard, by the mines left."""
CAMPED = 0.06
"""The share of its worth that a camp adds to a piece."""

FEW = 8
"""With this few pieces face down the hunt is on, and camps count for less and less."""
DIGGING, UNABLE = 1.2, 0.3
"""The worth of a move nearer to a mine, for those who can dig all of them and for others."""
MARCHING = (1.6, 0.5)
"""The worth of a move nearer to the flag, for the nearest two."""
CROWD = 1.2
"""The cost of an own piece in the way to a mine or the flag."""
TOP_KINDS = 3
"""Bombs hunt the kinds before this one."""
SECOND = 0.6
"""The share for which the second nearest hunter counts."""
OPEN = 1.5
"""The worth of an empty camp within a step of prey."""
BARED, CARRYING = 6.0, 25.0
"""The worth of having removed all the enemy's mines, and of carrying its flag."""
Places: TypeAlias = list[tuple[int, int]]
"""The squares of pieces, with their kinds."""


@cache
def worths(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """Return the worth of each kind of piece to a side, by what either side has in play."""
    ranks = max(1, sum(theirs[: ENGINEER + 1]))
    values = []
    for kind in range(ENGINEER + 1):
        share = (sum(theirs[kind + 1 : ENGINEER + 1]) + theirs[kind] / 2) / ranks
        values.append(RANKED + TOP * share * sqrt(share))
    values[ENGINEER] += DIGGER if theirs[MINE] else SAPPED
    return tuple(values)


@cache
def bombs(ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Return the worth of a bomb: part of the best that it could take."""
    values = worths(theirs, ours)
    best = [values[kind] for kind in range(ENGINEER + 1) for _ in range(theirs[kind])][:2]
    return BOMBING * fsum(best) / max(1, len(best))


@cache
def worth(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """Return the worth of each of the twelve kinds to a side."""
    left = ours[MINE]
    mine = MINES[left] - MINES[left - 1] if left else 0.0
    return (*worths(ours, theirs), bombs(ours, theirs), mine, 0.0)


@cache
def material(ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Return the worth of a side's pieces in play, face up or down."""
    values = worth(ours, theirs)
    pieces = fsum(count * value for count, value in zip(ours[:MINE], values, strict=False))
    return pieces + MINES[ours[MINE]]


class Valuation:
    """The valuation of positions of one game for the side to move, in points."""

    def __init__(self, table: Table) -> None:
        hunting = table.down <= FEW
        costs = still(table) if hunting else (0.0,) * len(table.board)
        self.far = ways(table.roads, table.rays, costs)
        self.quests = (Quest(table, 0), Quest(table, 1)) if hunting else ()
        """What the workers of either side are after, once the hunt is on."""
        self.shelters = tuple(
            tuple(near for near in roads if near in CAMPS) for roads in table.roads
        )
        self.known: dict[bytes, float] = {}

    def _from(self, side: int, target: int) -> Distances:
        """Return how far the workers of a side are from a target."""
        known = self.quests[side].rows.get(target) if self.quests else None
        return known or self.far(target)

    def __call__(self, table: Table) -> float:
        key = bytes(table.board)
        score = self.known.get(key)
        if score is None:
            score = self.known[key] = self._score(table)
        limit = table.options.no_capture_limit
        if limit and not table.down:
            score *= 1 - table.quiet * table.quiet / (limit * limit)
        return -score if table.side else score

    def _score(self, table: Table) -> float:
        """Value the board for red, however long nothing has happened on it."""
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
        if self.quests:
            score += self._hunt(table, pieces[0], pieces[1], worths[1])
            score -= self._hunt(table, pieces[1], pieces[0], worths[0])
            score -= CROWD * (self._crowd(table, 0) - self._crowd(table, 1))
        return score

    def _crowd(self, table: Table, side: int) -> int:
        """Count the side's pieces that still stand in the way of its nearest worker."""
        count = 0
        for at in self.quests[side].crowd:
            face = table.board[at]
            count += 0 < face < DOWN and SIDE[face] == side
        return count

    def _quest(self, table: Table, side: int, pieces: Places, mines: list[int], flag: int) -> float:
        """Value how far a side is on its way: to the mines, to the flag, and home with it."""
        worker = table.workers[side]
        workers = [at for at, kind in pieces if kind == worker]
        left = table.alive[1 - side][MINE]
        if left:
            if not workers or not mines:
                return 0.0
            rows = [self._from(side, mine) for mine in mines]
            near = min(row[at] for row in rows for at in workers)
            able = worker == ENGINEER or len(pieces) > left
            return (DIGGING if able else UNABLE) * (AWAY - near)
        value = BARED
        if flag < 0:
            return value
        face = table.board[flag]
        if table.carry and SIDE[face] == side and KIND[face] == worker:
            home = min(self._from(side, square)[flag] for square in table.homes[side])
            return value + CARRYING + 2 * (AWAY - home)
        row = self._from(side, flag)
        nearest = sorted(row[at] for at in workers)[:2]
        return value + fsum(
            share * (AWAY - far) for share, far in zip(MARCHING, nearest, strict=False)
        )

    def _hunt(self, table: Table, pieces: Places, prey: Places, worths: tuple[float, ...]) -> float:
        """Value how near a side's pieces are to what they can take, for every prey the nearest two.
        Prey that goes from camp to camp is never caught, so camps that stay open to it count too.
        """
        value, board = 0.0, table.board
        for where, other in prey:
            for camp in self.shelters[where]:
                if not board[camp]:
                    value -= OPEN
            far = self.far(where)
            first = second = AWAY
            for at, kind in pieces:
                if kind < other or (kind == BOMB and other < TOP_KINDS):
                    away = far[at]
                    if away < first:
                        first, second = away, first
                    elif away < second:
                        second = away
            weight = (0.1 if where in CAMPS else 0.2) + 0.015 * worths[other]
            value += weight * (AWAY - first + SECOND * (AWAY - second))
        return value
