"""The choice of a turn in Junqi with hidden pieces: by a side's own hopes, and by its enemies'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import fsum
from operator import mul

from games.core import Seat
from games.junqi.board_shape import Ground
from games.junqi.hidden_view import HiddenView
from games.junqi.notation import written
from games.junqi.pieces import Move, Verdict

from ..exact import expected
from .belief import Belief
from .fights import FLAG, WORTH, Odds, chances, learned
from .paths import paths
from .threats import CERTAIN, Board, Man, Threats

SCALE = 60.0
"""The points that make the odds of winning e to 1."""
CAMPED = 0.05
"""The share of its worth that a camp adds to a piece."""
MARCH = (0.2, 0.3, 0.3, 0.3, 0.25, 0.2, 0.15, 0.1, 0.15, 0.1, 0.0, 0.0)
"""The worth of a step nearer to the enemy's flag, by kind."""
BACK, LOITERING = 1.2, 0.5
"""The cost of taking a move back, and of returning to where the piece was lately."""
SECRECY = 0.4
"""The cost of showing that a piece of the last two rows can move."""
CURIOSITY = 0.8
"""The worth of what an attack on an unknown piece teaches."""
LATELY = 6


@dataclass(slots=True)
class Considered:
    """A move and its worth, in points. `sure`: it wins at once. `lost`: it lets an enemy win at
    once that is known to be able to."""

    move: Move
    points: float
    sure: bool = False
    lost: bool = False

    @property
    def score(self) -> float:
        """The expected score after it."""
        if self.sure:
            return 1.0
        hope = expected(self.points / SCALE)
        return 0.01 * hope if self.lost else 0.01 + 0.98 * hope


class Thought:
    """One turn of a seat, thought over within a budget of nodes: positions that it values."""

    def __init__(self, ground: Ground, view: HiddenView, past: Sequence[HiddenView]) -> None:
        seat = view.seat if view.seat is not None else Seat(0)
        self.ground, self.view, self.seat = ground, view, seat
        self.options = view.options
        self.friends = ground.teams[seat]
        self.paths = paths(ground)
        self.belief = Belief(ground, view, past)
        self.numbers = count()
        self.board: Board = [
            self._man(cell.seat, (cell.seat, cell.origin)) if cell else None for cell in view.board
        ]
        self.threats = Threats(ground, self.options, seat, self.board)
        self.nodes = 0
        self.lately = self._lately(past)
        self.flags = self._flags()
        self.nearness: dict[int, float] = {}
        self.base = self._material()
        urgency = view.quiet / view.options.no_capture_limit if view.options.no_capture_limit else 0
        self.urgency = urgency * urgency

    def _man(self, seat: int, name: tuple[Seat, int]) -> Man:
        odds, public = self.belief.odds[name], self.belief.public[name]
        kind = odds.index(1.0) if 1.0 in odds else -1
        return Man.of(seat, odds, public, kind, next(self.numbers))

    def _changed(self, man: Man, odds: Odds, public: Odds) -> Man:
        return Man.of(man.seat, odds, public, man.kind, next(self.numbers))

    def _lately(self, past: Sequence[HiddenView]) -> dict[tuple[int, int], float]:
        """Return the cost to a piece (by where it stands now) of returning to a square."""
        costs: dict[tuple[int, int], float] = {}
        where: dict[int, int] = {}
        turns = 0
        for view in reversed(past):
            strike = view.strike
            if not strike or strike.seat != self.seat or strike.verdict is not None:
                continue
            move = strike.move
            now = where.get(move.target, move.target)
            where[move.origin] = now
            cost = BACK if turns == 0 else LOITERING
            costs[now, move.origin] = costs.get((now, move.origin), 0.0) + cost
            turns += 1
            if turns >= LATELY:
                break
        return costs

    def _flags(self) -> list[tuple[int, float]]:
        """List where the enemies' flags may stand, and how likely."""
        return [
            (at, man.odds[FLAG])
            for at, man in enumerate(self.board)
            if man and man.seat not in self.friends and man.odds[FLAG] > 0.01
        ]

    def _material(self) -> float:
        total = 0.0
        for man in self.board:
            if man:
                worth = fsum(map(mul, man.odds[:FLAG], WORTH))
                total += worth if man.seat in self.friends else -worth
        return total

    def considered(self, nodes: int) -> list[Considered]:
        """List all moves, the best first; as many as the budget allows are thought over."""
        moves = sorted(
            self.ground.actions(self.view.board, self.seat, locks=self.options.hq_locks),
            key=lambda move: (move.origin, move.target),
        )
        takers = self.threats.takers() if self._last(self.seat) else []
        still = self._quietly() if nodes else 0.0
        guesses = sorted(
            ((self._guess(move), move) for move in moves),
            key=lambda one: (one[1].target not in takers, -one[0], one[1].origin, one[1].target),
        )
        ideas = []
        for guess, move in guesses:
            costs = 1 if self.board[move.target] is None else 3
            if self.nodes + costs <= nodes:
                ideas.append(self._valued(move))
            else:
                ideas.append(Considered(move, self.base + min(0.0, still) + guess - 5.0))
            ideas[-1].lost = bool(takers) and not (takers == [move.target] and self._removes(move))
        return sorted(ideas, key=lambda one: -one.score)

    def _removes(self, move: Move) -> bool:
        """Tell whether an attack may remove what it meets."""
        mover, there = self.board[move.origin], self.board[move.target]
        if mover is None or there is None:
            return False
        return chances(mover.odds, there.odds, self.options)[Verdict.DEFENDER] < CERTAIN

    def _guess(self, move: Move) -> float:
        """Guess a move's worth."""
        mover, there = self.board[move.origin], self.board[move.target]
        if mover is None:
            return 0.0
        if there is not None:
            return self.threats.hope(mover, there) + CURIOSITY
        return self._step(mover, move) - self.lately.get((move.origin, move.target), 0.0)

    def _step(self, man: Man, move: Move) -> float:
        """Return what a step gains by nearness to the flags and by shelter."""
        gain = self._place(man, move.target) - self._place(man, move.origin)
        cell = self.view.board[move.origin]
        if cell and cell.origin == move.origin and cell.origin in self.ground.homes[self.seat][:10]:
            gain -= SECRECY
        return gain

    def _place(self, man: Man, at: int) -> float:
        """Return what it is worth to a piece of ours to stand there."""
        worth = CAMPED * WORTH[man.kind] if at in self.ground.camps else 0.0
        if at in self.ground.headquarters:
            worth -= 0.5 * WORTH[man.kind]
        if self.flags:
            worth += MARCH[man.kind] * self._nearness(at)
        return worth

    def _nearness(self, at: int) -> float:
        """Tell how near a point is to where the flags may stand."""
        if at not in self.nearness:
            far = self.paths.far[at]
            nearest = max(share / (1 + far[flag]) for flag, share in self.flags)
            way = fsum(share * far[flag] for flag, share in self.flags)
            total = fsum(share for _, share in self.flags)
            self.nearness[at] = 6 * nearest - way / max(1.0, total)
        return self.nearness[at]

    def _valued(self, move: Move) -> Considered:
        """Value a move by the outcomes it may have, and what the others make of them."""
        board = self.board
        mover, there = board[move.origin], board[move.target]
        if mover is None:
            return Considered(move, -1000.0)
        if there is None:
            points = self._after(move, mover)
            points += self._step(mover, move)
            points -= self.lately.get((move.origin, move.target), 0.0) * (1 + 3 * self.urgency)
            return Considered(move, self.base + points)
        return self._fought(move, mover, there)

    def _fought(self, move: Move, mover: Man, there: Man) -> Considered:
        """Value an attack."""
        options = self.options
        odds = chances(mover.odds, there.odds, options)
        points = self.threats.hope(mover, there) + CURIOSITY * (max(there.odds) < 0.95)
        points += 6 * self.urgency
        sure = (
            there.odds[FLAG] >= 1 and self.threats.hope(mover, there) > 0 and self._last(there.seat)
        )
        if options.dark_flag_needs_mines_dug:
            sure = False
        for verdict, share in odds.items():
            if share < 0.02:
                continue
            left: Man | None = None
            if verdict is Verdict.ATTACKER:
                seen = learned(mover.public, there.odds, verdict, options, attacked=False)
                left = self._changed(mover, mover.odds, seen)
                points += share * self._step(mover, move)
            elif verdict is Verdict.DEFENDER:
                seen = learned(there.odds, mover.odds, verdict, options, attacked=True)
                left = self._changed(there, seen, seen)
            points += share * self._after(move, left)
        return Considered(move, self.base + points, sure)

    def _quietly(self) -> float:
        """Value what threatens either side if we do not move, in points; one node."""
        self.nodes += 1
        return self.threats()

    def _after(self, move: Move, left: Man | None) -> float:
        """Value what threatens either side once a move has left a piece at its target, in points;
        one node."""
        self.nodes += 1
        return self.threats.after(move.origin, move.target, left)

    def _last(self, seat: int) -> bool:
        """Tell whether this seat is the only one left of its team."""
        return not (self.ground.teams[seat] - {Seat(seat)} - self.view.out)


def considered(
    ground: Ground, view: HiddenView, past: Sequence[HiddenView], nodes: int
) -> tuple[list[Considered], int]:
    """List the moves of the view's owner, the best first, and count the positions looked at."""
    thought = Thought(ground, view, past)
    return thought.considered(nodes), thought.nodes


def text(ground: Ground, move: Move) -> str:
    """Write a move as it is typed."""
    return written(move.origin, move.target, names=ground.names)
