"""The marks on a board of Murus Gallicus that other boards do not have."""

from collections.abc import Iterator

from games.murus.board import GRID, TOWER, Action, Move, Sign, height, owner
from games.murus.view import MurusView

from .. import marks
from ..frame import Field
from ..look import Look
from ..scene import Point, Stamp
from .pieces import CELL

BOW = 0.45


def passed(view: MurusView) -> Iterator[int]:
    """Yield the square on which the last move put a stone on its way."""
    action = view.last
    if isinstance(action, Move) and _was_distributed(view, action):
        yield (action.origin + action.target) // 2


def over(view: MurusView, look: Look, field: Field) -> Iterator[Stamp]:
    """Yield the way of a stone that was thrown."""
    action = view.last
    if not isinstance(action, Move) or _was_distributed(view, action):
        return
    if GRID.distance(action.origin, action.target) > 1:
        start, end = (field.middle(*GRID.at(at)) for at in (action.origin, action.target))
        yield marks.arrow(look.theme, _flight(start, end), planned=look.preview)


def _flight(start: Point, end: Point) -> tuple[Point, ...]:
    """Return the way from the catapult's edge to a quarter of a cell within the cell it hit."""
    reach = max(abs(end[0] - start[0]), abs(end[1] - start[1])) / CELL
    begin, stop = 0.42 / reach, 0.25 / reach
    (x1, y1), (x2, y2) = start, end
    right, down = x2 - x1, y2 - y1
    return marks.arc(
        (x1 + right * begin, y1 + down * begin), (x2 - right * stop, y2 - down * stop), BOW * CELL
    )


def _was_distributed(view: MurusView, action: Move) -> bool:
    """Tell whether a tower was distributed: only then is nothing left where a "-" began."""
    return action.sign is Sign.TO and height(view.board[action.origin]) == 0


def between(view: MurusView, action: Action) -> Iterator[int]:
    """Yield the empty square on which a distribution puts a stone on its way."""
    if isinstance(action, Move) and height(view.board[action.origin]) == TOWER:
        near = (action.origin + action.target) // 2
        if action.sign is Sign.TO and owner(view.board[near]) is None:
            yield near
