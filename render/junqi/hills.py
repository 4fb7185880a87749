"""The mountains at the front of Junqi's board, and the engineers that hide in them."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.junqi.flip.refuge import NAMES

from ..frame import TOP
from ..look import Script, Theme
from ..marks import disc
from ..scene import Box, Polygon, Run, Shape, Stamp, Stroke, Text, Tile, place_at
from ..theme import marking
from .board import FILE, INSET, RANK, STRIP, Plan
from .cells import Spot
from .colours import JUNQI
from .pieces import REFUGEE, hiding

WIDE, TALL, LOW = 108, 48, 30
"""The size of a mountain, and its height above a half board."""
PEAKS = ((-52, 0), (-27, 0.76), (-17, 0.62), (2, 1), (20, 0.61), (29, 0.75), (52, 0))
AROUND = (200, 64)
"""The room of a mountain that can be entered: its name and its marks too."""
NAME = 76
"""The distance of a mountain's name to the left of its middle."""
FOOT = 6


def hills(theme: Theme, plan: Plan, refuges: Sequence[Spot], name: str) -> Iterator[Stamp]:
    """Yield the mountains between ranks 6 and 7, on files b and d, over the points around;
    `refuges` are those that can be entered, with what is there."""
    for spot in refuges:
        x, y = plan.centre(spot.square)
        wide, high = AROUND
        yield Stamp(
            x - wide // 2, y - high // 2, _refuge(theme, plan.script, spot, name), clear=True
        )
    for file in () if refuges else (1, 3):
        low = TOP + STRIP if plan.half else TOP + INSET + 5 * RANK + 74
        tall = LOW if plan.half else TALL
        left = 100 + FILE * file - WIDE // 2
        shapes = place_at(_mountain(theme, tall, name), WIDE / 2, tall)
        yield Stamp(left, low - tall, Tile(("hill", tall, name), WIDE, tall, shapes), clear=True)


def _mountain(theme: Theme, tall: int, name: str) -> Iterator[Shape]:
    colours = JUNQI[theme]
    yield Polygon(tuple((right, -tall * up) for right, up in PEAKS), colours.hill)
    if name:
        yield Text(0, -15, "middle", (Run(name, 22, colours.hill_text),))


@lru_cache(maxsize=256)
def _refuge(theme: Theme, script: Script, spot: Spot, name: str) -> Tile:
    (wide, high), colours = AROUND, JUNQI[theme]
    square = Run(NAMES[spot.square], 22, colours.home_text, "SemiBold")
    shapes = [
        *place_at(_mountain(theme, TALL, "" if spot.piece else name), 0, TALL / 2),
        Text(-NAME, 10, "middle", (square,), colours.board),
        *_marks(theme, spot),
    ]
    if piece := spot.piece:
        known = hiding(theme, piece.colour, piece.code, script, large=spot.large)
        shapes += place_at(known, 0, FOOT)
    return Tile(("refuge", spot, script, name), wide, high, place_at(shapes, wide / 2, high / 2))


def _marks(theme: Theme, spot: Spot) -> Iterator[Shape]:
    """Mark the start or end of a move, and what can be chosen, round the middle of a mountain."""
    tokens = marking(theme, spot.planned)
    x, y = REFUGEE[0] / 2 + 4, REFUGEE[1] / 2 + 4
    if "target" in spot.marks:
        yield Box(-x, FOOT - y, x, FOOT + y, tokens.last, 5, tokens.lastink, 4)
    if "chosen" in spot.marks:
        yield Box(-x, FOOT - y, x, FOOT + y, tokens.pick, 6)
    if "source" in spot.marks:
        for side in (-1, 1):
            for end in (-1, 1):
                legs = (side * 53, end * 11), (side * 53, end * 25), (side * 36, end * 25)
                yield Stroke(legs, 4.5, tokens.lastink)
    if "dot" in spot.marks:
        yield from disc(34, -12, 10, 3, tokens.pick, tokens)
