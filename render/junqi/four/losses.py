"""The pieces a seat is known to have lost, as small tiles with their numbers."""

from collections.abc import Sequence
from functools import lru_cache

from games.core import Seat
from games.junqi.four.view import FourView
from games.junqi.hidden import Piece

from ...look import Look, Theme
from ...scene import Box, Run, Stamp, Text, Tile, placed
from ..losses import counted
from .pieces import GLYPHS, SMALL, small

A_LINE, STEP, ROW = 4, 52, 28
"""The number of kinds on a line of a panel, and the distances between them, in px."""
ROOM = 528
"""The room for all kinds on one line, in px."""


def kinds(view: FourView, seat: Seat) -> list[tuple[str, int]]:
    """Return the kinds known to be lost, the highest first, with their numbers."""
    return counted(p.code for p in view.lost if isinstance(p, Piece) and p.seat == seat)


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
        glyph = "" if look.coded else GLYPHS[look.script][code]
        stamps.append(Stamp(x, y, _tile(look.theme, seat, code, glyph, paper)))
        if number > 1:
            run = Run(str(number), 20, ink, "SemiBold")
            words.append(Text(x + SMALL[0] + 2, y + SMALL[1] / 2, "left", (run,), paper))
    return stamps, words


@lru_cache(maxsize=256)
def _tile(theme: Theme, seat: Seat, code: str, glyph: str, paper: str) -> Tile:
    wide, high = SMALL
    shapes = placed(small(theme, seat, code, glyph), wide / 2, high / 2)
    name = ("fallen", seat, code, glyph, paper)
    return Tile(name, wide, high, (Box(0, 0, wide, high, paper), *shapes))
