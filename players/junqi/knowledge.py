"""What both sides of dark Junqi know in a game that is played on, and what is best for a piece."""

from collections.abc import Sequence
from math import fsum
from operator import mul
from typing import TypeAlias

from games.junqi.board_shape import Ground
from games.junqi.options import Options

from .fights import DIGS, FLAG, KINDS, MINE, VERDICTS, WORTH, Odds, fights
from .outlook import CAMPED, CURIOSITY, MARCH
from .paths import mask, paths

STEP = 2.0
"""The worth of a step nearer to a flag, as a multiple of MARCH."""
NONE = -1000.0
"""The worth of the best move of a piece that has none."""
SIDE = 25
"""The pieces of a side; they are numbered by where they were set up, side by side."""
BEATEN, STAYED = 0, 1
"""The verdicts, by their numbers: the defender was beaten, or stayed."""
Best: TypeAlias = tuple[float, int, int]
"""The best move of a piece: its worth, its target, and the points on which both depend."""
Row: TypeAlias = Sequence[float]
"""What each kind may hope for if it attacks a piece; or the worth of a point for each kind."""


class Knowledge:
    """What both sides know of each other's pieces, and what their moves are worth to them. What is
    learnt of a piece is a set of kinds, a bit each, to which its odds narrow down."""

    def __init__(self, ground: Ground, options: Options, odds: Sequence[Odds]) -> None:
        table = fights(options, guarded=True)
        self.odds, self.gains = odds, table.gains
        self.verdicts = [[VERDICTS.index(verdict) for verdict in row] for row in table.verdicts]
        self.beating = [
            mask(kind for kind in range(KINDS) if self.verdicts[kind][other] == BEATEN)
            for other in range(KINDS)
        ]
        """The kinds that win when they attack each kind."""
        self.beaten = [
            mask(kind for kind, verdict in enumerate(row) if verdict == STAYED)
            for row in self.verdicts
        ]
        """The kinds that win when each kind attacks them."""
        self.heads, self.reveals = ground.headquarters, options.commander_reveals_flag
        self.bases = [sorted(ground.headquarters & {*home}) for home in ground.homes]
        self._camps, self._far = ground.camps, paths(ground).far
        self._rows: dict[int, Row] = {}
        self._marches: dict[tuple[float, ...], Sequence[Row]] = {}

    def row(self, piece: int, kinds: int) -> Row:
        """Return what an attack on a piece by each kind may hope for, if it is one of `kinds`."""
        key = piece << KINDS | kinds
        if key not in self._rows:
            odds = [share * (kinds >> kind & 1) for kind, share in enumerate(self.odds[piece])]
            total = fsum(odds)
            if total <= 0:
                odds = [float(kinds >> kind & 1) for kind in range(KINDS)]
                total = fsum(odds) or 1.0
            self._rows[key] = [
                fsum(map(mul, odds, gains)) / total + CURIOSITY for gains in self.gains[:MINE]
            ]
        return self._rows[key]

    def march(self, side: int, board: Sequence[int], learnt: Sequence[int]) -> Sequence[Row]:
        """Return the worth of each point for each kind of a side, by where the other's flag may
        be."""
        shares = []
        for base in self.bases[1 - side]:
            piece = board[base]
            likely = 0.0
            if piece >= 0 and piece // SIDE != side and learnt[piece] >> FLAG & 1:
                likely = 1.0 if learnt[piece] == 1 << FLAG else self.odds[piece][FLAG]
            shares.append(likely)
        key = (side, *shares)
        if key not in self._marches:
            self._marches[key] = self._worths(side, *shares)
        return self._marches[key]

    def _worths(self, side: int, one: float, other: float) -> Sequence[Row]:
        total = max(1.0, one + other)
        left, right = (self._far[base] for base in self.bases[1 - side])
        near = [
            6 * max(one / (1 + here), other / (1 + there)) - (one * here + other * there) / total
            for here, there in zip(left, right, strict=True)
        ]
        shelter = [
            CAMPED if at in self._camps else -0.5 if at in self.heads else 0.0
            for at in range(len(near))
        ]
        return [
            [STEP * march * n + worth * s for n, s in zip(near, shelter, strict=True)]
            for march, worth in zip(MARCH[:MINE], WORTH[:MINE], strict=True)
        ]


class Lookout:
    """The look for the best move of a piece on a board of pieces by number, -1 where there is
    none."""

    def __init__(self, ground: Ground) -> None:
        rays = ground.lines.rays
        self._camps, self._rails, self._rays = ground.camps, ground.lines.rails, paths(ground).runs
        self._roads = [
            tuple(sorted(near - {ray[0] for ray in rays[at]}))
            for at, near in enumerate(ground.lines.steps)
        ]
        self._near = [1 << at | mask(roads) for at, roads in enumerate(self._roads)]

    def __call__(
        self, low: int, kind: int, at: int, board: Sequence[int], rows: Sequence[Row], march: Row
    ) -> Best:
        """Return it; the pieces of its side are numbered from `low` on, and `rows` are the hopes of
        attacks on every piece."""
        high, here = low + SIDE, march[at]
        best, to, points = here + NONE, -1, self._near[at]
        for stop in self._roads[at]:
            other = board[stop]
            if other < 0:
                worth = march[stop]
            elif low <= other < high or stop in self._camps:
                continue
            else:
                worth = rows[other][kind] + here
            if worth > best:
                best, to = worth, stop
        if kind == DIGS and at in self._rails:
            for stop in self._reach(at, board):
                points |= 1 << stop
                other = board[stop]
                if low <= other < high:
                    continue
                worth = march[stop] if other < 0 else rows[other][kind] + here
                if worth > best:
                    best, to = worth, stop
            return best - here, to, points
        for ray in self._rays[at]:
            for stop, passed in ray:
                other = board[stop]
                if other < 0:
                    if march[stop] > best:
                        best, to = march[stop], stop
                    continue
                if not low <= other < high:
                    worth = rows[other][kind] + here
                    if worth > best:
                        best, to = worth, stop
                points |= passed
                break
            else:
                points |= ray[-1][1]
        return best - here, to, points

    def _reach(self, at: int, board: Sequence[int]) -> Sequence[int]:
        """List what an engineer meets and passes on the rails."""
        seen, found, waiting = {at}, list[int](), [at]
        for by in waiting:
            for stop in self._rails[by]:
                if stop not in seen:
                    seen.add(stop)
                    found.append(stop)
                    if board[stop] < 0:
                        waiting.append(stop)
        return found

    def bends(self, origin: int, target: int, board: Sequence[int]) -> bool:
        """Tell whether only an engineer can go this way."""
        if target in self._roads[origin]:
            return False
        for ray in self._rays[origin]:
            for stop, _ in ray:
                if stop == target:
                    return False
                if board[stop] >= 0:
                    break
        return True
