"""A fast board of flip Junqi for looking ahead: what lies face up, with moves made and undone."""

from functools import cache
from itertools import chain, compress
from typing import TypeAlias

from games.junqi.board import CAMPS, COLOURS, GRAPH, HEADQUARTERS, HOMES
from games.junqi.flip.board import DOWN as FACE_DOWN
from games.junqi.flip.board import Face
from games.junqi.flip.refuge import ROADS, lines
from games.junqi.flip.view import FlipView
from games.junqi.pieces import CODES

from ..paths import mask

EMPTY, DOWN = 0, 97
"""The numbers of squares without a face; faces have the numbers from 1 to 96."""
ENGINEER, BOMB, MINE, FLAG = 8, 9, 10, 11
"""Kinds are places in CODES: 0 is the Field Marshal, and a smaller number beats a larger one."""
GRID_SIZE = 60
NONE = -1
Made: TypeAlias = tuple[int, int, int, int, bool, int, bool]
"""All that takes a move back: both faces, the quiet turns, the result, whether it took a flag, the
occupied squares, and whether a flag is carried."""
WINS, TRADES, LOSES = 1, 2, 3
"""The results of an attack for the attacker; 0 is an attack that the rules forbid."""

FACES = range(EMPTY + 1, DOWN)
KIND = [NONE, *((p - 1) % 12 for p in FACES), NONE]
SIDE = [NONE, *((p - 1) % 24 // 12 for p in FACES), NONE]
UNDER = [0, *((p - 1) // 24 for p in FACES), 0]
"""Kind, colour (as COLOURS) and the flags stood on (bit 1 red, bit 2 blue) of a numbered face."""
BARE = 24
"""Faces up to this number stand on no flag."""
LOOSE = (EMPTY, 12, 24, 24 + 24)
"""Flags by themselves, by their bits: none, red, blue, blue standing for both."""


SQUARES = range(64)
UNITS = tuple(tuple(1 << 4 * (kind + 12 * side) for kind in range(12)) for side in (0, 1))
"""What a piece of each side and kind adds to a census: that counts every kind in four bits."""
FIT = tuple(sum(units[:MINE]) * 15 for units in UNITS)
"""The bits of a census that count the pieces of a side that can move."""


def _only(faces: list[int]) -> bytes:
    """Return the translation of a board that leaves nothing but these faces."""
    return bytes(face if face in faces else EMPTY for face in range(256))


MOVERS = tuple(_only([p for p in FACES if SIDE[p] == n and KIND[p] < MINE]) for n in (0, 1))
STILL = _only([p for p in FACES if KIND[p] >= MINE or UNDER[p]])
BEARERS = _only([p for p in FACES if UNDER[p] & (2 >> SIDE[p])])
"""Those of either side who stand on the enemy's flag."""


def number(face: Face) -> int:
    """Return the number of a face."""
    bits = sum(1 << COLOURS.index(flag) for flag in face.under)
    return 1 + CODES.index(face.code) + 12 * COLOURS.index(face.colour) + 24 * bits


def outcomes(suicide: bool) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the result of an attack by [works?][attacker][defender], flags apart (section B4)."""
    return tuple(
        tuple(
            tuple(_outcome(own, other, works, suicide) for other in range(12)) for own in range(12)
        )
        for works in (False, True)
    )


def _outcome(one: int, other: int, works: bool, suicide: bool) -> int:
    if one >= MINE or other == FLAG:
        return 0
    if other == MINE:
        if one == ENGINEER:
            return WINS
        return TRADES if works or one == BOMB else 0
    if BOMB in (one, other) or one == other:
        return TRADES
    if one < other:
        return WINS
    return LOSES if suicide else 0


@cache
def verdicts(suicide: bool) -> tuple[tuple[bytes, ...], ...]:
    """Return the result of an attack by [who][attacker][defender], all faces: `who` does not work,
    works while the enemy has mines, or works without any. To go to a free square WINS."""
    results = outcomes(suicide)

    def verdict(who: int, face: int, there: int) -> int:
        side = SIDE[face]
        if there in (EMPTY, DOWN):
            return 0 if there else WINS
        if KIND[there] == FLAG and (SIDE[there] != side or UNDER[there] & (2 >> side)):
            return WINS if who == 2 else 0
        return 0 if SIDE[there] == side else results[who > 0][KIND[face]][KIND[there]]

    def rows(who: int) -> tuple[bytes, ...]:
        bare = [
            bytes(verdict(who, face, there) for there in range(DOWN + 1))
            for face in range(1, BARE + 1)
        ]
        return (b"", *bare * 4)

    return rows(0), rows(1), rows(2)


Stops: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Where a piece could go, and what of that is occupied."""


Squares: TypeAlias = tuple[tuple[int, ...], ...]
Ways: TypeAlias = tuple[dict[int, Stops], int]
"""Where a piece could go from a square, by which of the squares are occupied that matter for it;
and these, a bit each."""


@cache
def _ground(refuge: bool) -> tuple[Squares, tuple[list[int], list[int]]]:
    """Return the roads from each square that are no rails, and the squares on which it depends
    where a piece on it could go: one that runs, and an engineer, which flies."""
    graph = ROADS if refuge else GRAPH
    roads = tuple(
        tuple(sorted(near - {ray[0] for ray in rays}))
        for near, rays in zip(graph.steps, graph.rays, strict=True)
    )
    runs = [mask(chain(*rays, near)) for near, rays in zip(graph.steps, graph.rays, strict=True)]
    rails = mask(graph.rails)
    return roads, (runs, [run | rails if rails >> at & 1 else run for at, run in enumerate(runs)])


class Table:
    """The pieces that lie face up, whose turn it is, and how many of each kind are in play.

    `side` is the colour to move, `homes` the headquarters by colour, `down` the number of pieces
    that lie face down, `census` the pieces in play as one number, `occupied` the occupied squares,
    a bit each, `borne` whether a piece stands on the enemy's flag to carry it. A move is
    `origin * 64 + target`.
    """

    def __init__(self, view: FlipView, side: int) -> None:
        self.options = options = view.options
        self.board = bytearray(
            DOWN if cell is FACE_DOWN else number(cell) if isinstance(cell, Face) else EMPTY
            for cell in view.board
        )
        self.side = side
        self.alive = [list(counts) for counts in view.alive]
        self.census = sum(
            count * unit
            for counts, units in zip(view.alive, UNITS, strict=True)
            for count, unit in zip(counts, units, strict=True)
        )
        self.down = self.board.count(DOWN)
        self.occupied = mask(at for at, face in enumerate(self.board) if face)
        self.quiet = view.quiet
        self.workers = [self._worker(0), self._worker(1)]
        first = COLOURS.index(view.colours[0]) if view.colours[0] else 0
        self.homes = (HOMES[first], HOMES[1 - first])
        self.carry = options.flag_goal == "carry"
        self.borne = self.carry and any(self.board.translate(BEARERS))
        self.verdicts = verdicts(options.suicide_attacks)
        graph = lines(options)
        self.rays, self.rails = graph.rays, graph.rails
        self.roads, paths = _ground(options.mountain_refuge)
        self.locked = HEADQUARTERS if options.hq_locks else frozenset()
        self._ways: tuple[list[Ways], ...] = tuple([({}, path) for path in each] for each in paths)

    def _worker(self, side: int) -> int:
        alive = self.alive[side]
        return next((kind for kind in range(ENGINEER, -1, -1) if alive[kind]), NONE)

    def reach(self, origin: int, kind: int) -> list[int]:
        """List where a piece could go: free squares and the first thing met on every way."""
        return [*self.roads[origin], *self._ride(origin, kind)]

    def _ride(self, origin: int, kind: int) -> list[int]:
        board, rails, stops = self.board, self.rails, []
        if kind == ENGINEER and origin in rails:
            seen, waiting = {origin}, [origin]
            while waiting:
                for stop in rails[waiting.pop()]:
                    if stop not in seen:
                        seen.add(stop)
                        stops.append(stop)
                        if not board[stop]:
                            waiting.append(stop)
            return stops
        for ray in self.rays[origin]:
            for stop in ray:
                stops.append(stop)
                if board[stop]:
                    break
        return stops

    def carries(self, face: int) -> bool:
        """Tell whether the enemy's flag goes along when this piece moves (section B6)."""
        side = SIDE[face]
        return bool(UNDER[face] & (2 >> side)) and KIND[face] == self.workers[side]

    def attack(self, face: int, there: int) -> int:
        """Return the result of attacking a face-up piece outside the camps; 0 if forbidden."""
        side = SIDE[face]
        works = KIND[face] == self.workers[side]
        return self.verdicts[works and 2 - bool(self.alive[1 - side][MINE])][face][there]

    def _look(self, origin: int, kind: int) -> Stops:
        """Find where a piece of either side could go, and what of that it meets: nothing in a camp
        or in a mountain, where only engineers go."""
        board, flies = self.board, kind == ENGINEER
        steps = [
            stop
            for stop in self.roads[origin]
            if (stop < GRID_SIZE or (flies and not board[stop]))
            and not (board[stop] and stop in CAMPS)
        ]
        stops = (*steps, *self._ride(origin, kind))
        ways, path = self._ways[flies][origin]
        found = ways[self.occupied & path] = stops, tuple([at for at in stops if board[at]])
        return found

    def moves(self, captures: bool = False) -> list[int]:
        """List the moves of the side to move; attacks on what lies face down are left out."""
        board, side, occupied = self.board, self.side, self.occupied
        worker = self.workers[side]
        idle, works = self.verdicts[0], self.verdicts[2 - bool(self.alive[1 - side][MINE])]
        moves: list[int] = []
        locked, (run, fly) = self.locked, self._ways
        for origin in compress(SQUARES, board.translate(MOVERS[side])):
            if origin in locked:
                continue
            face = board[origin]
            kind = KIND[face]
            ways, path = (fly if kind == ENGINEER else run)[origin]
            stops = (ways.get(occupied & path) or self._look(origin, kind))[captures]
            if stops:
                if face > BARE and kind == ENGINEER and self.carries(face):
                    stops = tuple(stop for stop in stops if stop < GRID_SIZE)
                row, base = (works if kind == worker else idle)[face], origin << 6
                moves += [base | stop for stop in stops if row[board[stop]]]
        return moves

    def make(self, move: int) -> Made:
        """Make a move and pass the turn; return what `undo` needs, with whether it took a flag."""
        board, origin, target = self.board, move >> 6, move & 63
        face, there, quiet, occupied = board[origin], board[target], self.quiet, self.occupied
        side = SIDE[face]
        self.side = 1 - side
        if not there and face <= BARE:
            board[origin], board[target] = EMPTY, face
            self.quiet, self.occupied = quiet + 1, occupied ^ (1 << origin | 1 << target)
            return face, there, quiet, WINS, False, occupied, self.borne
        under, borne = UNDER[face], self.borne
        along = 2 >> side if self.carries(face) else 0
        result, taken, below = WINS, False, 0
        if there:
            result = self.attack(face, there)
            below = UNDER[there]
            if KIND[there] == FLAG:
                if self.carry:
                    below |= 1 << SIDE[there]
                else:
                    self._fall(SIDE[there], FLAG, -1)
                taken = True
            elif result != LOSES:
                self._fall(SIDE[there], KIND[there], -1)
            if result != WINS:
                self._fall(side, KIND[face], -1)
        if result == WINS:
            board[origin] = LOOSE[under & ~along]
            board[target] = (face - 1) % BARE + 1 + BARE * (along | below)
        else:
            board[origin] = LOOSE[under]
            if result == TRADES:
                board[target] = LOOSE[below]
        for at in (origin, target):
            if bool(board[at]) != (occupied >> at & 1):
                self.occupied ^= 1 << at
        self.quiet = 0 if there else quiet + 1
        self.borne = self.carry and any(board.translate(BEARERS))
        return face, there, quiet, result, taken, occupied, borne

    def undo(self, move: int, made: Made) -> None:
        """Take the last move back."""
        face, there, self.quiet, result, taken, self.occupied, self.borne = made
        self.board[move >> 6], self.board[move & 63] = face, there
        self.side = SIDE[face]
        if not there:
            return
        if taken:
            if not self.carry:
                self._fall(SIDE[there], FLAG, 1)
        elif result != LOSES:
            self._fall(SIDE[there], KIND[there], 1)
        if result != WINS:
            self._fall(SIDE[face], KIND[face], 1)

    def _fall(self, side: int, kind: int, change: int) -> None:
        self.alive[side][kind] += change
        self.census += change * UNITS[side][kind]
        if kind <= ENGINEER and self.alive[side][kind] == (change > 0):
            self.workers[side] = self._worker(side)

    def winner(self, took: bool) -> int | None:
        """Return the colour that has won as the other side is to move, 2 for a draw, else None.
        `took`: the last move took a flag."""
        last = 1 - self.side
        if took and not self.carry:
            return last
        if self.borne:
            for side in (last, 1 - last):
                for square in self.homes[side]:
                    face = self.board[square]
                    if 0 < face < DOWN and SIDE[face] == side and self.carries(face):
                        return side
        red, blue = self.census & FIT[0], self.census & FIT[1]
        if red and blue:
            return None
        if red or blue:
            return 0 if red else 1
        return 2 if self.options.mutual_elimination == "draw" else last

    def pool(self) -> list[list[int]]:
        """Count the pieces of each colour and kind that lie face down."""
        left = [list(counts) for counts in self.alive]
        for face in self.board:
            if 0 < face < DOWN:
                left[SIDE[face]][KIND[face]] -= 1
                for side in (0, 1):
                    if UNDER[face] >> side & 1:
                        left[side][FLAG] -= 1
        return left
