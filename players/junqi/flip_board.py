"""A fast board of flip Junqi for looking ahead: what lies face up, with moves made and undone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from games.junqi.board import CAMPS, COLOURS, HEADQUARTERS, HOMES
from games.junqi.flip.board import DOWN as FACE_DOWN
from games.junqi.flip.board import Face
from games.junqi.flip.refuge import lines
from games.junqi.flip.view import FlipView
from games.junqi.pieces import CODES

EMPTY, DOWN = 0, 255
"""The numbers of squares without a face; faces have the numbers from 1 to 96."""
ENGINEER, BOMB, MINE, FLAG = 8, 9, 10, 11
"""Kinds are places in CODES: 0 is the Field Marshal, and a smaller number beats a larger one."""
GRID_SIZE = 60
NONE = -1
"""No kind at all."""
Made: TypeAlias = tuple[int, int, int, int, bool]
"""All that takes a move back: both faces, the quiet turns, the result, whether it took a flag."""
WINS, TRADES, LOSES = 1, 2, 3
"""The results of an attack for the attacker; 0 is an attack that the rules forbid."""

KIND = [NONE] + [(p - 1) % 12 for p in range(1, 97)]
SIDE = [NONE] + [(p - 1) % 24 // 12 for p in range(1, 97)]
UNDER = [0] + [(p - 1) // 24 for p in range(1, 97)]
"""Kind, colour (as COLOURS) and the flags stood on (bit 1 red, bit 2 blue) of a numbered face."""
LOOSE = (EMPTY, 12, 24, 24 + 24)
"""Flags by themselves, by their bits: none, red, blue, blue standing for both."""


def number(face: Face) -> int:
    """Return the number of a face."""
    bits = sum(1 << COLOURS.index(flag) for flag in face.under)
    return 1 + CODES.index(face.code) + 12 * COLOURS.index(face.colour) + 24 * bits


def outcomes(suicide: bool) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the result of an attack by [works?][attacker][defender], flags apart (section B4)."""
    return tuple(
        tuple(
            tuple(_outcome(one, other, works, suicide) for other in range(12)) for one in range(12)
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


class Table:
    """The pieces that lie face up, whose turn it is, and how many of each kind are in play.

    `side` is the colour to move, `homes` the headquarters by colour, `down` the number of pieces
    that lie face down. A move is `origin * 64 + target`.
    """

    def __init__(self, view: FlipView, side: int) -> None:
        self.options = options = view.options
        self.board = bytearray(
            DOWN if cell is FACE_DOWN else number(cell) if isinstance(cell, Face) else EMPTY
            for cell in view.board
        )
        self.side = side
        self.alive = [list(counts) for counts in view.alive]
        self.down = self.board.count(DOWN)
        self.quiet = view.quiet
        self.workers = [self._worker(0), self._worker(1)]
        first = COLOURS.index(view.colours[0]) if view.colours[0] else 0
        self.homes = (HOMES[first], HOMES[1 - first])
        self.carry = options.flag_goal == "carry"
        self.results = outcomes(options.suicide_attacks)
        graph = lines(options)
        self.rays, self.rails = graph.rays, graph.rails
        self.roads = tuple(
            tuple(sorted(near - {ray[0] for ray in graph.rays[at]}))
            for at, near in enumerate(graph.steps)
        )
        self.locked = HEADQUARTERS if options.hq_locks else frozenset()

    def _worker(self, side: int) -> int:
        alive = self.alive[side]
        return next((kind for kind in range(ENGINEER, -1, -1) if alive[kind]), NONE)

    def reach(self, origin: int, kind: int) -> Iterator[int]:
        """List where a piece could go: free squares and the first thing met on every way."""
        board = self.board
        if kind == ENGINEER and origin in self.rails:
            yield from self.roads[origin]
            seen, waiting = {origin}, [origin]
            while waiting:
                for stop in self.rails[waiting.pop()]:
                    if stop not in seen:
                        seen.add(stop)
                        yield stop
                        if not board[stop]:
                            waiting.append(stop)
            return
        yield from self.roads[origin]
        for ray in self.rays[origin]:
            for stop in ray:
                yield stop
                if board[stop]:
                    break

    def carries(self, face: int) -> bool:
        """Tell whether the enemy's flag goes along when this piece moves (section B6)."""
        side = SIDE[face]
        return bool(UNDER[face] & (2 >> side)) and KIND[face] == self.workers[side]

    def attack(self, face: int, there: int) -> int:
        """Return the result of attacking a face-up piece outside the camps; 0 if forbidden."""
        side, kind = SIDE[face], KIND[face]
        works = kind == self.workers[side]
        if KIND[there] == FLAG and (SIDE[there] != side or UNDER[there] & (2 >> side)):
            return WINS if works and not self.alive[1 - side][MINE] else 0
        if SIDE[there] == side:
            return 0
        return self.results[works][kind][KIND[there]]

    def moves(self, captures: bool = False) -> list[int]:
        """List the moves of the side to move; attacks on what lies face down are left out."""
        board, side = self.board, self.side
        moves: list[int] = []
        for origin, face in enumerate(board):
            if not 0 < face < DOWN or SIDE[face] != side or KIND[face] >= MINE:
                continue
            if origin in self.locked:
                continue
            base = origin * 64
            for target in self.reach(origin, KIND[face]):
                there = board[target]
                if not there:
                    if captures:
                        continue
                    if target >= GRID_SIZE and (KIND[face] != ENGINEER or self.carries(face)):
                        continue
                    moves.append(base + target)
                elif (
                    there != DOWN
                    and target not in CAMPS
                    and target < GRID_SIZE
                    and self.attack(face, there)
                ):
                    moves.append(base + target)
        return moves

    def make(self, move: int) -> Made:
        """Make a move and pass the turn; return what `undo` needs, with whether it took a flag."""
        board, origin, target = self.board, move >> 6, move & 63
        face, there, quiet = board[origin], board[target], self.quiet
        side, under = SIDE[face], UNDER[face]
        along = 2 >> side if self.carries(face) else 0
        result, taken, below = WINS, False, 0
        if there:
            result = self.attack(face, there)
            below = UNDER[there]
            if KIND[there] == FLAG:
                if self.carry:
                    below |= 1 << SIDE[there]
                else:
                    self.alive[SIDE[there]][FLAG] -= 1
                taken = True
            elif result != LOSES:
                self._fall(SIDE[there], KIND[there], -1)
            if result != WINS:
                self._fall(side, KIND[face], -1)
        if result == WINS:
            board[origin] = LOOSE[under & ~along]
            board[target] = (face - 1) % 24 + 1 + 24 * (along | below)
        else:
            board[origin] = LOOSE[under]
            if result == TRADES:
                board[target] = LOOSE[below]
        self.quiet = 0 if there else quiet + 1
        self.side = 1 - side
        return face, there, quiet, result, taken

    def undo(self, move: int, made: Made) -> None:
        """Take the last move back."""
        face, there, quiet, result, taken = made
        self.board[move >> 6], self.board[move & 63] = face, there
        self.quiet, self.side = quiet, SIDE[face]
        if not there:
            return
        if taken:
            if not self.carry:
                self.alive[SIDE[there]][FLAG] += 1
        elif result != LOSES:
            self._fall(SIDE[there], KIND[there], 1)
        if result != WINS:
            self._fall(SIDE[face], KIND[face], 1)

    def _fall(self, side: int, kind: int, change: int) -> None:
        self.alive[side][kind] += change
        if kind <= ENGINEER:
            self.workers[side] = self._worker(side)

    def winner(self, took: bool) -> int | None:
        """Return the colour that has won as the other side is to move, 2 for a draw, else None.
        `took`: the last move took a flag."""
        last = 1 - self.side
        if took and not self.carry:
            return last
        if self.carry:
            for side in (last, 1 - last):
                for square in self.homes[side]:
                    face = self.board[square]
                    if 0 < face < DOWN and SIDE[face] == side and self.carries(face):
                        return side
        able = [any(counts[:MINE]) for counts in self.alive]
        if all(able):
            return None
        if any(able):
            return able.index(True)
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
