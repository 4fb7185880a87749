"""The panels of the four seats in the empty corners: names, turn, exits with reasons, losses."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.core import Seat
from games.junqi.four.board import SEATS
from games.junqi.four.view import SIDES, FourView
from games.junqi.hidden import Piece

from ...frame import WIDTH, Standing, Wording, crown, name_of, papers, standing
from ...look import Look, Theme
from ...painting.lettering import cut
from ...scene import Box, Polygon, Run, Shape, Stamp, Stroke, Text, Tile, place_at
from ...theme import TOKENS
from ..colours import FOUR
from ..losses import SHOWN, alive, chances, count_kinds
from ..pieces import glyph
from ..setup import banner
from .pieces import SMALL, back, chip, small
from .plan import Plan

SIZE, EDGE = 232, 14


def panels(view: FourView, look: Look, plan: Plan) -> tuple[list[Stamp], list[Text]]:
    """Draw all four panels, each at the right hand of its seat."""
    stamps: list[Stamp] = []
    words: list[Text] = []
    low, right = plan.bottom - SIZE, plan.right - SIZE
    corners = ((right, low), (plan.left, low), (plan.left, plan.top), (right, plan.top))
    for seat in SEATS:
        x, y = corners[(seat - plan.below) % 4]
        state = standing(view, seat, look)
        lost = sum(piece.seat == seat for piece in view.lost)
        missed = view.missed[seat], view.options.missed_limit
        stamps.append(Stamp(x, y, _panel(look.theme, seat, state, *missed)))
        words += _words(view, look, seat, state, (x, y))
        paper, ink, _ = papers(TOKENS[look.theme], state in ("moving", "winner"))
        stamps.append(Stamp(x + EDGE - 2, y + 103, _left(look.theme, seat, paper, lost)))
        tiles, numbers = loss_tiles(look, seat, kinds(view, seat), (x + EDGE, y + 138), paper, ink)
        stamps += tiles
        words += numbers
    return stamps, words


def strip(view: FourView, look: Look, plan: Plan) -> tuple[list[Stamp], list[Text]]:
    """Name the owner and state of an enlarged quarter in the two lines of the panel over it."""
    seat = plan.below if plan.zoom is None else plan.zoom
    tokens, side = TOKENS[look.theme], look.words(SIDES[seat].code)
    name = name_of(look, seat)
    lit = standing(view, seat, look) in ("moving", "winner")
    ink, ink2, paper = tokens.on, tokens.on2, tokens.panelon
    words = [
        Text(110, 47, "left", (cut(Run(name or side, 26, ink, "Bold"), 380),), paper),
        Text(WIDTH - 36, 47, "right", _state(view, look, seat, ink, ink2), paper),
    ]
    if name:
        words.append(Text(110, 79, "left", (Run(side, 22, ink2),), paper))
    lost = kinds(view, seat)
    step = min(STEP, ROOM // max(1, len(lost)))
    place = WIDTH - 36 - step * len(lost), 67
    tiles, numbers = loss_tiles(look, seat, lost, place, paper, ink, one_line=step)
    return [header(look.theme, seat, lit=lit), *tiles], [*words, *numbers]


def header(theme: Theme, seat: Seat, *, lit: bool) -> Stamp:
    """Draw the one wide panel over a part of the board."""
    return banner(theme, chip(theme, seat), 24, 74, (52, 37, 56), lit=lit)


def _words(
    view: FourView, look: Look, seat: Seat, state: Standing, corner: tuple[int, int]
) -> Iterator[Text]:
    x, y = corner
    paper, ink, ink2 = papers(TOKENS[look.theme], state in ("moving", "winner"))
    side = look.words(SIDES[seat].code)
    name = name_of(look, seat)

    head = Run(side, 26, ink2 if state == "out" else ink, "Bold")
    yield Text(x + 62, y + 30, "left", (cut(head, SIZE - 62 - 44),), paper)
    room = SIZE - 2 * EDGE
    if name:
        yield Text(x + EDGE, y + 62, "left", (cut(Run(name, 22, ink, "Bold"), room),), paper)
    first, *rest = _state(view, look, seat, ink, ink2)
    yield Text(x + EDGE, y + 90, "left", (cut(first, room), *rest), paper)


def _state(view: FourView, look: Look, seat: Seat, ink: str, ink2: str) -> Wording:
    """Say why a seat is out, whether it is ready during set-up, or how many pieces it lost."""
    reasons = dict(view.gone)
    if seat in reasons:
        why = look.words(f"junqi.why.{reasons[seat]}")
        return (Run(look.words("junqi.out_panel", why=why), 22, ink2),)
    if view.deploying:
        ready = "junqi.is_ready" if seat in view.ready else "junqi.not_ready"
        return (Run(look.words(ready), 22, ink2),)
    lost = sum(piece.seat == seat for piece in view.lost)
    return Run(look.words("junqi.lost"), 22, ink2), Run(str(lost), 30, ink, "Bold", 10)


@lru_cache(maxsize=512)
def _left(theme: Theme, seat: Seat, paper: str, lost: int) -> Tile:
    """Draw the pieces left, 13 on a line."""
    own = FOUR[theme][seat].fill
    shapes = place_at(alive(lost, 13, 16, (own, own, paper), 3 * (seat % 2 == 0)), 2, 2)
    wide, high = SIZE - 2 * EDGE + 4, 32
    return Tile(("left", seat, paper, lost), wide, high, (Box(0, 0, wide, high, paper), *shapes))


@lru_cache(maxsize=512)
def _panel(theme: Theme, seat: Seat, state: Standing, missed: int, limit: int) -> Tile:
    tokens = TOKENS[theme]
    lit = state in ("moving", "winner")
    fill = tokens.panelon if lit else tokens.panel
    edge, line = (tokens.last, 5) if lit else (tokens.line, 2 if fill == tokens.page else 0)
    shapes: list[Shape] = [
        Box(0, 0, SIZE, SIZE, tokens.page),
        Box(0, 0, SIZE, SIZE, fill, 14, edge if line else None, line),
        *place_at(back(theme, seat), 36, 30),
    ]
    x, y = SIZE - 26, 30
    if state == "moving":
        shapes.append(Polygon(((x - 12, y - 16), (x + 12, y), (x - 12, y + 16)), tokens.pointer))
    elif state == "winner":
        shapes += place_at(crown(tokens.pointer), x - 4, y)
    elif state == "out":
        shapes.append(Stroke(((16, 46), (56, 14)), 4, tokens.ink2))
    if state != "out" and missed:
        row = 14 * min(limit, SHOWN)
        shapes += place_at(chances(theme, missed, limit, 11, fill), SIZE - EDGE - row, 86)
    return Tile(("panel", "four", seat, state, missed, limit), SIZE, SIZE, tuple(shapes))


A_LINE, STEP, ROW = 4, 52, 29
"""The number of kinds on a line of a panel, and the distances between them, in px."""
ROOM = 528
"""The room for all kinds on one line, in px."""


def kinds(view: FourView, seat: Seat) -> list[tuple[str, int]]:
    """Return the kinds known to be lost, the highest first, with their numbers."""
    return count_kinds(p.code for p in view.lost if isinstance(p, Piece) and p.seat == seat)


def loss_tiles(
    look: Look,
    seat: Seat,
    lost: Sequence[tuple[str, int]],
    corner: tuple[int, int],
    paper: str,
    ink: str,
    *,
    one_line: int = 0,
) -> tuple[list[Stamp], list[Text]]:
    """Draw the kinds from a corner on, with their numbers where above 1: in lines of a panel, or
    all in `one_line`, so far from each other."""
    step, a_line = (one_line, len(lost)) if one_line else (STEP, A_LINE)
    stamps: list[Stamp] = []
    words: list[Text] = []
    for place, (code, number) in enumerate(lost):
        x, y = corner[0] + step * (place % a_line), corner[1] + ROW * (place // a_line)
        stamps.append(Stamp(x, y, _tile(look.theme, seat, code, glyph(look, code), paper)))
        if number > 1:
            run = Run(str(number), 24, ink, "Bold")
            words.append(Text(x + SMALL[0] + 1, y + SMALL[1] / 2, "left", (run,), paper))
    return stamps, words


@lru_cache(maxsize=256)
def _tile(theme: Theme, seat: Seat, code: str, glyph: str, paper: str) -> Tile:
    wide, high = SMALL
    shapes = place_at(small(theme, seat, code, glyph), wide / 2, high / 2)
    name = ("fallen", seat, code, glyph, paper)
    return Tile(name, wide, high, (Box(0, 0, wide, high, paper), *shapes))
