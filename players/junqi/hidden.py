"""The choice of a turn in Junqi with hidden pieces: by a side's own hopes, and by its enemies'."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import fsum
from operator import mul
from statistics import median

from games.core import Seat
from games.junqi.board_shape import Ground
from games.junqi.hidden_view import HiddenView
from games.junqi.notation import write_move
from games.junqi.pieces import Move, Verdict

from ..exact import expected
from .belief import Belief
from .fights import FLAG, WORTH
from .outlook import Outlook, OutOfNodes, Plan, Purse, Style
from .replies import Replies
from .threats import CERTAIN, Board, PieceOdds, Threats

SCALE = 60.0
"""The points that make the odds of winning e to 1."""
BACK, LOITERING = 1.2, 0.5
"""The cost of taking a move back, and of returning to where the piece was lately."""
LATELY = 6
DEEPER = 200
"""The nodes that must be left for thinking of replies."""
ENOUGH = 3
"""The moves of which replies must be known before they say anything about the others."""


@dataclass(slots=True)
class Considered:
    """A move and its worth, in points. `sure`: it wins at once. `lost`: it lets an enemy win at
    once that is known to be able to. `played`: its expected score by games played on from it."""

    move: Move
    points: float
    sure: bool = False
    lost: bool = False
    played: float | None = None

    @property
    def score(self) -> float:
        """The expected score after it."""
        if self.sure:
            return 1.0
        if self.played is not None:
            return self.played
        hope = expected(self.points / SCALE)
        return 0.01 * hope if self.lost else 0.01 + 0.98 * hope


class Thought:
    """One turn of a seat, thought over within a budget of nodes: positions that it values."""

    def __init__(
        self, ground: Ground, style: Style, view: HiddenView, past: Sequence[HiddenView], nodes: int
    ) -> None:
        seat = view.seat if view.seat is not None else Seat(0)
        self.ground, self.view, self.seat = ground, view, seat
        self.friends = ground.teams[seat]
        belief = self.belief = Belief(ground, view, past)
        board: Board = []
        for number, cell in enumerate(view.board):
            if cell is None:
                board.append(None)
                continue
            odds = belief.odds[cell.seat, cell.origin]
            public = belief.public[cell.seat, cell.origin]
            kind = odds.index(1.0) if 1.0 in odds else -1
            board.append(PieceOdds.of(cell.seat, odds, public, kind, number, cell.seat in view.out))
        self.board, self.purse = board, Purse(nodes)
        self.threats = Threats(ground, view.options, seat, board, style.soon)
        limit = view.options.no_capture_limit
        urgency = view.quiet / limit if limit else 0.0
        plan = Plan(
            ground=ground,
            options=view.options,
            seat=seat,
            style=style,
            flags=self._flags(),
            lately=self._return_costs(past),
            unmoved=frozenset(
                at
                for at in ground.homes[seat][:10]
                if (cell := view.board[at]) and cell.seat == seat and cell.origin == at
            ),
            urgency=urgency * urgency,
            purse=self.purse,
            numbers=count(len(board)),
        )
        self.outlook = Outlook(plan, self.threats)
        self.base = self._material()

    def _return_costs(self, past: Sequence[HiddenView]) -> dict[tuple[int, int], float]:
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
        return [
            (at, man.odds[FLAG])
            for at, man in enumerate(self.board)
            if man and man.seat not in self.friends | self.view.out and man.odds[FLAG] > 0.01
        ]

    def _material(self) -> float:
        total = 0.0
        for man in self.board:
            if man and not man.out:
                worth = fsum(map(mul, man.odds[:FLAG], WORTH))
                total += worth if man.seat in self.friends else -worth
        return total

    def consider(self) -> list[Considered]:
        """List all moves, the best first; as many as the budget allows are thought over."""
        outlook, purse = self.outlook, self.purse
        takers = self.threats.takers() if self._last(self.seat) else []
        still = 0.0
        if purse.nodes:
            purse.pay()
            still = self.threats()
        guesses = sorted(
            ((outlook.guess(move), move) for move in outlook.moves()),
            key=lambda row: (row[1].target not in takers, -row[0], row[1].origin, row[1].target),
        )
        ideas = []
        for guess, move in guesses:
            costs = 1 if self.board[move.target] is None else 3
            if purse.spent + costs <= purse.nodes:
                points = self.base + outlook.move_value(move)
                ideas.append(Considered(move, points, self._wins(move)))
            else:
                ideas.append(Considered(move, self.base + min(0.0, still) + guess - 5.0))
            ideas[-1].lost = bool(takers) and not (takers == [move.target] and self._removes(move))
        ideas.sort(key=_rank)
        enough = purse.nodes - purse.spent >= DEEPER
        if enough and len(ideas) > 1 and not ideas[0].sure:
            self._deepen(ideas)
            ideas.sort(key=_rank)
        return ideas

    def _deepen(self, ideas: Sequence[Considered]) -> None:
        """Value moves by what the enemies reply and we answer, the best first, until the nodes are
        spent; no other comes before the best of them.

        It is for us to move in the end, which is worth something. That is taken off again, so that
        values stay comparable with those of other moves and turns: by the median, which a blunder
        does not move.
        """
        replies, deeper = Replies(self.outlook), list[float]()
        try:
            for idea in ideas:
                deeper.append(self.base + self.outlook.move_value(idea.move, replies.after))
        except OutOfNodes:
            pass
        if len(deeper) < ENOUGH:
            return
        share = self.outlook.plan.style.share
        shift = median(points - idea.points for idea, points in zip(ideas, deeper, strict=False))
        for idea, points in zip(ideas, deeper, strict=False):
            idea.points = share * (points - shift) + (1 - share) * idea.points
        most = max(idea.points for idea in ideas[: len(deeper)])
        for idea in ideas[len(deeper) :]:
            idea.points = min(idea.points, most)

    def _wins(self, move: Move) -> bool:
        """Tell whether a move takes a flag for certain, and with it the game."""
        mover, there = self.board[move.origin], self.board[move.target]
        if mover is None or there is None:
            return False
        return (
            there.odds[FLAG] >= 1 and self.threats.hope(mover, there) > 0 and self._last(there.seat)
        )

    def _removes(self, move: Move) -> bool:
        mover, there = self.board[move.origin], self.board[move.target]
        if mover is None or there is None:
            return False
        odds = self.threats.against(there).chances(mover.odds, there.odds)
        return odds[Verdict.DEFENDER] < CERTAIN

    def _last(self, seat: int) -> bool:
        return not (self.ground.teams[seat] - {Seat(seat)} - self.view.out)


def _rank(one: Considered) -> float:
    return -one.score


def consider(
    ground: Ground, style: Style, view: HiddenView, past: Sequence[HiddenView], nodes: int
) -> tuple[list[Considered], int]:
    """List the moves of the view's owner, the best first, and count the positions looked at."""
    thought = Thought(ground, style, view, past, nodes)
    return thought.consider(), thought.purse.spent


def text(ground: Ground, move: Move) -> str:
    """Write a move as it is typed."""
    return write_move(move.origin, move.target, names=ground.names)
