"""The value of a board of flip Junqi: the pieces in play, and the way to the flag."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import accumulate, compress
from math import fsum, sqrt
from operator import itemgetter, or_
from typing import NamedTuple, TypeAlias

from games.junqi.board import CAMPS

from ..paths import mask
from .board import BOMB, ENGINEER, FLAG, KIND, MINE, MOVERS, SIDE, SQUARES, STILL, UNDER, Table
from .distances import AWAY, Distances, FlagHunt, still, ways

SCALE = 45.0
"""The points that make the odds of winning e to 1."""
WON = 10_000.0
RANKED, TOP = 3.0, 26.0
"""A rank is worth RANKED, and TOP times the share of the enemy's ranks that it beats, to the power
of 3/2."""
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
IN_CAMPS = itemgetter(*sorted(CAMPS))
"""The faces in the camps of a board."""


@lru_cache(maxsize=1024)
def worths(theirs: tuple[int, ...]) -> tuple[float, ...]:
    """Return the worth of each kind of piece to a side, by what the enemy has in play."""
    ranks = max(1, sum(theirs[: ENGINEER + 1]))
    values = []
    for kind in range(ENGINEER + 1):
        share = (sum(theirs[kind + 1 : ENGINEER + 1]) + theirs[kind] / 2) / ranks
        values.append(RANKED + TOP * share * sqrt(share))
    values[ENGINEER] += DIGGER if theirs[MINE] else SAPPED
    return tuple(values)


@lru_cache(maxsize=1024)
def bombs(ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Return the worth of a bomb: part of the best that it could take."""
    values = worths(ours)
    best = [values[kind] for kind in range(ENGINEER + 1) for _ in range(theirs[kind])][:2]
    return BOMBING * fsum(best) / max(1, len(best))


@lru_cache(maxsize=1024)
def worth(ours: tuple[int, ...], theirs: tuple[int, ...]) -> tuple[float, ...]:
    """Return the worth of each of the twelve kinds to a side."""
    left = ours[MINE]
    mine = MINES[left] - MINES[left - 1] if left else 0.0
    return (*worths(theirs), bombs(ours, theirs), mine, 0.0)


@lru_cache(maxsize=1024)
def material(ours: tuple[int, ...], theirs: tuple[int, ...]) -> float:
    """Return the worth of a side's pieces in play, face up or down."""
    values = worth(ours, theirs)
    pieces = fsum(count * value for count, value in zip(ours[:MINE], values, strict=False))
    return pieces + MINES[ours[MINE]]


class NearestTwo(dict[int, float]):
    """How near the nearest two hunters are to a square, from 0 on if they are as far as can be, by
    the squares of all hunters."""

    def __init__(self, distances: Callable[[], Distances]) -> None:
        self._distances = distances
        self._rings: list[tuple[float, int]] = []

    def __missing__(self, hunters: int) -> float:
        first = second = AWAY
        for away, ring in self._rings or self._nearest_first():
            met = hunters & ring
            if met:
                if first < AWAY:
                    second = away
                    break
                first = away
                if met & (met - 1):
                    second = away
                    break
        found = self[hunters] = AWAY - first + SECOND * (AWAY - second)
        return found

    def _nearest_first(self) -> list[tuple[float, int]]:
        rings: dict[float, int] = {}
        for at, away in enumerate(self._distances()):
            rings[away] = rings.get(away, 0) | 1 << at
        rings.pop(AWAY, None)
        self._rings = sorted(rings.items())
        return self._rings


Place: TypeAlias = tuple[tuple[int, ...], NearestTwo, int, int]
"""A piece as prey: the camps beside it, its hunters, its kind, and its index in Stakes.hunted."""


class PreyTable(dict[int, Place]):
    """The places of prey, by square * 16 + kind."""

    def __init__(self, roads: Sequence[tuple[int, ...]], far: Callable[[int], Distances]) -> None:
        self._roads, self._far = roads, far
        self._gaps: dict[int, NearestTwo] = {}

    def __missing__(self, place: int) -> Place:
        at, kind = place >> 4, place & 15
        if at not in self._gaps:
            self._gaps[at] = NearestTwo(partial(self._far, at))
        shelters = tuple(near for near in self._roads[at] if near in CAMPS)
        found = shelters, self._gaps[at], kind, kind + 12 if at in CAMPS else kind
        self[place] = found
        return found


class MaterialTerms(NamedTuple):
    """What depends on nothing but the pieces in play."""

    balance: float
    """How much more red's pieces are worth than blue's."""
    camped: tuple[float, ...]
    """What a camp adds to that, by the face in it."""
    hunted: tuple[tuple[float, ...], tuple[float, ...]]
    """The worth of a move nearer to prey of each side, by its kind, and again in a camp."""


class Standing(NamedTuple):
    """The mines and flags where they stand."""

    bits: tuple[int, int]
    """The squares of each side, a bit each."""
    mines: tuple[tuple[int, ...], tuple[int, ...]]
    flags: tuple[int, int]
    """The square of each flag, also if a piece stands on it; -1 if it lies face down."""
    quests: tuple[dict[int, float], dict[int, float]]
    """How far each side is on its way, by the squares of its workers."""


class MobileForce(NamedTuple):
    """The pieces of a side that can move, where they stand; squares are a bit each."""

    places: list[Place]
    hunters: list[int]
    """The squares of those that hunt an enemy of each kind."""
    workers: int
    bits: int


class Valuation:
    """The valuation of positions of one game for the side to move, in points."""

    def __init__(self, table: Table) -> None:
        hunting = table.down <= FEW
        costs = still(table) if hunting else (0.0,) * len(table.board)
        self.far = ways(table.roads, table.rays, costs)
        self.quests = (FlagHunt(table, 0), FlagHunt(table, 1)) if hunting else ()
        """What the workers of either side are after, once the hunt is on."""
        self.crowds = [mask(quest.crowd) for quest in self.quests]
        self.camped = CAMPED * min(1.0, table.down / FEW)
        self.known: dict[bytes, float] = {}
        self._stakes: dict[int, MaterialTerms] = {}
        self._forces: tuple[dict[bytes, MobileForce], ...] = ({}, {})
        self._standing: dict[bytes, Standing] = {}
        self._places = PreyTable(table.roads, self.far)

    def _from(self, side: int, target: int) -> Distances:
        known = self.quests[side].rows.get(target) if self.quests else None
        return known or self.far(target)

    def __call__(self, table: Table) -> float:
        key = bytes(table.board)
        score = self.known.get(key)
        if score is None:
            score = self.known[key] = self._score(table, key)
        limit = table.options.no_capture_limit
        if limit and not table.down:
            score *= 1 - table.quiet * table.quiet / (limit * limit)
        return -score if table.side else score

    def _score(self, table: Table, board: bytes) -> float:
        """Value the board for red, however long nothing has happened on it."""
        stakes = self._stakes.get(table.census) or self._stake(table)
        still = board.translate(STILL)
        standing = self._standing.get(still) or self._stand(still)
        reds, blues = board.translate(MOVERS[0]), board.translate(MOVERS[1])
        red = self._forces[0].get(reds) or self._force(table, 0, reds)
        blue = self._forces[1].get(blues) or self._force(table, 1, blues)
        score = stakes.balance
        if self.camped:
            for face in IN_CAMPS(board):
                score += stakes.camped[face]
        score += self._quest(table, 0, red, standing)
        score -= self._quest(table, 1, blue, standing)
        if self.quests:
            score += self._hunt(board, red.hunters, blue.places, stakes.hunted[1])
            score -= self._hunt(board, blue.hunters, red.places, stakes.hunted[0])
            crowd = self.crowds[0] & (red.bits | standing.bits[0])
            other = self.crowds[1] & (blue.bits | standing.bits[1])
            score -= CROWD * (crowd.bit_count() - other.bit_count())
        return score

    def _stake(self, table: Table) -> MaterialTerms:
        red, blue = tuple(table.alive[0]), tuple(table.alive[1])
        worths = worth(red, blue), worth(blue, red)
        camped = [self.camped * value for value in worths[0][:MINE]] + [0.0, 0.0]
        camped += [-self.camped * value for value in worths[1][:MINE]] + [0.0, 0.0]
        hunted = [
            tuple(weight + 0.015 * part for weight in (0.2, 0.1) for part in row) for row in worths
        ]
        found = self._stakes[table.census] = MaterialTerms(
            material(red, blue) - material(blue, red),
            (0.0, *camped * 4, 0.0),
            (hunted[0], hunted[1]),
        )
        return found

    def _stand(self, still: bytes) -> Standing:
        mines: tuple[list[int], list[int]] = ([], [])
        own, flags = [0, 0], [-1, -1]
        for at in compress(SQUARES, still):
            face = still[at]
            side = SIDE[face]
            if KIND[face] == MINE:
                mines[side].append(at)
            elif KIND[face] == FLAG:
                flags[side] = at
            if KIND[face] >= MINE:
                own[side] |= 1 << at
            for colour in (0, 1):
                if UNDER[face] >> colour & 1:
                    flags[colour] = at
        found = self._standing[still] = Standing(
            (own[0], own[1]), (tuple(mines[0]), tuple(mines[1])), (flags[0], flags[1]), ({}, {})
        )
        return found

    def _force(self, table: Table, side: int, own: bytes) -> MobileForce:
        places, squares = [], [0] * MINE
        for at in compress(SQUARES, own):
            kind = KIND[own[at]]
            squares[kind] |= 1 << at
            places.append(self._places[at << 4 | kind])
        *hunters, everything = accumulate(squares, or_, initial=0)
        for kind in range(TOP_KINDS):
            hunters[kind] |= squares[BOMB]
        worker = table.workers[side]
        workers = squares[worker] if worker >= 0 else 0
        found = self._forces[side][own] = MobileForce(places, hunters, workers, everything)
        return found

    def _quest(self, table: Table, side: int, own: MobileForce, standing: Standing) -> float:
        """Value how far a side is on its way: to the mines, to the flag, and home with it."""
        found = standing.quests[side].get(own.workers)
        if found is None:
            found = self._way(table, side, own.workers, standing)
            standing.quests[side][own.workers] = found
        left = table.alive[1 - side][MINE]
        if not left:
            return found
        able = table.workers[side] == ENGINEER or len(own.places) > left
        return (DIGGING if able else UNABLE) * found

    def _way(self, table: Table, side: int, squares: int, standing: Standing) -> float:
        """Return how near the workers are to a mine, or what it is worth to have none left."""
        workers = [at for at in SQUARES if squares >> at & 1]
        if table.alive[1 - side][MINE]:
            rows = [self._from(side, mine) for mine in standing.mines[1 - side]]
            return AWAY - min((row[at] for row in rows for at in workers), default=AWAY)
        flag = standing.flags[1 - side]
        if flag < 0:
            return BARED
        face = table.board[flag]
        if table.carry and SIDE[face] == side and KIND[face] == table.workers[side]:
            home = min(self._from(side, square)[flag] for square in table.homes[side])
            return BARED + CARRYING + 2 * (AWAY - home)
        row = self._from(side, flag)
        nearest = sorted(row[at] for at in workers)[:2]
        return BARED + fsum(
            share * (AWAY - far) for share, far in zip(MARCHING, nearest, strict=False)
        )

    def _hunt(
        self, board: bytes, hunters: list[int], prey: list[Place], weights: tuple[float, ...]
    ) -> float:
        """Value how near a side's pieces are to what they can take, for every prey the nearest two.
        Prey that goes from camp to camp is never caught, so camps that stay open to it count too.
        """
        value = 0.0
        for shelters, gaps, kind, place in prey:
            for camp in shelters:
                if not board[camp]:
                    value -= OPEN
            value += weights[place] * gaps[hunters[kind]]
        return value
