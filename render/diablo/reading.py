"""What can be asked about a position of Diablo."""

from games.core import Event, Seat
from games.diablo.board import BLACK, GREEN, checkers, grid, owner, reach
from games.diablo.position import Stage
from games.diablo.view import DiabloView

from ..reading import Held, Reading, Way, nothing
from .words import SIDES


def held(view: DiabloView, square: str) -> Held | None:
    cell = view.position.at(square)
    whose = owner(cell)
    return None if whose is None else Held(whose, Event("diablo.stack", {"n": abs(cell)}))


def dice(view: DiabloView, seat: Seat | None) -> tuple[int, ...]:
    """Return the dice a side has left; any die at all for one that has yet to roll."""
    position = view.position
    if position.dice and seat in (position.mover, None):
        return tuple(dict.fromkeys(position.left))
    return tuple(range(1, position.size // 2 + 1))


def ways(view: DiabloView, square: str) -> tuple[Way, ...]:
    """List the squares at a die's distance; what is on them is merged with, or taken."""
    position = view.position
    at = grid(position.size).square(square)
    cell = position.board[at]
    if not cell:
        return ()
    found = []
    bound = position.stage is Stage.ACTION2_MC and position.mover == owner(cell)
    for die in dice(view, owner(cell)):
        for target, _ in reach(position.size, die)[at]:
            there = position.board[target]
            theirs = there * cell < 0
            if not (there == 0 and bound) and not (theirs and abs(there) > abs(cell)):
                found.append(Way(grid(position.size).names[target], theirs))
    return tuple(found)


def near(view: DiabloView, square: str) -> tuple[str, ...]:
    """List the squares at a distance of the dice, in straight lines."""
    squares = grid(view.position.size)
    at = squares.square(square)
    targets = (reach(squares.files, die)[at] for die in dice(view, owner(view.position.board[at])))
    return tuple(squares.names[target] for each in targets for target, _ in each)


def goal(view: DiabloView) -> tuple[Event, ...]:
    first, second = (checkers(view.position.board, seat) for seat in (BLACK, GREEN))
    return (Event("diablo.far", {"first": first, "second": second}),)


def names(view: DiabloView) -> tuple[str, ...]:
    return grid(view.position.size).names


READING = Reading("diablo", lambda view: SIDES, names, held, ways, near, nothing, goal)
