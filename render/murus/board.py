"""The marks on a board of Murus Gallicus: the last move, or what can follow the picks."""

from collections.abc import Iterator

from games.murus.board import GRID, TOWER, Action, Move, Sign, height, owner
from games.murus.view import MurusView, legal, path

from .. import marks
from ..frame import Field
from ..look import Look
from ..scene import Point, Stamp
from ..squares import Marked
from .pieces import CELL, SQUARES

BOW = 0.45


def stamps(view: MurusView, look: Look, field: Field) -> Iterator[Stamp]:
    """Yield a tile for every cell not as empty as the ground, then what goes over the pieces."""
    marked = _picks(view, look) if look.picked else _deed(view)
    yield from SQUARES.stamps(view.board, marked, look, field)
    yield from _badges(view, look, field) if look.picked else _over(view, look, field)


def _deed(view: MurusView) -> Marked:
    action = view.last
    if action is None:
        return
    yield action.origin, "source"
    if not isinstance(action, Move):
        yield action.first, "target"
        yield action.second, "target"
        return
    if _was_distributed(view, action):
        yield (action.origin + action.target) // 2, "target"
    yield action.target, "target"


def _over(view: MurusView, look: Look, field: Field) -> Iterator[Stamp]:
    """Yield the way of a stone that was thrown, and the badge on what was taken."""
    action = view.last
    if not isinstance(action, Move):
        return
    corner = field.corner(*GRID.at(action.target))
    if GRID.distance(action.origin, action.target) > 1 and not _was_distributed(view, action):
        start, end = _middle(field.corner(*GRID.at(action.origin))), _middle(corner)
        yield marks.arrow(look.theme, _flight(start, end), planned=look.preview)
    if action.sign is not Sign.TO:
        yield marks.badge(look.theme, *corner, CELL, "took")


def _middle(corner: tuple[int, int]) -> Point:
    return corner[0] + CELL / 2, corner[1] + CELL / 2


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


def following(view: MurusView, look: Look) -> Iterator[tuple[Action, str]]:
    """Yield the actions that begin with what is picked, and the next step of each."""
    for action in legal(view):
        if step := look.next(path(action)):
            yield action, str(step)


def _picks(view: MurusView, look: Look) -> Marked:
    for step in look.squares:
        yield step_square(step), "chosen"
    leading: dict[int, str] = {}
    for action, step in following(view, look):
        target = step_square(step)
        holder = owner(view.board[target])
        if holder is None:
            leading[target] = "dot"
        elif holder != view.seat:
            leading[target] = "prey"
        if isinstance(action, Move) and height(view.board[action.origin]) == TOWER:
            near = (action.origin + action.target) // 2
            if action.sign is Sign.TO and owner(view.board[near]) is None:
                leading.setdefault(near, "passing")
    yield from leading.items()


def _badges(view: MurusView, look: Look, field: Field) -> Iterator[Stamp]:
    """Yield badges on the pieces the picks can lead to: enemies, and the reader's own walls."""
    for target in sorted({step_square(step) for _, step in following(view, look)}):
        holder = owner(view.board[target])
        if holder is not None:
            kind: marks.Badge = "dot" if holder == view.seat else "prey"
            yield marks.badge(look.theme, *field.corner(*GRID.at(target)), CELL, kind)


def step_square(step: str) -> int:
    """Return the square of one step of a path, which may carry the sign of a capture."""
    return GRID.square(step.lstrip("x*"))
