"""The picture of four-player Junqi as one seat or a spectator may see it; one's own set-up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from games.core import Event, Over, Seat
from games.junqi.four import notation
from games.junqi.four.board import CAMPS, GRAPH, GRID, NAMES, point
from games.junqi.four.view import SIDES, FourView, faults, legal, path, squares
from games.junqi.hidden import Piece
from games.junqi.pieces import FLAG, Verdict

from ... import marks
from ...frame import WIDTH, Footer, Wording, lines_under, only_you, result
from ...lettering import shown_name
from ...look import Look, Theme
from ...scene import Box, Run, Scene, Shape, Stamp, Stroke, Text, Tile, placed
from ...theme import PICKED, TOKENS, marking, mixed
from ...words import sayings
from ..colours import JUNQI
from ..saying import later, told
from ..ways import way
from .ground import BENDS, bend, ground
from .men import chip, tile
from .panels import panels
from .plan import CELL, Plan

RADIUS = 14
"""How wide a way turns, in px."""


def scene(view: FourView, look: Look) -> Scene:
    """The whole cross, the reader's own seat or `look.below` at the bottom; or one's own zone."""
    below = Seat(look.below % 4)
    if view.free and view.seat is not None and _own(view):
        return _setup(view, look, Plan(view.seat, zone=True))
    plan = Plan(below)
    boxes, told_ = panels(view, look, plan)
    chips, sentences = lines_under(plan.rule, look.theme, _lines(view, look))
    return Scene(
        f"junqi-four-{look.theme}",
        _ground(look.theme, plan),
        (*boxes, *_spots(view, look, plan), *chips),
        (*told_, *sentences),
    )


def _own(view: FourView) -> bool:
    return any(isinstance(cell, Piece) and cell.seat == view.seat for cell in view.board)


@lru_cache(maxsize=24)
def _ground(theme: Theme, plan: Plan) -> Tile:
    shapes = tuple(ground(theme, plan))
    return Tile(("four ground", plan.below, plan.zone), WIDTH, plan.height, shapes)


def _spots(view: FourView, look: Look, plan: Plan) -> Iterator[Stamp]:
    """Marks, pieces, the way of the last move, and what lies over pieces."""
    marked = _marks(view, look)
    for at, names in marked.items():
        yield Stamp(*plan.corner(at), _under(look.theme, plan, at, names, look.preview), clear=True)
    for at, cell in enumerate(view.board):
        if cell:
            code = cell.code if isinstance(cell, Piece) else ""
            man = tile(look.theme, cell.seat, code, coded=look.coded)
            yield Stamp(*plan.corner(at), man, clear=True)
    for at, names in marked.items():
        if "revealed" in names:
            yield Stamp(*plan.corner(at), _shown(look.theme), clear=True)
    strike = view.strike
    if strike and not look.picked:
        yield from _moved(view, look, plan, strike.move.origin, strike.move.target)
    yield from (
        marks.badge(look.theme, *plan.corner(at), CELL, "prey")
        for at, names in marked.items()
        if "prey" in names
    )
    if look.private:
        for name, text in look.notes:
            yield _slip(look.theme, plan, point(name), text)


def _moved(view: FourView, look: Look, plan: Plan, origin: int, target: int) -> Iterator[Stamp]:
    """The way of the last move, and the crosses of its fight."""
    strike = view.strike
    stops = way(view.board, origin, target, GRAPH, _place)
    yield marks.arrow(look.theme, _drawn(plan, stops), 4, planned=look.preview)
    verdict = strike.verdict if strike else None
    if verdict is Verdict.ATTACKER and view.board[target]:
        yield marks.badge(look.theme, *plan.corner(target), CELL, "took")
    fallen = {Verdict.DEFENDER: (origin,), Verdict.BOTH: (origin, target)}.get(
        verdict or Verdict.ATTACKER, ()
    )
    for at in fallen:
        if not view.board[at]:
            x, y = plan.corner(at)
            yield marks.badge(look.theme, x - CELL // 2, y + CELL // 2, CELL, "took")


def _place(at: int) -> tuple[int, int]:
    """File and rank of a point."""
    return GRID.at(GRID.square(NAMES[at]))


def _drawn(plan: Plan, stops: tuple[int, ...]) -> tuple[tuple[float, float], ...]:
    """The line through these stops, rounded where it turns and curved where the railway is."""
    line: list[tuple[float, float]] = [plan.centre(stops[0])]
    for one, other in pairwise(stops):
        if frozenset((one, other)) in BENDS:
            line += bend(plan, one, other)[1:-1]
        line.append(plan.centre(other))
    (x1, y1), (x2, y2) = line[-2], line[-1]
    reach = min(18 / max(abs(x2 - x1), abs(y2 - y1), 1), 0.5)
    line[-1] = (x2 - (x2 - x1) * reach, y2 - (y2 - y1) * reach)
    return marks.rounded(tuple(line), RADIUS)


def _marks(view: FourView, look: Look) -> dict[int, tuple[str, ...]]:
    """The marks on points."""
    found: dict[int, list[str]] = {}
    for at, cell in enumerate(view.board):
        shown = isinstance(cell, Piece) and cell.code == FLAG and cell.seat in view.revealed
        if shown and not isinstance(view.turn, Over):
            found.setdefault(at, []).append("revealed")
    if look.picked:
        for name in look.squares:
            found.setdefault(point(name), []).append("chosen")
        for step in {str(step) for action in legal(view) if (step := look.next(path(action)))}:
            at = point(step)
            there = view.board[at]
            taken = "prey" if look.squares else "chosen"
            found.setdefault(at, []).append(taken if there else "dot")
    elif view.strike:
        found.setdefault(view.strike.move.origin, []).append("source")
        found.setdefault(view.strike.move.target, []).append("target")
    return {at: tuple(names) for at, names in found.items()}


@lru_cache(maxsize=512)
def _under(theme: Theme, plan: Plan, at: int, names: tuple[str, ...], planned: bool) -> Tile:
    """What is marked under a piece: the point in the mark's colour, and its lines."""
    tokens, colours = marking(theme, planned), JUNQI[theme]
    paper = colours.camp if at in CAMPS else colours.station
    tints = {
        "source": (tokens.last, tokens.source),
        "target": (tokens.last, tokens.target),
        "chosen": (tokens.pick, PICKED),
    }
    shapes: list[Shape] = []
    tint = next((mixed(paper, *tints[name]) for name in tints if name in names), "")
    if tint:
        shapes.append(Box(0, 0, CELL, CELL, tint, 5))
    for name in names:
        if name in marks.UNDER:
            shapes += marks.UNDER[name](CELL, tokens)
    return Tile(("four under", names, planned, at in CAMPS), CELL, CELL, tuple(shapes))


@lru_cache(maxsize=4)
def _shown(theme: Theme) -> Tile:
    """Round a flag that a fallen Field Marshal has shown."""
    tokens = TOKENS[theme]
    shapes = (
        Box(0, 0, CELL, CELL, None, 9, tokens.frame, 5),
        Box(1, 1, CELL - 1, CELL - 1, None, 8, tokens.last, 3.5),
    )
    return Tile(("four shown",), CELL, CELL, shapes)


def _slip(theme: Theme, plan: Plan, at: int, text: str) -> Stamp:
    """A private note at a piece's upper right corner."""
    x, y = plan.corner(at)
    colours = JUNQI[theme]
    run = Run(text.strip("?"), 20, colours.slip_text, "ExtraBold")
    shapes = (
        Box(0, 0, 30, 24, colours.slip_text, 3),
        Box(1.5, 1.5, 28.5, 22.5, colours.slip, 2),
        Text(15, 12, "middle", (run,)),
    )
    return Stamp(x + 18, y - 8, Tile(("four slip", text), 30, 24, shapes), clear=True)


def _lines(view: FourView, look: Look) -> tuple[Footer, ...]:
    """The last turn, then what it has made known; at the end the result comes first."""
    tokens = TOKENS[look.theme]
    last = notation.last(view)
    sign = chip(look.theme, last[0]) if last else None
    number = view.ply if isinstance(view.turn, Over) else view.number
    ended = isinstance(view.turn, Over)
    counted = look.words("frame.turns" if ended else "line.move_number", n=number)
    if isinstance(view.turn, Over) and not look.preview:
        first = Footer(result(view.turn, look, SIDES))
        said = told(view, look, last, Event("frame.begins", {"side": SIDES[0]}), 22)
        return first, Footer(said, (Run(counted, 22, tokens.ink2),))
    limit = view.options.no_capture_limit
    quiet: Wording = ()
    if limit and not view.deploying:
        event = Event("junqi.quiet_for", {"n": view.quiet, "limit": limit})
        quiet = (Run(look.words(event.code, **event.args), 22, tokens.ink2),)
    if look.picked:
        bold = Run("-".join(look.squares) or look.file, 25, tokens.ink, "Bold")
        asked = Run(look.words("frame.choose_square"), 25, tokens.ink2, space=14)
        return Footer(((bold, asked), (bold,))), Footer((quiet,), only_you(look))
    begins = (
        Event("junqi.all_set_up") if view.deploying else Event("frame.begins", {"side": SIDES[0]})
    )
    second = later(view, look, SIDES) or ((Run(counted, 22, tokens.ink2),),)
    choice: Wording = ()
    if look.preview:
        choice = (Run(look.words("frame.preview"), 24, tokens.pick, "Bold"),)
    return (
        Footer(told(view, look, last, begins, 25), choice, sign),
        Footer(second, only_you(look) or quiet),
    )


# ------------------------------------------------------------------------- one's own set-up


def _setup(view: FourView, look: Look, plan: Plan) -> Scene:
    """The own zone, twice as large: what stands wrong, and what is picked."""
    seat, theme, tokens = plan.below, look.theme, TOKENS[look.theme]
    home = [point(name) for name in squares(seat)]
    pieces = {at: cell.code for at in home if isinstance(cell := view.board[at], Piece)}
    wrong = faults(seat, "".join(pieces[at] for at in home)) if len(pieces) == 25 else ()
    bad = {str(fault.args["square"]) for fault in wrong if "square" in fault.args}
    stamps = [_header(theme, seat, lit=view.acting)]
    for at, code in pieces.items():
        x, y = plan.corner(at)
        picked = NAMES[at] in look.picked
        if picked or NAMES[at] in bad:
            stamps.append(Stamp(x, y, _ring(theme, plan, picked), clear=True))
        man = tile(theme, seat, code, coded=look.coded, cell=plan.cell)
        stamps.append(Stamp(x, y, man, clear=True))
        if NAMES[at] in bad:
            stamps.append(marks.badge(theme, x, y, plan.cell, "removed"))
    chips, sentences = lines_under(plan.rule, theme, _advice(view, look, wrong))
    name = shown_name(look.names[seat]) if seat < len(look.names) else ""
    side = look.words("junqi.deploys", side=look.words(SIDES[seat].code))
    state = look.words("junqi.is_ready" if not view.acting else "junqi.not_ready")
    said = [Text(110, 47, "left", (Run(name or side, 26, tokens.on, "Bold"),), tokens.panelon)]
    if name:
        said.append(Text(110, 79, "left", (Run(side, 22, tokens.on2),), tokens.panelon))
    said.append(Text(WIDTH - 36, 79, "right", (Run(state, 22, tokens.on2),), tokens.panelon))
    if title := shown_name(look.title):
        titled = Run(look.words("junqi.layout_title", title=title), 26, tokens.on, "Bold")
        said.append(Text(WIDTH - 36, 47, "right", (titled,), tokens.panelon))
    return Scene(
        f"junqi-four-{theme}",
        _ground(theme, plan),
        (*stamps, *chips),
        (*said, *sentences),
    )


@lru_cache(maxsize=24)
def _header(theme: Theme, seat: Seat, *, lit: bool) -> Stamp:
    tokens, wide = TOKENS[theme], WIDTH - 28
    edge, line = (tokens.last, 5) if lit else (tokens.line, 2)
    shapes = (
        Box(0, 0, wide, 74, tokens.page),
        Box(0, 0, wide, 74, tokens.panelon, 14, edge, line),
        *placed(chip(theme, seat).shapes, 52, 37, 56),
    )
    return Stamp(14, 24, Tile(("four header", seat, lit), wide, 74, shapes))


@lru_cache(maxsize=8)
def _ring(theme: Theme, plan: Plan, picked: bool) -> Tile:
    """Round a piece that is picked, or dashed round one that stands wrong."""
    tokens, side = TOKENS[theme], plan.cell
    if picked:
        shapes: tuple[Shape, ...] = (Box(1, 4, side - 1, side - 4, None, 9, tokens.pick, 5),)
    else:
        shapes = tuple(
            Stroke(((12.0 * n + 4, y), (12.0 * n + 9, y)), 5, tokens.bad)
            for n in range(side // 12)
            for y in (6, side - 6)
        )
    return Tile(("four ring", picked), side, side, shapes)


def _advice(view: FourView, look: Look, wrong: tuple[Event, ...]) -> tuple[Footer, ...]:
    """How many problems there are and the first of them; then what to do with what is picked."""
    tokens = TOKENS[look.theme]
    second: Wording = ()
    if look.picked:
        asked = look.words("junqi.picked", square=str(look.picked[0]))
        second = (Run(asked, 22, tokens.ink2),)
    if not wrong:
        legal_ = look.words("junqi.legal_layout" if view.acting else "junqi.sealed_layout_four")
        return Footer(((Run(legal_, 25, tokens.ink),),)), Footer((second,), only_you(look))
    count = Run(look.words("junqi.problems", n=len(wrong)), 25, tokens.bad, "Bold")
    wordings = tuple(
        (count, Run(saying, 25, tokens.ink, space=14)) for saying in sayings(look, wrong[0])
    )
    return Footer((*wordings, (count,))), Footer((second,), only_you(look))
