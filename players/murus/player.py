"""The computer player of Murus Gallicus, in all its variants."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

from games.core import Code, OutOfTurn, Seat
from games.murus.board import REDISTRIBUTIONS, Board
from games.murus.notation import write_action
from games.murus.turns import redistributing
from games.murus.view import MurusView

from ..core import Budget, Choice, Opponent, Pause, Player, in_one_go, one_slice
from ..exact import error
from .board import Stacks, action, after_redistribution, stacks
from .greedy import greedy
from .search import Root, Search, roots
from .value import SCALE, WON, expected, values

LONGEST = 6
"""The most turns of a line that are worth telling."""
BASIC = (Budget(2, 0.22), Budget(50, 0.12), Budget(150, 0.06), Budget(800, 0.006), Budget(10_000))
ESCAPE = (Budget(2, 0.12), Budget(55, 0.112), Budget(142, 0.058), Budget(320, 0.03), Budget(1400))
ADVANCED = (
    Budget(2, 0.18),
    Budget(47, 0.122),
    Budget(118, 0.066),
    Budget(345, 0.035),
    Budget(2200),
)
CURVE = (0.0, 0.01, 0.1, 0.21, 0.29, 0.37, 0.48, 0.58, 0.69, 0.76, 0.86, 0.986, 1.0)
"""Between what 500 games of levels 2 and 3 say and what 100 of 4 and 5 do."""
MASTER, SLICE = Budget(6_000_000), 150_000
"""Some 24 seconds of CPU, and 0.6."""


def go_on(
    view: MurusView, past: Sequence[MurusView], budget: Budget, seed: int, pause: Pause | None
) -> Choice | Pause:
    """Think for a slice."""

    def think(slice_: Budget, state: tuple[int, ...]) -> tuple[Choice, Search]:
        choices, search = _think(view, past, slice_, 1, Random(seed), state)
        return choices[0], search

    return one_slice(think, budget, SLICE, pause)


choose = partial(in_one_go, go_on)


def judge(view: MurusView, past: Sequence[MurusView], nodes: int) -> Sequence[Choice]:
    """Return the three best turns, the best first."""
    return _think(view, past, Budget(nodes), 3, Random(0))[0]


def _think(
    view: MurusView,
    past: Sequence[MurusView],
    budget: Budget,
    top: int,
    chance: Random,
    state: tuple[int, ...] = (),
) -> tuple[list[Choice], Search]:
    seat, variant = view.seat, view.variant
    if seat is None or not view.acting:
        raise OutOfTurn(Code.NOT_YOUR_TURN)
    position = stacks(view.board, seat)
    table = values(variant.advanced, variant.escape)
    lifting = redistributing(variant, view.ply)
    if lifting:
        turns, texts = [], []
        for redistribution in REDISTRIBUTIONS[seat]:
            led_to = after_redistribution(redistribution, position)
            turns.append(Root(-1, led_to, table.standing(led_to, 1 - seat)))
            texts.append(write_action(redistribution))
    else:
        turns = roots(position, seat, table, variant.advanced)
        texts = [write_action(action(each.move, seat, position)) for each in turns]
    spread = budget.noise * 4 * SCALE
    order = list(range(len(turns)))
    chance.shuffle(order)
    turns = [replace(turns[n], bonus=round(error(chance, spread))) for n in order]
    texts = [texts[n] for n in order]
    drawn = _near_draws(view, past)
    search = Search(table, variant.advanced, variant.escape, seat, budget.nodes, drawn, state)
    opening = lifting and not view.ply
    if opening:  # the other seat redistributes next, which the search does not foresee
        looks = [(each.bonus - each.standing, n) for n, each in enumerate(turns)]
        found = sorted(looks, reverse=True)[:top]
    else:
        found = search.best(turns, position, top)[:top]
    choices = []
    for value, n in found:
        root = turns[n]
        true = value if abs(value) >= WON else value - root.bonus
        line = [texts[n]]
        if not opening:
            line += _continuation(search, root.led_to, 1 - seat)
        choices.append(Choice(texts[n], expected(true), tuple(line), search.nodes))
    return choices, search


def _continuation(search: Search, position: Stacks, side: int) -> list[str]:
    """Write out how the search expects the game to go on from a board."""
    texts = []
    for move, before in search.line(position, side, LONGEST - 1):
        texts.append(write_action(action(move, side, before)))
        side = 1 - side
    return texts


def _near_draws(view: MurusView, past: Sequence[MurusView]) -> tuple[set[Stacks], set[Stacks]]:
    """List the boards that stood twice, by the side to move then, without turns taken back."""
    boards: dict[int, Board] = {}
    for each in past:
        boards = {ply: board for ply, board in boards.items() if ply < each.ply}
        boards[each.ply] = each.board
    drawn: tuple[set[Stacks], set[Stacks]] = (set(), set())
    for side in (0, 1):
        stood = Counter(board for ply, board in boards.items() if ply % 2 == side)
        twice = [board for board, times in stood.items() if times > 1 and board != view.board]
        drawn[side].update(stacks(board, Seat(side)) for board in twice)
    return drawn


MURUS_PLAYER: Player[MurusView] = Player(
    version=7,
    levels=BASIC,
    choose=choose,
    judge=judge,
    curve=CURVE,
    # in a sharper variant the same budgets lie further apart
    apart=lambda view: (
        ADVANCED if view.variant.advanced else ESCAPE if view.variant.escape else BASIC
    ),
    master=MASTER,
    slice=SLICE,
    go_on=go_on,
)
MURUS = Opponent("murus", MURUS_PLAYER, greedy, opening=4)
