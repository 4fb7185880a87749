"""The computer player of flip Junqi."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.junqi.board import COLOURS
from games.junqi.flip.board import DOWN
from games.junqi.flip.refuge import NAMES
from games.junqi.flip.view import FlipView
from games.junqi.notation import written

from ..core import Budget, Choice, Player
from ..exact import error, expected
from .flip_board import Table
from .flip_search import Search
from .flip_value import SCALE, WON

LEVELS = (Budget(5, 0.8), Budget(120, 0.1), Budget(300, 0.05), Budget(1100, 0.012), Budget(7000))
RETURNING = 1.5
"""The cost of moving back to a square, in points, for every visit."""
SOONER = 0.0005
"""The share of a win that a turn of delay costs, so that the next turn is the best to win on."""
WAKING = 36
"""After this many turns without a capture or a flip no level errs any more: a beginner who only
walked about would draw nearly every game."""
SHOWN = 3
"""The turns that a hint compares."""


def text(move: int) -> str:
    """Write a move as it is typed."""
    return written(move >> 6, move & 63, names=NAMES)


def lately(view: FlipView, past: Sequence[FlipView]) -> dict[int, float]:
    """Return the cost of returning to where a piece has been since the last capture or flip."""
    costs: dict[int, float] = {}
    now: dict[int, int] = {}
    for seen in reversed(past[-view.quiet :] if view.quiet else ()):
        strike = seen.strike
        if strike and strike.seat == view.seat and strike.met is None:
            move = strike.move
            at = now.pop(move.target, move.target)
            now[move.origin] = at
            again = at * 64 + move.origin
            costs[again] = costs.get(again, 0.0) + RETURNING
    return costs


def considered(
    view: FlipView, past: Sequence[FlipView], budget: Budget, seed: int, wanted: int
) -> list[Choice]:
    """List turns, the best first and the first `wanted` of them valued alike."""
    rng = Random(seed)
    if view.seat is None or not view.colours[view.seat]:
        places = [at for at, cell in enumerate(view.board) if cell is DOWN]
        rng.shuffle(places)
        return [Choice(NAMES[at], 0.5, (NAMES[at],)) for at in places]
    table = Table(view, COLOURS.index(view.colours[view.seat]))
    search = Search(table, budget.nodes, lately(view, past))
    moves = search.best(wanted)
    choices = []
    for one in moves:
        line = tuple(map(text, one.line or (one.move,)))
        choices.append(Choice(text(one.move), _expected(one.points), line, search.nodes))
    if table.down:
        passing = search.passing
        for gain, at in search.flips():
            points = passing if abs(passing) > WON / 2 else passing + gain
            choices.append(Choice(NAMES[at], _expected(points), (NAMES[at],), search.nodes))
    rng.shuffle(choices)
    noise = budget.noise * max(0.0, 1 - view.quiet / WAKING)
    return sorted(choices, key=lambda choice: -_disturbed(choice, noise, rng))


def _expected(points: float) -> float:
    if abs(points) > WON / 2:
        late = SOONER * (WON - abs(points))
        return 1 - late if points > 0 else late
    return 0.01 + 0.98 * expected(points / SCALE)


def _disturbed(choice: Choice, noise: float, rng: Random) -> float:
    """Return the value with an error; every level sees a turn that decides the game."""
    doubt = error(rng, noise) if noise else 0.0
    if 0.01 <= choice.value <= 0.99:
        return choice.value + doubt
    return choice.value + (10 if choice.value > 0.5 else -10)


def choose(view: FlipView, past: Sequence[FlipView], budget: Budget, seed: int) -> Choice:
    """Return the turn to take."""
    return considered(view, past, budget, seed, 1 if not budget.noise else 4)[0]


def judge(view: FlipView, past: Sequence[FlipView], nodes: int) -> Sequence[Choice]:
    """Return the best turns in order."""
    return considered(view, past, Budget(nodes), 0, SHOWN)[:SHOWN]


FLIP_PLAYER: Player[FlipView] = Player(version=6, levels=LEVELS, choose=choose, judge=judge)
