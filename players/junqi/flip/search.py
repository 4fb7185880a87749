"""The search of flip Junqi: alpha-beta over what lies face up."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from random import Random

from .board import BARE, DOWN, FLAG, KIND, SIDE, Table
from .value import WON, Valuation

DEEPEST = 12
"""The most turns of a line, captures at its end apart."""
CALM = 6
"""The most captures at the end of a line."""
KEPT = 2000
"""The positions that are remembered over a pause, those that were looked at deepest."""
_HEAD, _KEPT_SIZE = 6, 6
"""The numbers that tell where a search was paused, and those that tell of each position."""
SCANT = 2
"""With fewer nodes than this for every move, not all moves may be looked at."""
BELOW = 0.001
"""What is taken off the points of a move of which nothing is known but that it is worth no more
than that."""


class OutOfNodes(Exception):
    """The node budget is used up."""


@dataclass(slots=True)
class Found:
    """A move at the root, what it is worth to its side in points, and the line that shows it."""

    move: int
    points: float
    line: tuple[int, ...] = ()


def more(points: float, gain: float) -> float:
    """Add a gain to the points of a position that is not decided."""
    return points if abs(points) > WON / 2 else points + gain


def _read(whole: int, parts: int) -> float:
    """Read points from a fraction; nothing is worth more than a win."""
    return max(-WON, min(WON, whole / parts))


def _floor(done: list[Found], wanted: int) -> float:
    """Return the points that a move has to exceed to be among the first `wanted`."""
    if len(done) < wanted:
        return -WON * 2
    return sorted((each.points for each in done), reverse=True)[wanted - 1]


class Search:
    """A search of one position within a budget of nodes. `costs` says what is to be taken off the
    points of moves that lead nowhere new, and added, if negative, to those that get on."""

    def __init__(
        self,
        table: Table,
        value: Valuation,
        nodes: int,
        costs: Mapping[int, float],
        state: tuple[int, ...] = (),
    ) -> None:
        """Begin, or go on from the `state` of a search for one best move that was paused. Raises
        ValueError if it is no such state."""
        self.table, self.value, self.costs = table, value, costs
        self.limit, self.nodes = nodes, 0
        self.passing = 0.0
        self.memory: dict[bytes, tuple[int, float, int, int, list[int]]] = {}
        """By position: the depth looked to, the points and their bound, the best move, and all
        moves, unless they are to be found again."""
        self.fights: dict[bytes, list[int]] = {}
        """The captures by position, the most valuable first."""
        self.history = [0] * 4096
        self._head = state[:_HEAD]
        for at in range(_HEAD, len(state), _KEPT_SIZE):
            key, deep, whole, parts, bound, move = state[at : at + _KEPT_SIZE]
            known = (deep, _read(whole, parts), bound, move, list[int]())
            self.memory[key.to_bytes(len(table.board) + 1)] = known
        self._paused: tuple[int, Found] | None = None

    @property
    def spent(self) -> bool:
        """True once the nodes did not suffice for all that was worth looking at."""
        return self._paused is not None

    @property
    def state(self) -> tuple[int, ...]:
        """What another search for one best move goes on from: the depth that was not looked at to
        the end, the best move, its points and those of passing as fractions; and the positions that
        were looked at deepest, likewise."""
        if self._paused is None:
            return ()
        depth, best = self._paused
        head = (depth, best.move, *best.points.as_integer_ratio(), *self.passing.as_integer_ratio())
        deepest = sorted(self.memory.items(), key=lambda item: -item[1][0])[:KEPT]
        kept = (
            (int.from_bytes(key), deep, *points.as_integer_ratio(), bound, move)
            for key, (deep, points, bound, move, _) in deepest
        )
        return (*head, *chain.from_iterable(kept))

    def best(self, wanted: int, gain: float = 0.0, chance: Random | None = None) -> list[Found]:
        """List the moves looked at, the best first and at least the first `wanted` of them valued
        alike. If they are all fights, another move is added that is taken for a turn spent
        elsewhere, which is worth `passing`; the best piece to turn up adds `gain` to that. If the
        nodes will hardly do for all moves, `chance` says which ones are looked at."""
        table = self.table
        moves = table.moves()
        if chance and self.limit < SCANT * len(moves):
            chance.shuffle(moves)
        moves = self._order(moves, 0)
        self.passing = self.value(table)
        wins = [move for move in moves if self._wins(move)]
        found = [Found(move, WON, (move,)) for move in wins]
        found += [Found(move, self.passing) for move in moves if move not in wins]
        begun, found = self._resume(found) if self._head else (1, found)
        try:
            for depth in range(begun, DEEPEST):
                self._deepen(found, depth, wanted, gain)
                if not found or found[0].points > WON / 2 or len(found) + table.down == 1:
                    break
        except OutOfNodes:
            if found:
                self._paused = depth, found[0]
        looked = [idea for idea in found if idea.line]
        rest = [idea.move for idea in found if not idea.line]
        if looked:
            fights = all(table.board[idea.move & 63] for idea in looked)
            rest = [move for move in rest if fights and not table.board[move & 63]]
        elif table.down:
            rest = []
        if rest:
            other = chance.choice(rest) if chance else rest[0]
            looked.append(Found(other, more(self.passing, -self.costs.get(other, 0.0))))
        return looked

    def _wins(self, move: int) -> bool:
        """Tell whether a move wins at once, be it that it leaves the enemy without a turn. This
        takes no node, so that no budget is too small to see it."""
        table = self.table
        side, limit = table.side, table.options.no_capture_limit
        made = table.make(move)
        try:
            winner = table.winner(made[4])
            if winner is not None or table.down or table.options.no_move != "lose":
                return winner == side
            return not (limit and table.quiet >= limit) and not table.moves()
        finally:
            table.undo(move, made)

    def _resume(self, found: list[Found]) -> tuple[int, list[Found]]:
        """Return the depth at which the search was paused, and its moves, the best one first."""
        depth, first, whole, parts, passing, of = self._head
        points, self.passing = _read(whole, parts), _read(passing, of)
        below = points - BELOW
        rest = [Found(idea.move, below, (idea.move,)) for idea in found if idea.move != first]
        if not 0 < depth < DEEPEST or len(rest) == len(found):
            raise ValueError("no search of this position was paused there")
        return depth, [Found(first, points, (first, *self._line(first, depth))), *rest]

    def _deepen(self, found: list[Found], depth: int, wanted: int, gain: float) -> None:
        """Look at all moves to a depth; they are put in order even if the budget ends it."""
        done: list[Found] = []
        if self.table.down:
            self.passing = self._value_of_passing(depth)
        try:
            for idea in found:
                floor = _floor(done, wanted)
                if self.table.down and wanted == 1:
                    floor = max(floor, more(self.passing, gain))
                cost = self.costs.get(idea.move, 0.0)
                points = idea.points
                if points < WON:
                    points = self._after(idea.move, depth, -WON * 2, -more(floor, cost))
                points = more(points, -cost)
                if points <= floor:
                    points -= BELOW
                done.append(Found(idea.move, points, (idea.move, *self._line(idea.move, depth))))
        finally:
            seen = {each.move for each in done}
            rest = [idea for idea in found if idea.move not in seen]
            if len(done) >= wanted:
                most = _floor(done, wanted) - BELOW
                rest = [Found(idea.move, min(idea.points, most), idea.line) for idea in rest]
            found[:] = sorted(done, key=lambda each: -each.points) + rest

    def _line(self, move: int, depth: int) -> tuple[int, ...]:
        table, made, line = self.table, [], []
        made.append((move, table.make(move)))
        for _ in range(depth - 1):
            entry = self.memory.get(self._key())
            if not entry or entry[3] < 0 or entry[3] not in table.moves():
                break
            line.append(entry[3])
            made.append((entry[3], table.make(entry[3])))
        for played, undo in reversed(made):
            table.undo(played, undo)
        return tuple(line)

    def _key(self) -> bytes:
        return bytes(self.table.board) + (b"r", b"b")[self.table.side]

    def _count(self) -> None:
        if self.nodes >= self.limit:
            raise OutOfNodes
        self.nodes += 1

    def _value_of_passing(self, depth: int) -> float:
        """Value the position for the side to move if it turns a far-off piece up."""
        table = self.table
        table.side ^= 1
        quiet, table.quiet = table.quiet, 0
        try:
            return -self._seek(max(0, depth - 1), -WON * 2, WON * 2, 1)
        finally:
            table.side ^= 1
            table.quiet = quiet

    def _after(self, move: int, depth: int, alpha: float, beta: float, ply: int = 0) -> float:
        """Value a move for its side; the bounds are those of the other side."""
        table = self.table
        made = table.make(move)
        try:
            winner = table.winner(made[4])
            if winner is not None:
                self._count()
                if winner == 2:
                    return 0.0
                return (WON - ply) if winner != table.side else ply - WON
            limit = table.options.no_capture_limit
            if limit and table.quiet >= limit:
                self._count()
                return 0.0
            if depth <= 1:
                return -self._calm(alpha, beta, ply + 1, CALM)
            return -self._seek(depth - 1, alpha, beta, ply + 1)
        finally:
            table.undo(move, made)

    def _order(self, moves: list[int], first: int) -> list[int]:
        if len(moves) < 2:
            return moves
        table, history = self.table, self.history
        board = table.board
        homes = table.homes[table.side] if table.borne else frozenset[int]()

        def rank(move: int) -> int:
            there = board[move & 63]
            if there:
                if move == first or KIND[there] == FLAG:
                    return -1_000_000
                return -100_000 + 100 * KIND[there] - KIND[board[move >> 6]]
            if move == first or (move & 63 in homes and table.carries(board[move >> 6])):
                return -1_000_000
            return -history[move]

        return sorted(moves, key=rank)

    def _seek(self, depth: int, alpha: float, beta: float, ply: int) -> float:
        if depth <= 0:
            return self._calm(alpha, beta, ply, CALM)
        self._count()
        table = self.table
        key = self._key()
        known = self.memory.get(key)
        first = 0
        if known:
            if known[0] >= depth:
                bound, points = known[2], known[1]
                if bound == 0 or (bound > 0 and points >= beta) or (bound < 0 and points <= alpha):
                    return points
            first = known[3]
        best, choice, start = -WON * 2, -1, alpha
        if table.down:
            best = self.value(table)
            alpha = max(alpha, best)
            if alpha >= beta:
                return best
        everything = (known and known[4]) or table.moves()
        moves = self._order(everything, first)
        if not moves and not table.down:
            return (ply - WON) if table.options.no_move == "lose" else self.value(table)
        for move in moves:
            points = self._after(move, depth, -beta, -alpha, ply)
            if points > best:
                best, choice = points, move
                if best > alpha:
                    alpha = best
                    if alpha >= beta:
                        if not table.board[move & 63]:
                            self.history[move] += depth * depth
                        break
        bound = 1 if best >= beta else -1 if best <= start else 0
        self.memory[key] = (depth, best, bound, choice, everything)
        return best

    def _calm(self, alpha: float, beta: float, ply: int, left: int) -> float:
        self._count()
        table = self.table
        if table.borne and self._arrives():
            return WON - ply
        best = self.value(table)
        if best >= beta or left <= 0:
            return best
        alpha = max(alpha, best)
        key = self._key()
        fights = self.fights.get(key)
        if fights is None:
            fights = self.fights[key] = self._order(table.moves(captures=True), 0)
        for move in fights:
            made = table.make(move)
            try:
                winner = table.winner(made[4])
                if winner is None:
                    points = -self._calm(-beta, -alpha, ply + 1, left - 1)
                elif winner == 2:
                    points = 0.0
                else:
                    points = (WON - ply) if winner != table.side else ply - WON
            finally:
                table.undo(move, made)
            if points > best:
                best = points
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
        return best

    def _arrives(self) -> bool:
        table = self.table
        board, side = table.board, table.side
        return any(
            target in table.homes[side] and (not board[target] or table.attack(face, board[target]))
            for at, face in enumerate(board)
            if BARE < face < DOWN
            and SIDE[face] == side
            and table.carries(face)
            and at not in table.locked
            for target in table.reach(at, KIND[face])
            if board[target] != DOWN
        )
