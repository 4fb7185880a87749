"""What a seat of Junqi with hidden pieces takes into account in its turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum
from operator import mul

from games.core import Seat
from games.junqi.board_shape import Ground
from games.junqi.hidden_view import HiddenView
from games.junqi.notation import write_move
from games.junqi.pieces import Move, Verdict

from ..exact import expected
from .belief import Belief
from .fights import BOMB, FLAG, MINE, WORTH, Odds, fights

SCALE = 46.0
"""The points that make the odds of winning e to 1."""
BACK, LOITERING = 1.2, 0.5
"""The cost of taking a move back, and of returning to where the piece was lately."""
LATELY = 6
DRAWN = 0.4
"""The worth of a draw for want of captures: less than half, for whoever waits could have it."""
CERTAIN = 0.999
"""The likelihood of what is certain."""


@dataclass(slots=True)
class Considered:
    """A move and its worth at a glance, in points. `fights`: it meets an enemy. `sure`: it wins at
    once. `lost`: it lets an enemy win at once that is known to be able to. `drawn`: the likelihood
    that nothing is taken after it until that ends the game. `played`: its expected score by games
    played on from it."""

    move: Move
    points: float
    fights: bool = False
    sure: bool = False
    lost: bool = False
    drawn: float = 0.0
    played: float | None = None

    @property
    def score(self) -> float:
        """The expected score after it."""
        if self.sure:
            return 1.0
        if self.played is not None:
            return self.played
        hope = expected(self.points / SCALE)
        return 0.01 * hope if self.lost else self.perhaps_drawn(0.01 + 0.98 * hope)

    def perhaps_drawn(self, score: float) -> float:
        """Return the expected score if it is this one unless the game is drawn."""
        return score + self.drawn * (DRAWN - score)


class Thought:
    """One turn of a seat: its belief, and its moves as they look at a glance."""

    def __init__(self, ground: Ground, view: HiddenView, past: Sequence[HiddenView]) -> None:
        self.ground, self.view = ground, view
        self.seat = view.seat if view.seat is not None else Seat(0)
        self.friends = ground.teams[self.seat]
        self.belief = Belief(ground, view, past)
        self._past = past
        worths = [
            fsum(map(mul, odds[:FLAG], WORTH)) * (1 if seat in self.friends else -1)
            for at, cell in enumerate(view.board)
            if cell and (seat := cell.seat) not in view.out and (odds := self._odds(at))
        ]
        self.base = fsum(worths)
        """What we have more than the enemies have, in points."""
        self.guarded = {
            cell.seat
            for at, cell in enumerate(view.board)
            if cell and view.options.dark_flag_needs_mines_dug
            if self._odds(at)[MINE] > 1 - CERTAIN
        }
        """The seats whose flag cannot be taken as long as their mines may stand."""

    def consider(self, guess: Callable[[Move], float]) -> list[Considered]:
        """List all moves, the best first, by a guess at what they gain in points."""
        view, board, lately = self.view, self.view.board, self._return_costs()
        takers = self._takers() if self._alone(self.seat) else []
        limit = view.options.no_capture_limit
        late = max(0.0, 2 * view.quiet / limit - 1) if limit else 0.0
        ideas = []
        for move in self.ground.actions(board, self.seat, locks=view.options.hq_locks):
            points, drawn = self.base + guess(move), 0.0
            there = board[move.target]
            if not there:
                points -= lately.get((move.origin, move.target), 0.0)
                drawn = late * late
            sure = self._wins(move)
            lost = bool(takers) and not (takers == [move.target] and self._removes(move))
            ideas.append(Considered(move, points, bool(there), sure, lost, drawn))
        ideas.sort(key=lambda idea: (-idea.score, idea.move.origin, idea.move.target))
        return ideas

    def _odds(self, at: int) -> Odds:
        cell = self.view.board[at]
        return self.belief.odds[cell.seat, cell.origin] if cell else ()

    def _return_costs(self) -> dict[tuple[int, int], float]:
        """Return the cost to a piece (by where it stands now) of returning to a square."""
        costs: dict[tuple[int, int], float] = {}
        where: dict[int, int] = {}
        turns = 0
        for view in reversed(self._past):
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

    def _takers(self) -> list[int]:
        """List where enemies stand that are sure to take our flag unless they are removed. A flag
        stands in headquarters, off the rails, so what takes it stands next to it. All know its
        place, and which pieces next to it can move and may take it."""
        view, options = self.view, self.view.options
        if self.seat in self.guarded:
            return []
        locked = self.ground.headquarters if options.hq_locks else frozenset[int]()
        takers = []
        for at, own in enumerate(view.board):
            if own is None or own.seat != self.seat:
                continue
            if self.belief.public[own.seat, own.origin][FLAG] <= CERTAIN:
                continue
            for by in sorted(self.ground.lines.steps[at]):
                man = view.board[by]
                if man is None or man.seat in self.friends | view.out or by in locked:
                    continue
                odds = self._odds(by)
                harmless = 0.0 if options.bomb_takes_flag else odds[BOMB]
                if odds[MINE] + odds[FLAG] + harmless < 1 - CERTAIN:
                    takers.append(by)
        return takers

    def _wins(self, move: Move) -> bool:
        """Tell whether a move takes a flag for certain, and with it the game."""
        there = self.view.board[move.target]
        if there is None or there.seat in self.view.out or self._odds(move.target)[FLAG] < 1:
            return False
        return self._alone(there.seat) and self._removes(move)

    def _removes(self, move: Move) -> bool:
        """Tell whether an attack may well remove what it meets."""
        there = self.view.board[move.target]
        guarded = there is not None and there.seat in self.guarded
        table, kind = fights(self.view.options, guarded=guarded), self._odds(move.origin).index(1)
        met = self._odds(move.target)
        return table.likelihood(kind, met, Verdict.DEFENDER, attacked=False) < CERTAIN

    def _alone(self, seat: Seat) -> bool:
        """Tell whether a seat is the last of its team."""
        return not (self.ground.teams[seat] - {seat} - self.view.out)


def text(ground: Ground, move: Move) -> str:
    """Write a move as it is typed."""
    return write_move(move.origin, move.target, names=ground.names)
