"""Looks ahead: alpha-beta with a memory, deeper where a breakthrough threatens."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass

from .board import BITS, BOARD, DISTRIBUTIONS, GOAL, NUMBERS, TAKE, Stacks
from .moves import after, numbers
from .value import WIN, WON, Values

_ORIGINS, _NEAR, _FAR = (DISTRIBUTIONS.reach(steps) for steps in (0, 1, 2))


def _through(side: int) -> int:
    """All lines of towers that end on the goal row."""
    ends = [DISTRIBUTIONS.line(place, 2) for place in DISTRIBUTIONS.places]
    lines = [line for line in ends if line and BITS[line[2]] & GOAL[side]]
    towers = {line[0] for line in lines}
    return _ORIGINS * sum(BITS[square] for square in towers) & GOAL[side] * _FAR


_THROUGH = (_through(0), _through(1))
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_DEEPEST = 64


class Spent(Exception):
    """The budget is used up."""


@dataclass(frozen=True, slots=True)
class Root:
    """A turn that may be taken: the board it leads to as the enemy has it, and its sum there.

    `bonus` is added to its value: the error of a player who is not at his best.
    """

    move: int
    led_to: Stacks
    standing: int
    bonus: int = 0


class Search:
    """One search from one board, within its number of nodes."""

    def __init__(
        self,
        values: Values,
        advanced: bool,
        escape: bool,
        side: int,
        nodes: int,
        drawn: Sequence[Set[Stacks]] = (frozenset(), frozenset()),
    ) -> None:
        """`drawn`: the boards, by the side to move, that would be a draw if they came again."""
        self._values, self._side, self._limit = values, side, nodes
        self._advanced = advanced
        self._through = (0, 0) if escape or advanced else _THROUGH
        self._goal = GOAL if advanced and not escape else (0, 0)
        self._line = (set(drawn[0]), set(drawn[1]))
        self._known: tuple[dict[Stacks, tuple[int, int, int, int]], ...] = ({}, {})
        self._history = ([0] * NUMBERS, [0] * NUMBERS)
        self._killers = [[-1, -1] for _ in range(_DEEPEST)]
        self.nodes = 0

    def best(self, roots: Sequence[Root], position: Stacks, top: int = 1) -> list[tuple[int, int]]:
        """The values of the best `top` turns with their numbers in `roots`, the best first.

        The others follow in the order in which they were last thought of, with value -WIN.
        """
        order = sorted(range(len(roots)), key=lambda n: roots[n].standing - roots[n].bonus)
        found = [(-roots[n].standing + roots[n].bonus, n) for n in order]
        self._line[self._side].add(position)
        try:
            for depth in range(1, _DEEPEST // 2):
                found = self._deepen(roots, [n for _, n in found], depth, top, found)
                decided = [value for value, _ in found[:top]]
                if min(map(abs, decided)) >= WON or (len(roots) == 1 and depth > 2):
                    break
        except Spent:
            pass
        return found

    def _deepen(
        self,
        roots: Sequence[Root],
        order: Sequence[int],
        depth: int,
        top: int,
        before: list[tuple[int, int]],
    ) -> list[tuple[int, int]]:
        leaders: list[tuple[int, int]] = []
        rest: list[int] = []
        try:
            for number in order:
                root = roots[number]
                worst = leaders[-1][0] if len(leaders) >= top else -2 * WIN
                value = self._tried(root, depth, worst)
                if value > worst:
                    leaders.append((value, number))
                    leaders.sort(key=lambda each: -each[0])
                    rest += [n for _, n in leaders[top:]]
                    leaders = leaders[:top]
                else:
                    rest.append(number)
        except Spent:
            if top > 1 or not leaders:
                raise
            done = leaders[0][1]
            before[:] = [leaders[0], *(each for each in before if each[1] != done)]
            raise
        return leaders + [(-2 * WIN, n) for n in rest]

    def _tried(self, root: Root, depth: int, worst: int) -> int:
        """The value of a turn, exact if it is above `worst`."""
        if self._ended(root):
            return WIN - 1
        side, bonus = 1 - self._side, root.bonus
        floor = worst - bonus
        if worst > -WIN:
            value = -self._visit(root.led_to, side, root.standing, depth - 1, -floor - 1, -floor, 1)
            if value <= floor:
                return value + bonus
        value = -self._visit(root.led_to, side, root.standing, depth - 1, -2 * WIN, -floor, 1)
        return value if abs(value) >= WON else value + bonus

    def _ended(self, root: Root) -> bool:
        """Whether a turn has reached the goal row and so won at once."""
        own = root.led_to[3] | root.led_to[4]
        return bool(self._through[self._side] and own & GOAL[self._side])

    def line(self, position: Stacks, side: int, longest: int) -> list[tuple[int, Stacks]]:
        """The moves expected from a board on, each with the board before it."""
        moves: list[tuple[int, Stacks]] = []
        while len(moves) < longest and (entry := self._known[side].get(position)):
            move = entry[3]
            if move < 0:
                break
            moves.append((move, position))
            position, _ = after(position, move, side, self._values)
            side = 1 - side
        return moves

    def _visit(
        self,
        position: Stacks,
        side: int,
        standing: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
    ) -> int:
        """The value of a board for its side to move; `standing` is the sum of its stacks."""
        if self.nodes >= self._limit:
            raise Spent
        self.nodes += 1
        walls, towers, catapults, their_walls, their_towers, their_catapults = position
        own = walls | towers | catapults
        if own & self._goal[side]:
            return WIN - ply
        theirs = their_walls | their_towers | their_catapults
        advanced = self._advanced
        free = BOARD ^ ((catapults if advanced else towers) | theirs)
        lifted = towers * _ORIGINS
        lines = lifted & free * _NEAR & free * _FAR
        if lines & self._through[side]:
            return WIN - ply - 1
        free = BOARD ^ ((their_catapults if advanced else their_towers) | own)
        their_lines = their_towers * _ORIGINS & free * _NEAR & free * _FAR
        threat = bool(their_lines & self._through[1 - side] or theirs & self._goal[1 - side])
        if depth <= 0 and (not threat or depth <= -4):
            if not lines and not numbers(position, side, advanced):
                return ply - WIN
            values = self._values
            mobility = lines.bit_count() - their_lines.bit_count()
            return standing + values.mobility * mobility + values.tempo
        if depth <= 0:
            return self._answers(position, side, standing, depth, alpha, beta, ply, -1, threat)
        line = self._line[side]
        if position in line:
            return 0
        known = self._known[side]
        first = -1
        if entry := known.get(position):
            deep, kind, value, first = entry
            if deep >= depth:
                if abs(value) >= WON:
                    value -= ply if value > 0 else -ply
                if (
                    kind == _EXACT
                    or (kind == _AT_LEAST and value >= beta)
                    or (kind == _AT_MOST and value <= alpha)
                ):
                    return value
        line.add(position)
        value = self._answers(position, side, standing, depth, alpha, beta, ply, first, threat)
        line.remove(position)
        kind = _AT_LEAST if value >= beta else _EXACT if value > alpha else _AT_MOST
        kept = value if abs(value) < WON else value + ply if value > 0 else value - ply
        known[position] = (depth, kind, kept, self._move)
        return value

    def _answers(
        self,
        position: Stacks,
        side: int,
        standing: int,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        first: int,
        threat: bool,
    ) -> int:
        """The value of the best move; `self._move` is that move, or `first` if none was good."""
        moves = numbers(position, side, self._advanced)
        history = self._history[side]
        moves.sort(key=history.__getitem__, reverse=True)
        killers = self._killers[ply]
        for move in (*killers, first):
            if move in moves:
                moves.remove(move)
                moves.insert(0, move)
        best, chosen = ply - WIN, first
        low = alpha
        values, visit, enemy = self._values, self._visit, 1 - side
        goal = self._goal[enemy]
        for count, move in enumerate(moves):
            led_to, gain = after(position, move, side, values)
            if goal and (led_to[0] | led_to[1] | led_to[2]) & goal:
                best = max(best, ply + 1 - WIN)
                continue
            total = -standing - gain
            if count:
                less = 1
                if depth > 2 and count > 3 and not threat and move < TAKE:
                    less = 2 if count < 12 else 3
                value = -visit(led_to, enemy, total, depth - less, -low - 1, -low, ply + 1)
                if value > low and less > 1:
                    value = -visit(led_to, enemy, total, depth - 1, -low - 1, -low, ply + 1)
                if low < value < beta:
                    value = -visit(led_to, enemy, total, depth - 1, -beta, -low, ply + 1)
            else:
                value = -visit(led_to, enemy, total, depth - 1, -beta, -low, ply + 1)
            if value > best:
                best, chosen = value, move
                if value > low:
                    low = value
                    if value >= beta:
                        history[move] += depth * depth if depth > 0 else 1
                        if move != killers[0]:
                            killers[1], killers[0] = killers[0], move
                        break
        self._move = chosen
        return best
