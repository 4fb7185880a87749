"""The owner's picture of a set-up: the half board, misplaced pieces, and room for mines."""

from functools import lru_cache

from games.junqi.board import COLOURS, GRID
from games.junqi.dark.view import DarkView
from games.junqi.hidden import Piece
from games.junqi.layout import placement_faults
from games.junqi.pieces import BOMB, MINE

from ..frame import CHIP, MARGIN, WIDTH, lines_under
from ..look import Look, Theme
from ..painting.lettering import cut, shown_name
from ..scene import Box, Run, Scene, Shape, Sketch, Stamp, Stroke, Text, Tile, placed
from ..theme import TOKENS
from .board import SIDE, Plan, ground
from .cells import PieceTile, Spot, over, stamp
from .footer import advice
from .hills import hills
from .pieces import chip, small

LEFT, RIGHT = SIDE
MIDDLE = (LEFT + RIGHT) // 2
NAME_ROOM = 280
"""The longest name in the one wide panel, in px."""


def setting_up(view: DarkView) -> bool:
    """Tell whether this is a reader's own half with pieces on it before play has begun."""
    own = any(isinstance(cell, Piece) for cell in view.board)
    return view.free and view.seat is not None and own


def waiting(view: DarkView) -> bool:
    """Tell whether the sides still set up and the reader can tell no pieces apart."""
    return view.deploying and not any(isinstance(cell, Piece) for cell in view.board)


def setup_scene(view: DarkView, look: Look) -> Scene:
    """Draw the half board of the view's owner."""
    seat = view.seat or 0
    plan = Plan(flipped=seat == 1, half=True, script=look.script)
    codes = {at: cell.code for at, cell in enumerate(view.board) if isinstance(cell, Piece)}
    pieces = {at: code for at, code in codes.items() if plan.shows(at)}
    wrong = placement_faults(seat, {GRID.names[at]: code for at, code in pieces.items()})
    squares = {str(fault.args["square"]) for fault in wrong if "square" in fault.args}
    sign = chip(look.theme, COLOURS[seat])
    stamps = [banner(look.theme, sign, 12, 66, (44, 34, CHIP), lit=view.acting)]
    for at, code in pieces.items():
        name = GRID.names[at]
        flags = {"chosen": name in look.picked, "wrong": name in squares}
        marks = tuple(mark for mark, there in flags.items() if there)
        piece = PieceTile(COLOURS[seat], code)
        stamps.append(stamp(look.theme, plan, Spot(at, piece, marks, look.coded)))
    for name in sorted(squares):
        stamps.append(over(look.theme, plan, GRID.square(name), "wrong"))
    for name in look.squares[:1]:
        stamps.append(over(look.theme, plan, GRID.square(name), "first"))
    stamps += hills(look.theme, plan, ())
    hints, here = _hints(look, plan, COLOURS[seat])
    footing = advice(view, look, wrong, "junqi.sealed_layout")
    chips, sentences = lines_under(plan.rule, look.theme, footing)
    return Scene(
        f"junqi-{look.theme}",
        _ground(look.theme, plan),
        (*stamps, *hints, *chips),
        (*_names(view, look, seat), *here, *sentences),
    )


@lru_cache(maxsize=8)
def _ground(theme: Theme, plan: Plan) -> Tile:
    return Tile(("ground", plan), WIDTH, plan.height, tuple(ground(theme, plan)))


def banner(
    theme: Theme, sign: Sketch, top: int, high: int, place: tuple[int, int, int], *, lit: bool
) -> Stamp:
    """Draw the one wide panel over a part of a board; `place` is its sign's middle and cell."""
    tokens, wide = TOKENS[theme], WIDTH - 2 * MARGIN
    edge, line = (tokens.last, 5) if lit else (tokens.line, 2)
    shapes = (
        Box(0, 0, wide, high, tokens.page),
        Box(0, 0, wide, high, tokens.panelon, 14, edge, line),
        *placed(sign.shapes, *place),
    )
    return Stamp(MARGIN, top, Tile(("header", sign.name, lit), wide, high, shapes))


def _names(view: DarkView, look: Look, seat: int) -> list[Text]:
    tokens = TOKENS[look.theme]
    side = look.words("junqi.red" if seat == 0 else "junqi.blue")
    name = shown_name(look.names[seat]) if seat < len(look.names) else ""
    deploys = look.words("junqi.deploys", side=side)
    lines = [(Run(deploys, 26, tokens.on, "Bold"), 45)]
    if name:
        lines = [(Run(name, 26, tokens.on, "Bold"), 34), (Run(deploys, 22, tokens.on2), 60)]
    state = look.words("junqi.not_ready" if view.acting else "junqi.is_ready")
    titled: list[Text] = []
    if layout := shown_name(look.title):
        run = Run(look.words("junqi.layout_title", title=layout), 26, tokens.on, "Bold")
        titled.append(Text(WIDTH - 36, 34, "right", (cut(run, 380),), tokens.panelon))
    return [
        *(Text(98, y, "left", (cut(run, NAME_ROOM),), tokens.panelon) for run, y in lines),
        *titled,
        Text(WIDTH - 36, 60, "right", (Run(state, 22, tokens.on2),), tokens.panelon),
    ]


def _hints(look: Look, plan: Plan, colour: str) -> tuple[list[Stamp], list[Text]]:
    """Hint at the front row that bombs may not stand there, and at the back two that mines may."""
    tokens = TOKENS[look.theme]
    front = plan.centre(GRID.square("a7" if plan.flipped else "a6"))[1]
    back = plan.bottom - 38
    tiles = Stamp(LEFT, front - 24, _hint(look, colour, BOMB, 48))
    room = Stamp(LEFT, back - 85, _hint(look, colour, MINE, 109))
    here = Run(look.words("junqi.here"), 22, tokens.ink2)
    return [tiles, room], [Text(MIDDLE, back - 11, "middle", (here,), tokens.panel)]


def _hint(look: Look, colour: str, code: str, high: int) -> Tile:
    tokens = TOKENS[look.theme]
    line = tokens.line if tokens.panel == tokens.page else None
    y = 24 if code == BOMB else 40
    shapes: list[Shape] = [
        Box(0, 0, RIGHT - LEFT, high, tokens.page),
        Box(0, 0, RIGHT - LEFT, high, tokens.panel, 12, line, 2 if line else 0),
        *placed(small(look.theme, colour, code, look.script, 28), MIDDLE - LEFT, y),
    ]
    if code == BOMB:
        strike = ((MIDDLE - LEFT - 32, y + 14), (MIDDLE - LEFT + 32, y - 14))
        shapes += (Stroke(strike, 7, tokens.panel), Stroke(strike, 4, tokens.bad))
    return Tile(("hint", colour, code, look.script), RIGHT - LEFT, high, tuple(shapes))
