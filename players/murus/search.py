"""The search: alpha-beta with a memory, deeper where a breakthrough threatens."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import TypeAlias

from .board import BITS, BOARD, DISTRIBUTIONS, GOAL, NUMBERS, TAKE, Stacks
from .moves import FAR, NEAR, ORIGINS, after, numbers
from .value import WIN, WON, Values


def _through(side: int) -> int:
    ends = [DISTRIBUTIONS.line(place, 2) for place in DISTRIBUTIONS.places]
    lines = [line for line in ends if line and BITS[line[2]] & GOAL[side]]
    towers = {line[0] for line in lines}
    return ORIGINS * sum(BITS[square] for square in towers) & GOAL[side] * FAR


_THROUGH = (_through(0), _through(1))
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_DEEPEST = 64
_PATIENCE = -4
"""The depth, below zero, at which the search stops following threats."""
_LEAD = 300
"""A lead of this much for every turn that remains is taken to last."""
_CHOICE = 5
"""Passing is worse than moving for a side that has more distributions than this."""
KEPT = 2000
"""The boards that are remembered over a pause, those that were looked at deepest."""
_KEPT_SIZE = 11
"""The numbers that are kept of such a board: whose it is, the board, and what is known of it."""

Node: TypeAlias = tuple[Stacks, int, int, int]
"""A board the search comes to: as the side to move has it, that side, the sum of its stacks there,
and the turns it took. One value, for it is made once and visited up to three times."""


class OutOfNodes(Exception):
    """The budget is used up."""


@dataclass(frozen=True, slots=True)
class Root:
    """A turn that may be taken: the board it leads to as the enemy has it, and its sum there.
    `bonus` is added to its value: the error of a player below its best."""

    move: int
    led_to: Stacks
    standing: int
    bonus: int = 0


def roots(position: Stacks, side: int, values: Values, advanced: bool) -> list[Root]:
    """List the turns of a side, in the order of their numbers; without a redistribution."""
    standing = values.standing(position, side)
    turns = []
    for move in numbers(position, side, advanced):
        led_to, gain = after(position, move, side, values)
        turns.append(Root(move, led_to, -standing - gain))
    return turns


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
        state: tuple[int, ...] = (),
    ) -> None:
        """Begin, or go on from the `state` of a search for one best turn that was paused. Each of
        the boards `drawn`, by the side to move, is a draw if it comes again."""
        self._values, self._side, self._limit = values, side, nodes
        self._advanced = advanced
        self._through = (0, 0) if escape or advanced else _THROUGH
        self._goal = GOAL if advanced and not escape else (0, 0)
        self._line = (set(drawn[0]), set(drawn[1]))
        self._known: tuple[dict[Stacks, tuple[int, int, int, int]], ...] = ({}, {})
        self._history = ([0] * NUMBERS, [0] * NUMBERS)
        self._killers = [[-1, -1] for _ in range(_DEEPEST)]
        self._passed = False
        self._reached = state[:3]
        for at in range(3, len(state), _KEPT_SIZE):
            side, a, b, c, d, e, f, *entry = state[at : at + _KEPT_SIZE]
            deep, kind, value, move = entry
            self._known[side][a, b, c, d, e, f] = (deep, kind, value, move)
        self.nodes = 0
        self.spent = False
        """True once the nodes did not suffice for all that was worth looking at."""

    @property
    def state(self) -> tuple[int, ...]:
        """What another search for one best turn goes on from: the depth that was not looked at to
        the end, the best turn with its value, and the boards that were looked at deepest, of two
        alike the newer."""
        known = [
            (side, *position, *entry)
            for side, boards in enumerate(self._known)
            for position, entry in reversed(boards.items())
            if entry[0] > 1
        ]
        known.sort(key=lambda each: -each[7])
        return (*self._reached, *(number for each in known[:KEPT] for number in each))

    def best(self, roots: Sequence[Root], position: Stacks, top: int = 1) -> list[tuple[int, int]]:
        """Return the best `top` turns: their values and their numbers in `roots`, in order."""
        order = sorted(range(len(roots)), key=lambda n: roots[n].standing - roots[n].bonus)
        won = [n for n in order if self._won(roots[n])]
        rest = [n for n in order if n not in won]
        found = [(WIN - 1, n) for n in won[:top]]
        self._line[self._side].add(position)
        return found + self._promising(roots, rest, top - len(found))

    def _promising(
        self, roots: Sequence[Root], order: list[int], top: int
    ) -> list[tuple[int, int]]:
        """List the best `top` of the turns that do not win at once; `order` is by how they look."""
        if not top or not order:
            return []
        best = [(roots[n].bonus - roots[n].standing, n) for n in order[:top]]
        begun = 1
        if self._reached:
            begun, value, first = self._reached
            best = [(value, first)]
            order = [first, *(n for n in order if n != first)]
        for depth in range(begun, _DEEPEST // 2):
            leaders, whole = self._deepen(roots, order, depth, top)
            if whole or (leaders and top == 1):
                best = leaders
            self._reached, self.spent = (depth, *best[0]), not whole
            decided = all(abs(value) >= WON for value, _ in best)
            if not whole or decided or (len(order) == 1 and depth > 2):
                break
            ahead = [n for _, n in best]
            order = ahead + [n for n in order if n not in ahead]
        return best

    def _deepen(
        self, roots: Sequence[Root], order: Sequence[int], depth: int, top: int
    ) -> tuple[list[tuple[int, int]], bool]:
        """List the best turns at one depth; tell whether the budget sufficed for all of them."""
        leaders: list[tuple[int, int]] = []
        try:
            for number in order:
                worst = leaders[-1][0] if len(leaders) >= top else -2 * WIN
                value = self._try(roots[number], depth, worst)
                if value > worst:
                    leaders = sorted([*leaders, (value, number)], key=lambda each: -each[0])[:top]
        except OutOfNodes:
            return leaders, False
        return leaders, True

    def _try(self, root: Root, depth: int, worst: int) -> int:
        """Value a turn, exactly if above `worst`. No bonus makes up for a decided game."""
        node = (root.led_to, 1 - self._side, root.standing, 1)
        floor = worst if abs(worst) >= WON else worst - root.bonus
        if worst > -WIN:
            value = -self._visit(node, depth - 1, -floor - 1, -floor)
            if value <= floor:
                return worst
        value = -self._visit(node, depth - 1, -2 * WIN, -floor)
        return value if abs(value) >= WON else value + root.bonus

    def _won(self, root: Root) -> bool:
        """Tell whether a turn wins at once: it is on the goal row, or leaves the enemy no move."""
        walls, towers, catapults, own_walls, own_towers, _ = root.led_to
        if self._through[self._side] and (own_walls | own_towers) & GOAL[self._side]:
            return True
        if (walls | towers | catapults) & self._goal[1 - self._side]:
            return False
        return not numbers(root.led_to, 1 - self._side, self._advanced)

    def line(self, position: Stacks, side: int, longest: int) -> list[tuple[int, Stacks]]:
        """List the moves expected from a board on, each with the board before it."""
        moves: list[tuple[int, Stacks]] = []
        while len(moves) < longest and (entry := self._known[side].get(position)):
            move = entry[3]
            if move < 0:
                break
            moves.append((move, position))
            position, _ = after(position, move, side, self._values)
            side = 1 - side
        return moves

    def _visit(self, node: Node, depth: int, alpha: int, beta: int) -> int:
        if self.nodes >= self._limit:
            raise OutOfNodes
        self.nodes += 1
        position, side, standing, ply = node
        walls, towers, catapults, their_walls, their_towers, their_catapults = position
        own = walls | towers | catapults
        if own & self._goal[side]:
            return WIN - ply
        theirs = their_walls | their_towers | their_catapults
        advanced = self._advanced
        free = BOARD ^ ((catapults if advanced else towers) | theirs)
        lifted = towers * ORIGINS
        lines = lifted & free * NEAR & free * FAR
        if lines & self._through[side]:
            return WIN - ply - 1
        free = BOARD ^ ((their_catapults if advanced else their_towers) | own)
        their_lines = their_towers * ORIGINS & free * NEAR & free * FAR
        threat = bool(their_lines & self._through[1 - side] or theirs & self._goal[1 - side])
        values = self._values
        mobility = lines.bit_count() - their_lines.bit_count()
        value = standing + values.mobility * mobility + values.tempo
        if depth <= 0:
            if threat and depth > _PATIENCE:
                return self._answers(node, depth, alpha, beta, -1, lines, threat)
            return value if lines or numbers(position, side, advanced) else ply - WIN
        if beta - alpha == 1 and lines and not threat and value >= beta and -WON < beta < WON:
            if depth <= 3 and value - _LEAD * depth >= beta:
                return value
            if depth >= 3 and lines.bit_count() > _CHOICE and not self._passed:
                passed = self._after_passing(node, depth, beta)
                if passed >= beta:
                    return passed
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
        value = self._answers(node, depth, alpha, beta, first, lines, threat)
        line.remove(position)
        kind = _AT_LEAST if value >= beta else _EXACT if value > alpha else _AT_MOST
        kept = value if abs(value) < WON else value + ply if value > 0 else value - ply
        known[position] = (depth, kind, kept, self._move)
        return value

    def _after_passing(self, node: Node, depth: int, beta: int) -> int:
        """Return the least a board is worth to a side that would rather move than pass."""
        self._passed = True
        position, side, standing, ply = node
        enemy_first = ((*position[3:], *position[:3]), 1 - side, -standing, ply + 1)
        value = -self._visit(enemy_first, depth - 3, -beta, 1 - beta)
        self._passed = False
        return min(value, WON - 1)

    def _answers(
        self, node: Node, depth: int, alpha: int, beta: int, first: int, lines: int, threat: bool
    ) -> int:
        """Value the best move; `self._move` is that move, or `first` if none was good."""
        position, side, standing, ply = node
        killers, history = self._killers[ply], self._history[side]
        best, chosen = ply - WIN, first
        low = alpha
        values, visit, enemy = self._values, self._visit, 1 - side
        goal = self._goal[enemy]
        moves = self._order(position, side, first, killers, lines)
        for count, move in enumerate(moves):
            led_to, gain = after(position, move, side, values)
            if goal and (led_to[0] | led_to[1] | led_to[2]) & goal:
                best = max(best, ply + 1 - WIN)
                continue
            answer = (led_to, enemy, -standing - gain, ply + 1)
            if count:
                less = 1
                if depth > 2 and count > 3 and not threat and move < TAKE:
                    less = 2 if count < 12 else 3
                value = -visit(answer, depth - less, -low - 1, -low)
                if value > low and less > 1:
                    value = -visit(answer, depth - 1, -low - 1, -low)
                if low < value < beta:
                    value = -visit(answer, depth - 1, -beta, -low)
            else:
                value = -visit(answer, depth - 1, -beta, -low)
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

    def _order(
        self, position: Stacks, side: int, first: int, killers: Sequence[int], lines: int
    ) -> Iterator[int]:
        """Give the moves of a board, likely the best ones first; `lines` are its distributions."""
        tried = [first]
        if first >= 0:
            yield first
        for killer in tuple(killers):
            if killer != first and 0 <= killer < TAKE and lines & DISTRIBUTIONS.bit(killer):
                tried.append(killer)
                yield killer
        moves = numbers(position, side, self._advanced)
        moves.sort(key=self._history[side].__getitem__, reverse=True)
        for move in moves:
            if move not in tried:
                yield move
