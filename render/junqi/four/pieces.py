"""The pieces of four-player Junqi: one glyph a tile, and marks that tell the seats without colour.

Partners' tiles share their shape, rounded or cut; one of the two has a foot. Every seat has a sign
of its own.
"""

from functools import lru_cache, partial

from ...look import Look, Theme
from ...scene import Box, Oval, Point, Polygon, Run, Shape, Sketch, Text, Tile, place_at
from ..colours import FOUR
from ..pieces import glyph, octagon
from .plan import CELL

WIDE, HIGH, LINE, CORNER = 18, 15.5, 2, 7
FOOT = 5
"""The height of a foot, which shows between a tile and its outline."""


def tile(look: Look, seat: int, code: str, cell: int = CELL) -> Tile:
    """Draw a piece in its cell; without a code its back."""
    return _tile(look.theme, seat, code, glyph(look, code), cell)


@lru_cache(maxsize=1024)
def _tile(theme: Theme, seat: int, code: str, glyph: str, cell: int) -> Tile:
    later = partial(_draw, theme, seat, code, glyph, cell)
    return Tile(("four", seat, code, glyph, cell), cell, cell, later=later)


def _draw(theme: Theme, seat: int, code: str, glyph: str, cell: int) -> Tile:
    shapes = face(theme, seat, code, glyph) if code else back(theme, seat)
    shapes = place_at(shapes, cell / 2, cell / 2, cell / CELL)
    return Tile(("four", seat, code, glyph, cell), cell, cell, shapes)


def face(theme: Theme, seat: int, code: str, glyph: str) -> tuple[Shape, ...]:
    """Draw a known piece, without a glyph its code, with the sign of its seat in a corner."""
    ink = FOUR[theme][seat].text
    y, size = (-2, 20) if has_foot(seat) else (1, 23)
    run = Run(glyph, size, ink, "Bold") if glyph else Run(code, 25, ink, "ExtraBold")
    return (*_blank(theme, seat), *sign(seat, -11.5, -9, 3.2, ink), Text(2, y, "middle", (run,)))


def back(theme: Theme, seat: int) -> tuple[Shape, ...]:
    """Draw a hidden piece; all of a seat are alike."""
    y, radius = (-2.5, 7.5) if has_foot(seat) else (0, 8)
    return (*_blank(theme, seat), *sign(seat, 0, y, radius, FOUR[theme][seat].text))


def has_foot(seat: int) -> bool:
    """Tell whether a seat's tiles have a foot; those of its partner are alike without one."""
    return seat >= 2


def _blank(theme: Theme, seat: int) -> tuple[Shape, ...]:
    colours = FOUR[theme][seat]
    if not has_foot(seat):
        return (*_body(seat, 0, colours.outline), *_body(seat, LINE, colours.fill))
    foot = _body(seat, LINE, colours.text)
    return (*_body(seat, 0, colours.outline), *foot, *_body(seat, LINE, colours.fill, FOOT))


def _body(
    seat: int,
    inset: float,
    fill: str,
    foot: float = 0,
    size: tuple[float, float] = (WIDE, HIGH),
    corner: float = CORNER,
) -> tuple[Shape, ...]:
    wide, high = size[0] - inset, size[1] - inset - foot / 2
    if seat % 2 == 0:
        shape: Shape = Box(-wide, -high, wide, high, fill, corner - inset)
    else:
        shape = Polygon(octagon(wide, high, corner - inset / 2), fill)
    return place_at((shape,), 0, -foot / 2)


SMALL = (26, 26)
"""The size of a piece in a list."""


def small(theme: Theme, seat: int, code: str, glyph: str) -> tuple[Shape, ...]:
    """Draw a piece of a list round (0, 0), without a glyph its code."""
    colours, size = FOUR[theme][seat], (SMALL[0] / 2, SMALL[1] / 2)
    run = Run(glyph or code, 24, colours.text, "Bold" if glyph else "ExtraBold")
    outline = _body(seat, 0, colours.outline, size=size, corner=5)
    body = _body(seat, 1.5, colours.fill, size=size, corner=5)
    return (*outline, *body, Text(0, 0, "middle", (run,)))


def sign(seat: int, x: float, y: float, radius: float, ink: str) -> tuple[Shape, ...]:
    """Draw a seat's mark: a disc, a triangle, a square or a lozenge."""
    r = radius
    if seat == 0:
        return (Oval(x, y, r, r, ink),)
    if seat == 2:
        return (Box(x - 0.85 * r, y - 0.85 * r, x + 0.85 * r, y + 0.85 * r, ink),)
    triangle: tuple[Point, ...] = ((x, y - r), (x + r, y + 0.8 * r), (x - r, y + 0.8 * r))
    lozenge: tuple[Point, ...] = ((x, y - 1.15 * r), (x + r, y), (x, y + 1.15 * r), (x - r, y))
    return (Polygon(triangle if seat == 1 else lozenge, ink),)


def chip(theme: Theme, seat: int) -> Sketch:
    """Draw a seat's sign for panels and the footer, in cells."""
    return Sketch(f"four {seat}", place_at(back(theme, seat), 0, 0, 1 / CELL))
