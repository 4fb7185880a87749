"""Junqi's board for two, the same in dark and in flip mode (rules/junqi.md, section 1)."""

from collections.abc import Iterator
from typing import TypeAlias

from ..core import Seat
from ..grid import COMPASS, Grid
from .lines import join_lines

GRID = Grid(5, 12)
SEATS = (Seat(0), Seat(1))

Colour: TypeAlias = str
"""`r` or `b`; in flip mode "" while a side's colour is open."""

RED, BLUE = "r", "b"
COLOURS = (RED, BLUE)


def other(seat: Seat) -> Seat:
    """Return the seat across the board."""
    return Seat(1 - seat)


def squares(names: str) -> tuple[int, ...]:
    """Return the numbers of squares, named with blanks between them."""
    return tuple(GRID.square(name) for name in names.split())


CAMPS = frozenset(squares("b3 d3 c4 b5 d5 b8 d8 c9 b10 d10"))
HOMES = (frozenset(squares("b1 d1")), frozenset(squares("b12 d12")))
"""The headquarters, by seat."""
HEADQUARTERS = HOMES[0] | HOMES[1]
POINTS = tuple(square for square in range(len(GRID)) if square not in CAMPS)
"""The 46 stations and 4 headquarters, in the order of a deal: a1 b1 c1 d1 e1 a2 …"""
LINES = (
    squares("a2 b2 c2 d2 e2"),
    squares("a6 b6 c6 d6 e6"),
    squares("a7 b7 c7 d7 e7"),
    squares("a11 b11 c11 d11 e11"),
    squares("a2 a3 a4 a5 a6 a7 a8 a9 a10 a11"),
    squares("e2 e3 e4 e5 e6 e7 e8 e9 e10 e11"),
    squares("c6 c7"),
)
"""The railways, straight, stop by stop."""
MOUNTAINS = frozenset(frozenset(squares(pair)) for pair in ("b6 b7", "d6 d7"))
"""Neighbours across the front with no line between them."""


def _steps(square: int) -> Iterator[int]:
    """List the steps along a line: orthogonal except at the mountains, diagonal at a camp."""
    for right, up in COMPASS:
        near = GRID.step(square, right, up)
        if near is None or frozenset((square, near)) in MOUNTAINS:
            continue
        if not (right and up) or square in CAMPS or near in CAMPS:
            yield near


GRAPH = join_lines([tuple(_steps(square)) for square in range(len(GRID))], LINES)
STEPS, RAILS = GRAPH.steps, GRAPH.rails
reach = GRAPH.reach
