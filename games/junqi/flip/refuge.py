"""The two mountains as points where engineers hide: the option `mountain_refuge` (section B8)."""

from collections.abc import Callable

from ..board import GRAPH, GRID, LINES, STEPS, squares
from ..lines import Lines, join_lines
from ..options import Options

REFUGES = {len(GRID): squares("b6 b7"), len(GRID) + 1: squares("d6 d7")}
"""The mountains `m1` and `m2`, numbered after the grid, and the two points beside each."""
NAMES = (*GRID.names, "m1", "m2")
"""The names of a board's squares; without the option it ends with the grid."""


def _roads() -> Lines:
    """Return the lines of the grid, and the roads into the mountains."""
    steps = [set(near) for near in STEPS]
    for refuge, beside in REFUGES.items():
        steps.append(set(beside))
        for square in beside:
            steps[square].add(refuge)
    return join_lines(steps, LINES)


ROADS = _roads()


def size(options: Options) -> int:
    """Count the squares of a board."""
    return len(NAMES) if options.mountain_refuge else len(GRID)


def lines(options: Options) -> Lines:
    """Return the roads and railways of a board."""
    return ROADS if options.mountain_refuge else GRAPH


def find(name: str) -> int:
    """Return the number of a square, a mountain or not. Raises NotationError."""
    return NAMES.index(name) if name in NAMES[len(GRID) :] else GRID.square(name)


def finder(options: Options) -> Callable[[str], int]:
    """Return the way to a square's number by its name; it raises NotationError off the board."""
    return find if options.mountain_refuge else GRID.square
