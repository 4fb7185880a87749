"""The points of four-player Junqi: marks, pieces, the way of the last move, notes."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from games.core import Over
from games.junqi.four.board import CAMPS, GRAPH, GRID, NAMES, point
from games.junqi.four.view import FourView, legal, path
from games.junqi.hidden import Piece, Strike
from games.junqi.pieces import Verdict

from ... import marks
from ...look import Look, Theme
from ...scene import Box, Shape, Stamp, Tile, place_at
from ...theme import TOKENS, marking, mix, tints
from ..colours import JUNQI
from ..paths import emptied_points, way
from ..pieces import note_tag
from .ground import BENDS, bend
from .pieces import tile
from .plan import Plan

RADIUS = 14
"""The radius of a way's turns, in px of the whole board."""


def points(view: FourView, look: Look, plan: Plan) -> Iterator[Stamp]:
    """Yield marks, pieces, the way of the last move, and everything over pieces."""
    marked = _marks(view, look, plan)
    for at, names in marked.items():
        under = _under(look.theme, plan.cell, at in CAMPS, names, look.preview)
        yield Stamp(*plan.corner(at), under, clear=True)
    for at, cell in enumerate(view.board):
        if cell and plan.shows(at):
            piece = tile(look, cell.seat, cell.code if isinstance(cell, Piece) else "", plan.cell)
            yield Stamp(*plan.corner(at), piece, clear=True, bare=at not in marked)
    for at, names in marked.items():
        if "revealed" in names:
            yield Stamp(*plan.corner(at), _ring_flags(look.theme, plan.cell), clear=True)
    if not look.picked:
        for then in (*look.before, view):
            if isinstance(then, FourView) and then.strike:
                yield from _move(view, then, look, plan, then.strike)
    yield from (
        marks.badge(look.theme, *plan.corner(at), plan.cell, "prey")
        for at, names in marked.items()
        if "prey" in names
    )
    if look.private:
        for name, text in look.notes:
            if plan.shows(point(name)):
                yield _slip(look.theme, plan, point(name), text)


def _move(
    view: FourView, then: FourView, look: Look, plan: Plan, strike: Strike
) -> Iterator[Stamp]:
    """Yield the way of a move after which the board was as `then`, as far as it is shown, and the
    crosses of its fight where nothing has come or gone since."""
    origin, target = strike.move.origin, strike.move.target
    stops = way(then.board, origin, target, GRAPH, lambda at: GRID.at(GRID.square(NAMES[at])))
    hidden = [number for number, at in enumerate(stops) if not plan.shows(at)]
    stops = stops[hidden[-1] + 1 :] if hidden else stops  # from its entry into the picture
    if len(stops) > 1:
        line, width = _draw_line(plan, stops), (4 if then is view else marks.EARLIER) * plan.scale
        yield marks.arrow(look.theme, line, width, planned=look.preview)
    took = strike.verdict is Verdict.ATTACKER and view.board[target] and plan.shows(target)
    if took and view.board[target] == then.board[target]:
        yield marks.badge(look.theme, *plan.corner(target), plan.cell, "took")
    for at in filter(plan.shows, emptied_points(then.board, origin, target, strike.verdict)):
        if view.board[at]:
            continue
        (x, y), half = plan.corner(at), plan.cell // 2
        yield marks.badge(look.theme, x - half, y + half, plan.cell, "took")


def _draw_line(plan: Plan, stops: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    """Draw a line through these stops, rounded at its turns and curved where the railway is."""
    line: list[tuple[float, float]] = [plan.centre(stops[0])]
    for stop, other in pairwise(stops):
        if frozenset((stop, other)) in BENDS:
            line += bend(plan, stop, other)[1:-1]
        line.append(plan.centre(other))
    (x1, y1), (x2, y2) = line[-2], line[-1]
    reach = min(18 * plan.scale / max(abs(x2 - x1), abs(y2 - y1), 1), 0.5)
    line[-1] = (x2 - (x2 - x1) * reach, y2 - (y2 - y1) * reach)
    return marks.round_corners(tuple(line), RADIUS * plan.scale)


def _marks(view: FourView, look: Look, plan: Plan) -> dict[int, tuple[str, ...]]:
    marked: dict[int, list[str]] = {}
    for at in () if isinstance(view.turn, Over) else view.exposed_flags:
        marked.setdefault(at, []).append("revealed")
    if look.picked:
        for name in look.squares:
            marked.setdefault(point(name), []).append("chosen")
        for step in {str(step) for action in legal(view) if (step := look.next(path(action)))}:
            at, taken = point(step), "prey" if look.squares else "chosen"
            marked.setdefault(at, []).append(taken if view.board[at] else "dot")
    elif view.strike:
        marked.setdefault(view.strike.move.origin, []).append("source")
        marked.setdefault(view.strike.move.target, []).append("target")
    return {at: tuple(names) for at, names in marked.items() if plan.shows(at)}


@lru_cache(maxsize=512)
def _under(theme: Theme, cell: int, camp: bool, names: tuple[str, ...], planned: bool) -> Tile:
    tokens, colours = marking(theme, planned), JUNQI[theme]
    paper = colours.camp if camp else colours.station
    inks = [mix(paper, *ink) for name, ink in tints(tokens).items() if name in names]
    shapes: list[Shape] = [Box(0, 0, cell, cell, ink, 5) for ink in inks[:1]]
    for name in names:
        if name in marks.UNDER:
            shapes += marks.UNDER[name](cell, tokens)
    return Tile(("four under", cell, names, planned, camp), cell, cell, tuple(shapes))


@lru_cache(maxsize=12)
def _ring_flags(theme: Theme, cell: int) -> Tile:
    tokens = TOKENS[theme]
    shapes = (
        Box(0, 0, cell, cell, None, 9, tokens.frame, 5),
        Box(1, 1, cell - 1, cell - 1, None, 8, tokens.last, 3.5),
    )
    return Tile(("four shown", cell), cell, cell, shapes)


def _slip(theme: Theme, plan: Plan, at: int, text: str) -> Stamp:
    """Write a private note at a piece's upper right corner."""
    (x, y), size = plan.corner(at), max(1.0, plan.scale * 0.75)
    tile = _note(theme, text.strip("?"), size)
    return Stamp(
        x + plan.cell + round(9 * size) - tile.width, y - round(10 * size), tile, clear=True
    )


@lru_cache(maxsize=128)
def _note(theme: Theme, text: str, size: float) -> Tile:
    wide = 28 if len(text) < 2 else 40
    shapes = place_at(note_tag(theme, text, wide), (wide - 54) * size, 29 * size, size)
    return Tile(("four slip", text, size), round(wide * size), round(27 * size), shapes)
