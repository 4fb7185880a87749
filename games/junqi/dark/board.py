"""The ground of dark Junqi: each side sets up on its own half of the board for two."""

from collections.abc import Iterator

from ...core import Seat
from ..board import CAMPS, GRAPH, GRID, HEADQUARTERS, SEATS
from ..board_shape import Ground
from ..hidden import Cell
from ..layout import HALVES
from ..options import Options
from ..pieces import Move

GROUND = Ground(
    names=GRID.names,
    point=GRID.square,
    homes=HALVES,
    teams=tuple(frozenset({seat}) for seat in SEATS),
    camps=CAMPS,
    headquarters=HEADQUARTERS,
    lines=GRAPH,
)


def actions(board: tuple[Cell, ...], seat: Seat | None, options: Options) -> Iterator[Move]:
    """List the moves of a side; its own pieces and the squares of the others suffice."""
    return GROUND.actions(board, seat, locks=options.hq_locks)
