"""What can be asked about a position of Murus Gallicus."""

from games.core import Event, Seat
from games.murus.board import GOAL, GRID, NEIGHBOURS, TOWER, Move, Sign, height, owner
from games.murus.turns import actions
from games.murus.view import PIECES, MurusView

from ..reading import Held, Reading, Way, nothing
from .words import SIDES


def held(view: MurusView, square: str) -> Held | None:
    cell = view.board[GRID.square(square)]
    return Held(owner(cell), Event(PIECES[height(cell)].code)) if cell else None


def ways(view: MurusView, square: str) -> tuple[Way, ...]:
    """List the far squares a stack's stones can go to, and what it can take."""
    at = GRID.square(square)
    mover = owner(view.board[at])
    if mover is None:
        return ()
    found: dict[Way, None] = {}
    ply = view.ply + (view.ply % 2 != mover)  # of its next turn
    for action in actions(view.board, mover, view.variant, ply):
        if action.origin == at:
            targets = [action.target] if isinstance(action, Move) else [action.first, action.second]
            takes = isinstance(action, Move) and action.sign is not Sign.TO
            found |= dict.fromkeys(Way(GRID.names[target], takes) for target in targets)
    return tuple(found)


def near(view: MurusView, square: str) -> tuple[str, ...]:
    return tuple(GRID.names[beside] for beside, _, _ in NEIGHBOURS[GRID.square(square)])


def goal(view: MurusView) -> tuple[Event, ...]:
    """Tell of both sides which stack that can move is nearest to the last row."""
    if view.variant.escape:
        return (Event("murus.no_goal"),)
    return tuple(_far(view, Seat(seat)) for seat in (0, 1))


def _far(view: MurusView, seat: Seat) -> Event:
    last = GRID.at(GOAL[seat].start)[1]
    stacks = [
        (abs(last - GRID.at(at)[1]), GRID.names[at])
        for at, cell in enumerate(view.board)
        if owner(cell) == seat and height(cell) >= TOWER
    ]
    if not stacks:
        return Event("murus.far_none", {"side": SIDES[seat]})
    rows, square = min(stacks)
    return Event("murus.far", {"side": SIDES[seat], "square": square, "n": rows})


READING = Reading(
    "murus", lambda view: SIDES, lambda view: GRID.names, held, ways, near, nothing, goal
)
