"""The public picture of a set-up: no board yet, only which sides have sealed a layout."""

from functools import lru_cache

from games.core import Over, Seat
from games.junqi.board import COLOURS
from games.junqi.dark.view import DarkView

from ..frame import MARGIN, PANEL, WIDTH, Footer, header, lines_under, result
from ..look import Look, Theme
from ..scene import Box, Run, Scene, Shape, Stamp, Stroke, Text, Tile, placed
from ..squares import chairs
from ..theme import TOKENS
from .pieces import back, chip
from .words import dark_sides

TOP, HIGH = 92, 84
"""The top of the two cards, and their height."""
RULE = TOP + HIGH + 20
HEIGHT = RULE + 58


def waiting_scene(view: DarkView, look: Look) -> Scene:
    """Draw both sides with their states, and nothing of a board."""
    tokens = TOKENS[look.theme]
    signs = [chip(look.theme, colour) for colour in COLOURS]
    panels, names = header(view, look, chairs(look, dark_sides(view), signs, signs))
    stamps, words = list(panels), list(names)
    for number, colour in enumerate(COLOURS):
        ready = Seat(number) in view.ready
        x = WIDTH - MARGIN - PANEL[0] if number else MARGIN
        stamps.append(Stamp(x, TOP, _card(look.theme, colour, ready)))
        state = Run(look.words("junqi.is_ready" if ready else "junqi.not_ready"), 25, tokens.ink)
        words.append(Text(x + 140, TOP + HIGH / 2, "left", (state,), tokens.panel))
    if isinstance(view.turn, Over):
        wordings = result(view.turn, look, dark_sides(view))
    else:
        wordings = ((Run(look.words("junqi.both_set_up"), 25, tokens.ink2),),)
    _, sentences = lines_under(RULE, look.theme, (Footer(wordings),))
    return Scene(f"junqi-{look.theme}", _ground(look.theme), tuple(stamps), (*words, *sentences))


@lru_cache(maxsize=4)
def _ground(theme: Theme) -> Tile:
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
        shapes += placed(back(theme, colour), 74, HIGH / 2)
        tick = ((wide - 58, HIGH / 2), (wide - 44, HIGH / 2 + 14), (wide - 20, HIGH / 2 - 16))
        shapes.append(Stroke(tick, 7, tokens.ink))
    else:
        shapes.append(Box(24, HIGH / 2 - 24, 124, HIGH / 2 + 24, None, 8, tokens.ink2, 2))
    return Tile(("layout", colour, ready), wide, HIGH, tuple(shapes))
