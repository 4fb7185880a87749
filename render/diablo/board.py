"""The marks on a board of Diablo: a turn's actions in order, or what can follow the picks."""

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import dist

from games.diablo.board import Action, Move, Removal, Sign, grid
from games.diablo.position import Position
from games.diablo.view import DiabloView, legal, path

from .. import marks
from ..frame import Field
from ..look import Look, Theme
from ..scene import Stamp
from ..squares import Marked, ways
from .pieces import SQUARES

BADGES: dict[Sign, marks.Badge] = {Sign.TAKE: "took", Sign.MERGE: "merged"}
BOW = 0.5
"""The sideways bend of a leaping stack's way, in cells: between the numbers."""
ASIDE = 0.2
"""The distance of the head of a way bent to the other side from the line between both stacks."""
NEAR = 20
"""The distance in px below which two arcs, or their heads, are taken for one."""


def stamps(view: DiabloView, look: Look, field: Field) -> Iterator[Stamp]:
    """Yield a tile for every cell not as empty as the ground, then what goes over the stacks."""
    position = view.position
    marked = _picks(view, look) if look.picked else _deeds(position)
    yield from SQUARES.stamps(position.board, marked, look, field)
    turns = (then.position.last for then in look.before if isinstance(then, DiabloView))
    moves = (deed.action for turn in turns for deed in turn if isinstance(deed.action, Move))
    square = grid(position.size).square
    yield from ways(look, field, ((square(move.origin), square(move.target)) for move in moves))
    yield from _badges(view, look, field) if look.picked else _over(position, look, field)


def actions(position: Position) -> tuple[Action, ...]:
    """Return the actions to mark: this turn's so far, else the last turn's."""
    return tuple(deed.action for deed in position.done or position.last)


def _deeds(position: Position) -> Marked:
    """Yield the marks of the turn; a square left again is only a source."""
    square, board = grid(position.size).square, position.board
    for action in actions(position):
        if isinstance(action, Removal):
            yield square(action.square), "source"
            continue
        origin, target = square(action.origin), square(action.target)
        if not board[origin]:
            yield origin, "source"
        if board[target]:
            yield target, "target"


def _over(position: Position, look: Look, field: Field) -> Iterator[Stamp]:
    """Yield the ways of stacks that moved, badges on what they met, and every action's number."""
    theme, cells, board = look.theme, grid(position.size), position.board
    turn = actions(position)
    badged: dict[int, marks.Badge] = {}
    ways: list[marks.Way] = []
    for action in turn:
        if isinstance(action, Move):
            one, other = cells.square(action.origin), cells.square(action.target)
            leapt = any(board[square] for square in _between(position.size, one, other))
            ways.append(_way(cells.at(one), cells.at(other), field, ways, leapt=leapt))
            yield marks.arrow(theme, ways[-1], 5, planned=look.preview)
            if action.sign in BADGES and board[cells.square(action.target)]:
                badged[cells.square(action.target)] = BADGES[action.sign]
        else:
            badged[cells.square(action.square)] = "removed"
    for square, kind in badged.items():
        yield marks.badge(theme, *field.corner(*cells.at(square)), field.cell, kind)
    numbered: set[int] = set()
    for number, action in enumerate(turn, start=1):
        square = cells.square(action.square if isinstance(action, Removal) else action.origin)
        if len(turn) > 1 and square not in numbered:
            numbered.add(square)
            corner, free = field.corner(*cells.at(square)), not board[square]
            yield marks.order(theme, *corner, field.cell, number, free=free, planned=look.preview)


def every_way(theme: Theme, field: Field) -> Iterator[Stamp]:
    """Yield the ways that a throw of the dice allows, straight and past others."""
    for far, leapt in product(range(1, field.files // 2 + 1), (False, True)):
        for ends in permutations(((0, 0), (far, 0), (0, far)), 2):
            if (0, 0) in ends:
                yield marks.arrow(theme, _way(*ends, field, (), leapt=leapt), 5)


def _way(
    one: tuple[int, int],
    other: tuple[int, int],
    field: Field,
    earlier: Sequence[marks.Way],
    *,
    leapt: bool,
) -> marks.Way:
    """Lead from the cell a stack left, by its file and rank, to the other's ring, past stacks it
    leapt over; to the other side where an earlier way of that kind is near."""
    cell = field.cell
    (x1, y1), (x2, y2) = field.corner(*one), field.corner(*other)
    half, reach = cell / 2, max(abs(x2 - x1), abs(y2 - y1))
    right, down = (x2 - x1) / reach, (y2 - y1) / reach
    begin = marks.order_radius(cell) + 3
    start = (x1 + half + right * begin, y1 + half + down * begin)
    end = (x2 + half - right * (half - 5), y2 + half - down * (half - 5))
    if not leapt:
        return start, end
    bow = marks.arc(start, end, BOW * cell)
    bent = (point for way in earlier if len(way) > 2 for point in way)
    if all(dist(spot, other) > NEAR for other in bent for spot in bow):
        return bow
    x, y = marks.arc(start, end, -ASIDE * cell)[len(bow) // 2]
    head = end[0] + x - (start[0] + end[0]) / 2, end[1] + y - (start[1] + end[1]) / 2
    return marks.arc(start, head, -BOW * cell)


def _between(size: int, one: int, other: int) -> range:
    """Return the squares passed over between two of one file or rank."""
    low, high = sorted((one, other))
    step = 1 if high - low < size and low // size == high // size else size
    return range(low + step, high, step)


def _picks(view: DiabloView, look: Look) -> Marked:
    square = grid(view.position.size).square
    for pick in look.squares:
        yield square(pick.lstrip("x+")), "chosen"
    for action in following(view, look):
        if look.squares and isinstance(action, Move) and action.sign is not Sign.MERGE:
            yield square(action.target), "dot" if action.sign is Sign.GO else "prey"


def _badges(view: DiabloView, look: Look, field: Field) -> Iterator[Stamp]:
    """Yield badges on stacks the picks lead to: to take, to merge with, to lose a checker."""
    cells = grid(view.position.size)
    for action in following(view, look):
        name, kind = _target(action, look)
        if kind:
            corner = field.corner(*cells.at(cells.square(name)))
            yield marks.badge(look.theme, *corner, field.cell, kind)


def _target(action: Action, look: Look) -> tuple[str, marks.Badge | None]:
    if isinstance(action, Removal):
        return action.square, "dot"
    if not look.squares:
        return action.origin, "dot"
    kinds: dict[Sign, marks.Badge] = {Sign.MERGE: "dot", Sign.TAKE: "prey"}
    return action.target, kinds.get(action.sign)


def following(view: DiabloView, look: Look) -> list[Action]:
    """List the actions that begin with what is picked and go on."""
    return [action for action in legal(view) if look.next(path(action))]
