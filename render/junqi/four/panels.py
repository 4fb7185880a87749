"""The panels of the four seats in the empty corners: names, turn, exits with reasons, losses."""

from collections.abc import Iterator
from functools import lru_cache

from games.core import Seat
from games.junqi.four.board import SEATS
from games.junqi.four.view import SIDES, FourView

from ...frame import WIDTH, Standing, crown, standing
from ...look import Look, Theme
from ...painting.lettering import cut, shown_name
from ...scene import Box, Polygon, Run, Shape, Stamp, Stroke, Text, Tile, placed
from ...theme import TOKENS
from ..losses import SHOWN, alive, chances
from .colours import SEATS as COLOURS
from .losses import ROOM, STEP, kinds, loss_tiles
from .pieces import back
from .plan import Plan
from .setup import header

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
        stamps.append(Stamp(x, y, _panel(look.theme, seat, state, lost, *missed)))
        words += _words(view, look, seat, state, (x, y))
        paper, ink = _papers(look.theme, state)[:2]
        tiles, numbers = loss_tiles(look, seat, kinds(view, seat), (x + EDGE, y + 142), paper, ink)
        stamps += tiles
        words += numbers
    return stamps, words


def _papers(theme: Theme, state: Standing) -> tuple[str, str, str]:
    tokens = TOKENS[theme]
    if state in ("moving", "winner"):
        return tokens.panelon, tokens.on, tokens.on2
    return tokens.panel, tokens.ink, tokens.ink2


def strip(view: FourView, look: Look, plan: Plan) -> tuple[list[Stamp], list[Text]]:
    """Name the owner and state of an enlarged quarter in the two lines of the panel over it."""
    seat = plan.below if plan.zoom is None else plan.zoom
    tokens, side = TOKENS[look.theme], look.words(SIDES[seat].code)
    name = shown_name(look.names[seat]) if seat < len(look.names) else ""
    lit = standing(view, seat, look) in ("moving", "winner")
    ink, ink2, paper = tokens.on, tokens.on2, tokens.panelon
    words = [
        Text(110, 47, "left", (cut(Run(name or side, 26, ink, "Bold"), 380),), paper),
        Text(WIDTH - 36, 47, "right", (Run(_state(view, look, seat), 22, ink2),), paper),
    ]
    if name:
        words.append(Text(110, 79, "left", (Run(side, 22, ink2),), paper))
    lost = kinds(view, seat)
    step = min(STEP, ROOM // max(1, len(lost)))
    place = WIDTH - 36 - step * len(lost), 67
    tiles, numbers = loss_tiles(look, seat, lost, place, paper, ink, one_line=step)
    return [header(look.theme, seat, lit=lit), *tiles], [*words, *numbers]


def _words(
    view: FourView, look: Look, seat: Seat, state: Standing, corner: tuple[int, int]
) -> Iterator[Text]:
    (x, y), (paper, ink, ink2) = corner, _papers(look.theme, state)
    side = look.words(SIDES[seat].code)
    name = shown_name(look.names[seat]) if seat < len(look.names) else ""

    def line(text: str, down: int, run: Run, room: int = SIZE - 2 * EDGE) -> Text:
        left = x + (62 if down < 40 else EDGE)
        return Text(left, y + down, "left", (cut(run.saying(text), room),), paper)

    bold = Run("", 26, ink2 if state == "out" else ink, "Bold")
    yield line(side, 30, bold, SIZE - 62 - 44)
    if name:
        yield line(name, 64, Run("", 22, ink, "Bold"))
    yield line(_state(view, look, seat), 93, Run("", 22, ink2))


def _state(view: FourView, look: Look, seat: Seat) -> str:
    """Say why a seat is out, whether it is ready during set-up, or how many pieces it lost."""
    reasons = dict(view.gone)
    if seat in reasons:
        return look.words("junqi.out_panel", why=look.words(f"junqi.why_short.{reasons[seat]}"))
    if view.deploying:
        return look.words("junqi.is_ready" if seat in view.ready else "junqi.not_ready")
    return look.words("junqi.lost_panel", n=sum(piece.seat == seat for piece in view.lost))


@lru_cache(maxsize=512)
def _panel(theme: Theme, seat: Seat, state: Standing, lost: int, missed: int, limit: int) -> Tile:
    tokens = TOKENS[theme]
    lit = state in ("moving", "winner")
    fill = tokens.panelon if lit else tokens.panel
    edge, line = (tokens.last, 5) if lit else (tokens.line, 2 if fill == tokens.page else 0)
    shapes: list[Shape] = [
        Box(0, 0, SIZE, SIZE, tokens.page),
        Box(0, 0, SIZE, SIZE, fill, 14, edge if line else None, line),
        *placed(back(theme, seat), 36, 30),
    ]
    x, y = SIZE - 26, 30
    if state == "moving":
        shapes.append(Polygon(((x - 12, y - 16), (x + 12, y), (x - 12, y + 16)), tokens.pointer))
    elif state == "winner":
        shapes += placed(crown(tokens.pointer), x - 4, y)
    elif state == "out":
        shapes.append(Stroke(((16, 46), (56, 14)), 4, tokens.ink2))
    own = COLOURS[theme][seat].fill
    shapes += placed(alive(lost, 13, 16, (own, own, fill), 3 * (seat % 2 == 0)), EDGE, 107)
    if state != "out" and missed:
        row = 14 * min(limit, SHOWN)
        shapes += placed(chances(theme, missed, limit, 11, fill), SIZE - EDGE - row, 87)
    return Tile(("panel", "four", seat, state, lost, missed, limit), SIZE, SIZE, tuple(shapes))
