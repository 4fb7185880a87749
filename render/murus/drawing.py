"""The pictures of Murus Gallicus: what is its own in them, and sample views."""

from collections.abc import Iterator
from dataclasses import replace

from games.core import Act, Event, Over, Seat
from games.murus.board import (
    GOAL,
    GRID,
    TOWER,
    Action,
    Move,
    Sign,
    Variant,
    height,
    owner,
    stones,
)
from games.murus.game import MURUS as GAME
from games.murus.turns import actions
from games.murus.view import PIECES, Code, MurusView

from ..duel import SEATS, Duel
from ..look import Theme
from ..scene import Scene
from .board import between, over, passed
from .pieces import MURUS as COLOURS
from .pieces import SQUARES, chip


def moves(view: MurusView, seat: Seat) -> list[Action]:
    """List the actions that a side has in its next turn, or would have."""
    return actions(view.board, seat, view.variant, view.ply + (view.ply % 2 != seat))


def goal(view: MurusView) -> tuple[Event, ...]:
    """Tell of both sides which stack that can move is nearest to the last row."""
    if view.variant.escape:
        return (Event("murus.no_goal"),)
    return tuple(_far(view, seat) for seat in SEATS)


def _far(view: MurusView, seat: Seat) -> Event:
    last = GRID.at(GOAL[seat].start)[1]
    stacks = [
        (abs(last - GRID.at(at)[1]), GRID.names[at])
        for at, cell in enumerate(view.board)
        if owner(cell) == seat and height(cell) >= TOWER
    ]
    if not stacks:
        return Event("murus.far_none", {"side": DUEL.sides[seat]})
    rows, square = min(stacks)
    return Event("murus.far", {"side": DUEL.sides[seat], "square": square, "n": rows})


TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))
WON = Over(frozenset({Seat(0)}), "goal")


CELLS = range(2 * len(PIECES) - 1)
"""What may be on a square: nothing, or a stack of either side."""


def portraits() -> Iterator[MurusView]:
    yield from map(_portrait, range(12))
    yield replace(_portrait(0), turn=WON)


def _portrait(number: int) -> MurusView:
    board = [(3 * square + square // 8 + number) % len(CELLS) for square in range(len(GRID))]
    origin = GRID.square("d4") + number // 6
    names = ("d6", "f6", "f4", "f2", "d2", "b2")
    target = GRID.square(names[number % 6]) + number // 6
    if number % 2:
        board[origin] = 0
    last = Move(origin, Sign.TO if number % 2 else Sign.TAKE, target)
    ply = 20 + number % 2
    return MurusView(None, TURNS[ply % 2], (), bytes(board), Variant(advanced=True), ply, last)


def prepared(theme: Theme, below: int) -> Iterator[Scene]:
    """Yield every cell, for chance positions show few of them."""
    field = DUEL.field(below)
    cells = tuple(SQUARES.every_cell(theme, field, CELLS))
    yield Scene(f"murus-{theme}", SQUARES.ground(theme, field, 1), cells, ())


DUEL = Duel(
    game=GAME,
    grid=GRID,
    squares=SQUARES,
    colours=COLOURS,
    chip=chip,
    board=lambda view: view.board,
    played=lambda view: view.ply,
    owner=owner,
    kind=lambda cell: PIECES[height(cell)],
    count=lambda view, seat: stones(view.board, seat),
    moves=moves,
    goal=goal,
    counted="frame.stones",
    asks="frame.choose",
    passed=passed,
    between=between,
    over=over,
)
MURUS = DUEL.drawing(
    MurusView,
    portraits,
    prepared=prepared,
    notable=frozenset((Code.HIT, Code.SACRIFICED, Code.SACRIFICED_TWO)),
    measured="advanced",
)
