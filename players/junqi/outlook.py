"""A board of Junqi with hidden pieces as the side to move sees it, and what its moves are worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from games.core import Seat
from games.junqi.board_shape import Ground
from games.junqi.options import Options
from games.junqi.pieces import CODES, Move, Verdict

from .fights import MINE, WORTH, Odds
from .paths import paths
from .threats import PieceOdds, Threats

CAMPED = 0.05
"""The share of its worth that a camp adds to a piece."""
MARCH = (0.2, 0.3, 0.3, 0.3, 0.25, 0.2, 0.15, 0.1, 0.15, 0.1, 0.0, 0.0)
"""The worth of a step nearer to the enemy's flag, by kind."""
SECRECY = 0.4
"""The cost of showing that a piece of the last two rows can move."""
CURIOSITY = 0.8
"""The worth of what an attack on an unknown piece teaches."""
UNLIKELY = 0.02
"""The likelihood below which an outcome is left out of account."""


@dataclass(frozen=True, slots=True)
class Style:
    """What differs between the games for two and four, as their gauntlets showed it.

    `soon` is the worth of a threat as a share of carrying it out, `march` that of a step nearer to
    the flags as a multiple of MARCH. Where there are nodes for it, replies are thought of:
    `attacks` of each enemy, its quiet moves if `quiet`, and `answers` of ours. What they tell
    counts for a `share`, and what is seen at once for the rest. `marching` is what a step nearer to
    the enemies' headquarters is worth, in errors of a level: where errors decide, steps back and
    forth are as good as any, and a weak level would wander. With `playouts`, games are played on
    where there are nodes for it.
    """

    soon: float = 0.3
    march: float = 1.0
    attacks: int = 3
    quiet: bool = True
    answers: int = 16
    share: float = 1.0
    marching: float = 0.0
    playouts: bool = False


class OutOfNodes(Exception):
    """The nodes that may be looked at are spent."""


@dataclass(slots=True)
class Purse:
    """The nodes that may be looked at, and how many were."""

    nodes: int
    spent: int = 0

    def pay(self) -> None:
        """Pay for one more. Raises Spent."""
        if self.spent >= self.nodes:
            raise OutOfNodes
        self.spent += 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What a seat goes by while it thinks over one turn.

    `flags` are the points where enemies' flags may stand, and how likely. `lately` is the cost of
    returning to where a piece was, by its point and that one; `unmoved` the points of the last two
    rows on which our pieces still stand as they were set up. `urgency` rises from 0 to 1 with the
    turns without a capture.
    """

    ground: Ground
    options: Options
    seat: Seat
    style: Style
    flags: Sequence[tuple[int, float]]
    lately: Mapping[tuple[int, int], float]
    unmoved: frozenset[int]
    urgency: float
    purse: Purse
    numbers: Iterator[int]
    nearness: dict[int, float] = field(default_factory=dict)

    def near(self, at: int) -> float:
        """Tell how near a point is to where the flags may stand."""
        if at not in self.nearness:
            far = paths(self.ground).far[at]
            nearest = max(share / (1 + far[flag]) for flag, share in self.flags)
            way = fsum(share * far[flag] for flag, share in self.flags)
            total = fsum(share for _, share in self.flags)
            self.nearness[at] = 6 * nearest - way / max(1.0, total)
        return self.nearness[at]

    def with_piece(self, man: PieceOdds, odds: Odds, public: Odds) -> PieceOdds:
        """Return a piece of which more is known."""
        return PieceOdds.of(man.seat, odds, public, man.kind, next(self.numbers), man.out)


class Outlook:
    """A board as the side to move sees it. All worths are in points, and differences: what is on
    the board counts nothing."""

    def __init__(self, plan: Plan, threats: Threats) -> None:
        self.plan, self.threats = plan, threats
        self.board, self.friends = threats.board, threats.friends

    def after_move(self, origin: int, target: int, man: PieceOdds | None) -> Outlook:
        """Return the outlook once a move, by anybody, has left this at its target."""
        return Outlook(self.plan, self.threats.after_move(origin, target, man))

    def moves(self) -> list[Move]:
        """List our moves."""
        ground, board = self.plan.ground, self.board
        return [
            Move(origin, target)
            for origin, man in enumerate(board)
            if man and man.seat == self.plan.seat and man.kind < MINE
            if origin not in self.threats.locked
            for target in sorted(ground.lines.reach(board, origin, CODES[man.kind]))
            if (there := board[target]) is None
            or (there.seat not in self.friends and target not in ground.camps)
        ]

    def guess(self, move: Move) -> float:
        """Guess a move's worth."""
        mover, there = self.board[move.origin], self.board[move.target]
        if mover is None:
            return 0.0
        if there is not None:
            return self.threats.hope(mover, there) + CURIOSITY
        return self._step(mover, move) - self.plan.lately.get((move.origin, move.target), 0.0)

    def move_value(
        self, move: Move, after: Callable[[Move, PieceOdds | None], float] | None = None
    ) -> float:
        """Value a move by the outcomes it may have: `after` values what follows once the move has
        left this piece, or none, at its target."""
        mover, there = self.board[move.origin], self.board[move.target]
        if mover is None:
            return -1000.0
        if there is not None:
            return self._fought(move, mover, there, after or self.after)
        points = (after or self.after)(move, mover) + self._step(mover, move)
        lately = self.plan.lately.get((move.origin, move.target), 0.0)
        return points - lately * (1 + 3 * self.plan.urgency)

    def after(self, move: Move, left: PieceOdds | None) -> float:
        """Value the threats to either side once a move has left a piece at its target; one node."""
        self.plan.purse.pay()
        return self.threats.after(move.origin, move.target, left)

    def _fought(
        self,
        move: Move,
        mover: PieceOdds,
        there: PieceOdds,
        after: Callable[[Move, PieceOdds | None], float],
    ) -> float:
        plan, fights = self.plan, self.threats.against(there)
        points = self.threats.hope(mover, there) + CURIOSITY * (max(there.odds) < 0.95)
        points += 6 * plan.urgency
        for verdict, share in fights.chances(mover.odds, there.odds).items():
            if share < UNLIKELY:
                continue
            left: PieceOdds | None = None
            if verdict is Verdict.ATTACKER:
                seen = fights.odds_after_fight(mover.public, there.odds, verdict, attacked=False)
                left = plan.with_piece(mover, mover.odds, seen)
                points += share * self._step(mover, move)
            elif verdict is Verdict.DEFENDER:
                seen = fights.odds_after_fight(there.odds, mover.odds, verdict, attacked=True)
                left = plan.with_piece(there, seen, seen)
            points += share * after(move, left)
        return points

    def _step(self, man: PieceOdds, move: Move) -> float:
        """Return what a step gains by nearness to the flags and by shelter."""
        gain = self._place(man, move.target) - self._place(man, move.origin)
        return gain - SECRECY if move.origin in self.plan.unmoved else gain

    def _place(self, man: PieceOdds, at: int) -> float:
        """Return what it is worth to a piece of ours to stand there."""
        ground = self.plan.ground
        worth = CAMPED * WORTH[man.kind] if at in ground.camps else 0.0
        if at in ground.headquarters:
            worth -= 0.5 * WORTH[man.kind]
        if self.plan.flags:
            worth += self.plan.style.march * MARCH[man.kind] * self.plan.near(at)
        return worth
