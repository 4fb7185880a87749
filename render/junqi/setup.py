"""The pictures of a set-up: for the owner the half board, misplaced pieces, and room for mines; for
others no board yet, only which sides have sealed a layout."""

from functools import lru_cache

from games.core import Over, Seat
from games.junqi.board import COLOURS, GRID
from games.junqi.dark.view import SIDES, DarkView
from games.junqi.hidden import Piece
from games.junqi.layout import placement_faults
from games.junqi.pieces import BOMB, MINE

from ..frame import (
    CHIP,
    MARGIN,
    PANEL,
    WIDTH,
    Footer,
    footer,
    header,
    name_of,
    result,
    second_line,
)
from ..look import Look, Theme
from ..painting.lettering import cut, shown_name
from ..scene import Box, Run, Scene, Shape, Sketch, Stamp, Stroke, Text, Tile, compose, place_at
from ..theme import TOKENS
from .board import SIDE, Names, Plan, ground, place_names
from .cells import PieceTile, Spot, over, stamp
from .colours import JUNQI
from .footer import advice
from .hills import hills
from .pieces import NAMES, back, chip, small

LEFT, RIGHT = SIDE
MIDDLE = (LEFT + RIGHT) // 2
NAME_ROOM = 280
"""The longest name in the one wide panel, in px."""


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
    stamps += hills(look.theme, plan, (), "")
    return compose(
        f"junqi-{look.theme}",
        _ground(look.theme, plan, place_names(look)),
        (stamps, _names(view, look, seat)),
        _hints(look, plan, COLOURS[seat]),
        footer(plan.rule, look.theme, advice(view, look, wrong, "junqi.sealed_layout")),
    )


@lru_cache(maxsize=8)
def _ground(theme: Theme, plan: Plan, names: Names) -> Tile:
    return Tile(("ground", plan, names), WIDTH, plan.height, tuple(ground(theme, plan, names)))


def banner(
    theme: Theme, sign: Sketch, top: int, high: int, place: tuple[int, int, int], *, lit: bool
) -> Stamp:
    """Draw the one wide panel over a part of a board; `place` is its sign's middle and cell."""
    tokens, wide = TOKENS[theme], WIDTH - 2 * MARGIN
    edge, line = (tokens.last, 5) if lit else (tokens.line, 2)
    shapes = (
        Box(0, 0, wide, high, tokens.page),
        Box(0, 0, wide, high, tokens.panelon, 14, edge, line),
        *place_at(sign.shapes, *place),
    )
    return Stamp(MARGIN, top, Tile(("header", sign.name, lit), wide, high, shapes))


def _names(view: DarkView, look: Look, seat: int) -> list[Text]:
    tokens = TOKENS[look.theme]
    side = look.words(SIDES[seat].code)
    name = name_of(look, seat)
    deploys = look.words("junqi.deploys", side=side)
    lines = [(Run(deploys, 26, tokens.on, "Bold"), 45.0)]
    if name:
        lines = [(Run(name, 26, tokens.on, "Bold"), 34.0), second_line(deploys, tokens.on2)]
    state = look.words("junqi.not_ready" if view.acting else "junqi.is_ready")
    under, y = second_line(state, tokens.on2)
    titled: list[Text] = []
    if layout := shown_name(look.title):
        run = Run(look.words("junqi.layout_title", title=layout), 26, tokens.on, "Bold")
        titled.append(Text(WIDTH - 36, 34, "right", (cut(run, 380),), tokens.panelon))
    return [
        *(Text(98, at, "left", (cut(run, NAME_ROOM),), tokens.panelon) for run, at in lines),
        *titled,
        Text(WIDTH - 36, y, "right", (under,), tokens.panelon),
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
    y, ink = 24 if code == BOMB else 40, JUNQI[look.theme].text
    name = Run(NAMES[look.script][code], 20, ink, "Bold", 2)
    piece = small(look.theme, colour, (60, 28), Run(code, 20, ink, "ExtraBold"), name)
    shapes: list[Shape] = [
        Box(0, 0, RIGHT - LEFT, high, tokens.page),
        Box(0, 0, RIGHT - LEFT, high, tokens.panel, 12, line, 2 if line else 0),
        *place_at(piece, MIDDLE - LEFT, y),
    ]
    if code == BOMB:
        strike = ((MIDDLE - LEFT - 32, y + 14), (MIDDLE - LEFT + 32, y - 14))
        shapes += (Stroke(strike, 7, tokens.panel), Stroke(strike, 4, tokens.bad))
    return Tile(("hint", colour, code, look.script), RIGHT - LEFT, high, tuple(shapes))


TOP, HIGH = 92, 84
"""The top of the two cards, and their height."""
RULE = TOP + HIGH + 20
HEIGHT = RULE + 58


def waiting_scene(view: DarkView, look: Look) -> Scene:
    """Draw both sides with their states, and nothing of a board."""
    tokens = TOKENS[look.theme]
    panels, names = header(view, look, SIDES, [chip(look.theme, colour) for colour in COLOURS])
    stamps, words = list(panels), list(names)
    for number, colour in enumerate(COLOURS):
        ready = Seat(number) in view.ready
        x = WIDTH - MARGIN - PANEL[0] if number else MARGIN
        stamps.append(Stamp(x, TOP, _card(look.theme, colour, ready)))
        state = Run(look.words("junqi.is_ready" if ready else "junqi.not_ready"), 25, tokens.ink)
        words.append(Text(x + 140, TOP + HIGH / 2, "left", (state,), tokens.panel))
    if isinstance(view.turn, Over):
        wordings = result(view.turn, look, SIDES)
    else:
        wordings = ((Run(look.words("junqi.all_set_up"), 25, tokens.ink2),),)
    _, sentences = footer(RULE, look.theme, (Footer(wordings),))
    ground = _empty_ground(look.theme)
    return Scene(f"junqi-{look.theme}", ground, tuple(stamps), (*words, *sentences))


@lru_cache(maxsize=4)
def _empty_ground(theme: Theme) -> Tile:
    tokens = TOKENS[theme]
    shapes = (
        Box(0, 0, WIDTH, HEIGHT, tokens.page),
        Box(MARGIN, RULE, WIDTH - MARGIN, RULE + 2, tokens.line),
    )
    return Tile(("waiting",), WIDTH, HEIGHT, shapes)


@lru_cache(maxsize=16)
def _card(theme: Theme, colour: str, ready: bool) -> Tile:
    """Draw a hidden piece with a tick once its side has sealed a layout, else its empty place."""
    tokens, wide = TOKENS[theme], PANEL[0]
    line = 2 if tokens.panel == tokens.page else 0
    shapes: list[Shape] = [
        Box(0, 0, wide, HIGH, tokens.page),
        Box(0, 0, wide, HIGH, tokens.panel, 14, tokens.line if line else None, line),
    ]
    if ready:
        shapes += place_at(back(theme, colour), 74, HIGH / 2)
        tick = ((wide - 58, HIGH / 2), (wide - 44, HIGH / 2 + 14), (wide - 20, HIGH / 2 - 16))
        shapes.append(Stroke(tick, 7, tokens.ink))
    else:
        shapes.append(Box(24, HIGH / 2 - 24, 124, HIGH / 2 + 24, None, 8, tokens.ink2, 2))
    return Tile(("layout", colour, ready), wide, HIGH, tuple(shapes))
