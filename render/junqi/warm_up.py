"""Boards of Junqi unlike any game's, painted at the start: every point marked, every count."""

from collections.abc import Iterator

from games.junqi.board import COLOURS, GRID

from ..frame import WIDTH
from ..look import Theme
from ..scene import Scene, Stamp, Tile
from .board import ground, whole
from .cells import PieceTile, Spot, stamp
from .losses import ALIVE, LEFT, pips

MARKED = (Spot(0, None, ("source",)), Spot(0, PieceTile(COLOURS[0]), ("target",)))
"""The points where a move begins and ends, as it leaves them."""


def boards(theme: Theme, below: int) -> Iterator[Scene]:
    """Yield the points as a move leaves them, and the pieces left of sides that have lost some.

    The points differ with the lines that meet in them, so that chance positions show few of them.
    """
    plan = whole(below == 1, (COLOURS[0], COLOURS[1]))
    floor = Tile(("floor", plan), WIDTH, plan.height, tuple(ground(theme, plan)))
    for spot in MARKED:
        points = (Spot(square, spot.piece, spot.marks) for square in range(len(GRID)))
        stamps = tuple(stamp(theme, plan, point) for point in points)
        yield Scene(f"junqi-{theme}", floor, stamps, ())
    counts = (pips(theme, colour, lost) for colour in COLOURS for lost in range(ALIVE + 1))
    yield Scene(f"junqi-{theme}", floor, tuple(Stamp(LEFT, 0, tile) for tile in counts), ())
