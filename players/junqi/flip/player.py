"""The computer player of flip Junqi."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from games.junqi.board import COLOURS
from games.junqi.flip.board import DOWN
from games.junqi.flip.refuge import NAMES
from games.junqi.flip.view import FlipView
from games.junqi.notation import write_move

from ...core import Budget, Choice, Pause, Player, in_one_go, one_slice
from ...exact import error, expected
from .board import KIND, LOSES, Table
from .chances import flips
from .search import Search, more
from .value import SCALE, WON, Valuation

LEVELS = (Budget(3, 0.5), Budget(25, 0.22), Budget(300, 0.05), Budget(1100, 0.012), Budget(7000))
MASTER, SLICE = Budget(300_000), 50_000
"""Some 3 seconds of CPU, and 0.5."""
EAGER, PATIENT = 4.0, 2.5
"""What a move has to gain, in points, to be preferred to turning a piece up: once the hunt is on,
and before."""
LEVEL = -5.0
"""A side that stands no worse than this seeks fights."""
BOLD, BOLDER, BOLDEST = 5.0, 0.2, 12.0
"""What such a side stakes on an attack to get on, with every quiet turn more, and at most."""
PUSH = 2.0
"""What is staked on bringing a worker a move nearer to a mine or the flag."""
RETURNING = 1.5
"""The cost of moving back to a square, in points, for every visit."""
SOONER = 0.00005
"""The share of a win that a turn of delay costs, so that the next turn is the best to win on; so
little that a win in some turns is still told as won."""
WAKING = 36
"""After this many turns without a capture or a flip no level errs any more: a beginner who only
walked about would draw nearly every game."""
SHOWN = 3
"""The turns that a hint compares."""


def text(move: int) -> str:
    """Write a move as it is typed."""
    return write_move(move >> 6, move & 63, names=NAMES)


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


def attack_bonus(table: Table, value: Valuation) -> dict[int, float]:
    """Return what is staked on moves that get on in the hunt, in points: else two careful sides
    would walk about for hundreds of turns."""
    stakes: dict[int, float] = {}
    if not value.quests:
        return stakes
    quest, worker = value.quests[table.side], table.workers[table.side]
    boldness = min(BOLD + BOLDER * table.quiet, BOLDEST) if value(table) >= LEVEL else 0.0
    for move in table.moves():
        face, there = table.board[move >> 6], table.board[move & 63]
        if there:
            if table.attack(face, there) != LOSES:
                stakes[move] = boldness
        elif KIND[face] == worker:
            nearer = quest.nearest(move >> 6) - quest.nearest(move & 63)
            stakes[move] = PUSH * max(0.0, nearer)
    return stakes


def _consider(
    view: FlipView,
    past: Sequence[FlipView],
    budget: Budget,
    seed: int,
    wanted: int,
    *,
    urged: bool,
    state: tuple[int, ...] = (),
) -> tuple[list[Choice], Search | None]:
    """List turns, the best first and the first `wanted` of them valued alike, and return the search
    for them, begun anew or from a state. If `urged`, turns that get on come before others that are
    worth a little more."""
    rng = Random(seed)
    if view.seat is None or not view.colours[view.seat]:
        places = [at for at, cell in enumerate(view.board) if cell is DOWN]
        rng.shuffle(places)
        return [Choice(NAMES[at], 0.5, (NAMES[at],)) for at in places], None
    table = Table(view, COLOURS.index(view.colours[view.seat]))
    valuation = Valuation(table)
    stakes = attack_bonus(table, valuation) if urged else {}
    costs = lately(view, past)
    for move, stake in stakes.items():
        costs[move] = costs.get(move, 0.0) - stake
    search = Search(table, valuation, budget.nodes, costs, state)
    eager = (EAGER if valuation.quests else PATIENT) if urged else 0.0
    turns = [(gain + eager, at) for gain, at in flips(table)] if table.down else []
    found = []
    chance = rng if budget.noise else None
    for idea in search.best(wanted, turns[0][0] if turns else 0.0, chance):
        line = tuple(map(text, idea.line or (idea.move,)))
        fights = bool(table.board[idea.move & 63])
        found.append(_Turn(line, fights, idea.points, stakes.get(idea.move, 0.0)))
    for gain, at in turns:
        found.append(_Turn((NAMES[at],), False, more(search.passing, gain), eager))
    rng.shuffle(found)
    noise = budget.noise * max(0.0, 1 - view.quiet / WAKING)
    ranked = _rank(found, noise, rng, hunting=bool(valuation.quests))
    choices = [
        Choice(turn.line[0], _expectation(more(turn.points, -turn.stake)), turn.line, search.nodes)
        for turn in ranked
    ]
    return choices, search


class _Turn(NamedTuple):
    """A turn with its points, and what of them is staked on getting on."""

    line: tuple[str, ...]
    fights: bool
    points: float
    stake: float


def _rank(found: list[_Turn], noise: float, rng: Random, *, hunting: bool) -> list[_Turn]:
    """Put turns in order, with errors; every level sees a turn that decides the game. Errors about
    fights differ; in the hunt all moves without one share an error, and so do all flips, so that
    nobody loses the way."""
    shared: dict[bool, float] = {}

    def rank(one: _Turn) -> float:
        value = _expectation(one.points)
        if not 0.01 <= value <= 0.99:
            return value + (10 if value > 0.5 else -10)
        if not noise:
            return value
        if one.fights or not hunting:
            return value + error(rng, noise)
        moves = "-" in one.line[0]
        if moves not in shared:
            shared[moves] = error(rng, noise)
        return value + shared[moves]

    ranks = [rank(turn) for turn in found]
    return [found[n] for n in sorted(range(len(found)), key=lambda n: -ranks[n])]


def _expectation(points: float) -> float:
    if abs(points) > WON / 2:
        late = SOONER * max(0.0, WON - abs(points))
        return 1 - late if points > 0 else late
    return 0.01 + 0.98 * expected(points / SCALE)


def go_on(
    view: FlipView, past: Sequence[FlipView], budget: Budget, seed: int, pause: Pause | None
) -> Choice | Pause:
    """Think for a slice. One who errs has to know more than the best turn, and thinks at once."""
    wanted, slice_nodes = (4, budget.nodes) if budget.noise else (1, SLICE)

    def think(slice_: Budget, state: tuple[int, ...]) -> tuple[Choice, Search | None]:
        choices, search = _consider(view, past, slice_, seed, wanted, urged=True, state=state)
        return choices[0], search

    return one_slice(think, budget, slice_nodes, pause)


choose = partial(in_one_go, go_on)


def judge(view: FlipView, past: Sequence[FlipView], nodes: int) -> Sequence[Choice]:
    return _consider(view, past, Budget(nodes), 0, SHOWN, urged=False)[0][:SHOWN]


CURVE = (0.0, 0.03, 0.11, 0.18, 0.28, 0.38, 0.5, 0.58, 0.67, 0.78, 0.86, 0.95, 1.0)
"""Between what 500 games of levels 2 and 3 say and what 100 of 4 and 5 do."""
FLIP_PLAYER: Player[FlipView] = Player(
    version=11,
    levels=LEVELS,
    choose=choose,
    judge=judge,
    curve=CURVE,
    master=MASTER,
    slice=SLICE,
    go_on=go_on,
)
