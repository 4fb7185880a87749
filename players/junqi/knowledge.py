"""What all sides of Junqi know in a game that is played on, and what is best for a piece."""

from collections.abc import Sequence
from functools import cache
from math import fsum
from operator import mul
from typing import TypeAlias

from games.junqi.board_shape import Ground
from games.junqi.options import Options

from .fights import DIGS, FLAG, KINDS, MINE, WORTH, Odds, fights
from .paths import distances, mask

CAMPED = 0.05
"""The share of its worth that a camp adds to a piece."""
MARCH = (0.4, 0.6, 0.6, 0.6, 0.5, 0.4, 0.3, 0.2, 0.3, 0.2)
"""The worth of a step nearer to an enemy's flag, by kind."""
CURIOSITY = 0.8
"""The worth of what an attack teaches."""
NONE = -1000.0
"""The worth of the best move of a piece that has none."""
MEN = 25
"""The pieces of a seat; they are numbered by where they were set up, side by side."""
BEATEN, STAYED = 0, 1
"""The verdicts, by their numbers: the defender was beaten, or stayed."""
Best: TypeAlias = tuple[float, int, int]
"""The best move of a piece: its worth, its target, and the points on which both depend."""
Row: TypeAlias = Sequence[float]
"""What each kind may hope for if it attacks a piece; or the worth of a point for each kind."""


def seats_by_team(ground: Ground) -> list[int]:
    """List the seats in the order of their pieces' numbers: first those of the team of seat 0."""
    return [seat for team in (0, 1) for seat in range(team, len(ground.homes), 2)]


class Knowledge:
    """What all sides know of each other's pieces, and what their moves are worth to them. What is
    learnt of a piece is a set of kinds, a bit each, to which its odds narrow down."""

    def __init__(
        self,
        ground: Ground,
        options: Options,
        odds: Sequence[Odds],
        *,
        gone: Sequence[bool],
        guarded: Sequence[bool],
    ) -> None:
        """`gone` tells of every side whether it is out, and its pieces are worth nothing, `guarded`
        whether mines may guard its flag."""
        self.odds, self._gone = odds, gone
        self._gains = [
            [
                fights(options, bared=bared, guarded=shut, out=out).gains[:MINE]
                for bared in (False, True)
            ]
            for out, shut in zip(gone, guarded, strict=True)
        ]
        """The gains from attacks on the pieces of each side, on a mine that all know last."""
        self.verdicts = [fights(options, bared=bared).verdicts for bared in (False, True)]
        """The verdicts by [attacker][defender], those on a mine that all know last."""
        self.beating = [
            mask(kind for kind, row in enumerate(self.verdicts[0]) if row[other] == BEATEN)
            for other in range(KINDS)
        ]
        """The kinds that win when they attack each kind."""
        self.digs = options.dark_flag_needs_mines_dug
        self.beaten = [
            mask(kind for kind, verdict in enumerate(row) if verdict == STAYED)
            for row in fights(options, guarded=True).verdicts
        ]
        """The kinds that win when each kind attacks them."""
        self.bares = options.mine_vs_attacker == "reveal"
        self._bases = [
            sorted(ground.headquarters & {*ground.homes[seat]}) for seat in seats_by_team(ground)
        ]
        """The headquarters of each side."""
        self._camps, self._heads, self._far = ground.camps, ground.headquarters, distances(ground)
        self._rows: dict[int, Row] = {}
        self._marches: dict[tuple[tuple[int, float], ...], Sequence[Row]] = {}

    def row(self, piece: int, kinds: int) -> Row:
        """Return what an attack on a piece by each kind may hope for, if it is one of `kinds`."""
        key = piece << KINDS | kinds
        if key not in self._rows:
            odds = [share * (kinds >> kind & 1) for kind, share in enumerate(self.odds[piece])]
            total = fsum(odds)
            if total <= 0:
                odds = [float(kinds >> kind & 1) for kind in range(KINDS)]
                total = fsum(odds) or 1.0
            table = self._gains[piece // MEN][kinds == 1 << MINE]
            self._rows[key] = [fsum(map(mul, odds, row)) / total + CURIOSITY for row in table]
        return self._rows[key]

    def march(self, team: int, board: Sequence[int], learnt: Sequence[int]) -> Sequence[Row]:
        """Return the worth of each point for each kind of a team, by where the flags of the other
        may be."""
        shares, half = [], len(self._bases) // 2
        for side in range((1 - team) * half, (2 - team) * half):
            for base in self._bases[side]:
                piece, likely = board[base], 0.0
                own = piece >= 0 and piece // MEN == side and not self._gone[side]
                if own and learnt[piece] >> FLAG & 1:
                    likely = 1.0 if learnt[piece] == 1 << FLAG else self.odds[piece][FLAG]
                shares.append((base, likely))
        key = tuple(shares)
        if key not in self._marches:
            self._marches[key] = self._worths(key)
        return self._marches[key]

    def _worths(self, shares: Sequence[tuple[int, float]]) -> Sequence[Row]:
        total = max(1.0, fsum(share for _, share in shares))
        near = [
            6 * max(share / (1 + far[base]) for base, share in shares)
            - fsum(share * far[base] for base, share in shares) / total
            for far in self._far
        ]
        shelter = [
            CAMPED if at in self._camps else -0.5 if at in self._heads else 0.0
            for at in range(len(near))
        ]
        return [
            [march * n + worth * s for n, s in zip(near, shelter, strict=True)]
            for march, worth in zip(MARCH, WORTH[:MINE], strict=True)
        ]


@cache
class Lookout:
    """The look for the best move of a piece on a board of pieces by number, -1 where there is
    none. It is made once for each ground."""

    def __init__(self, ground: Ground) -> None:
        rays = ground.lines.rays
        self._team = MEN * len(ground.homes) // 2
        self._camps, self._rails = ground.camps, ground.lines.rails
        self._rays = [
            [[(stop, mask(ray[: n + 1])) for n, stop in enumerate(ray)] for ray in at]
            for at in rays
        ]
        self._roads = [
            tuple(sorted(near - {ray[0] for ray in rays[at]}))
            for at, near in enumerate(ground.lines.steps)
        ]
        self._near = [1 << at | mask(roads) for at, roads in enumerate(self._roads)]

    def __call__(
        self, low: int, kind: int, at: int, board: Sequence[int], rows: Sequence[Row], march: Row
    ) -> Best:
        """Return it; the pieces of its team are numbered from `low` on, and `rows` are the hopes of
        attacks on every piece."""
        high, here = low + self._team, march[at]
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
