"""The places of the points of four-player Junqi on a picture, turned so that a seat is below."""

from dataclasses import dataclass
from functools import lru_cache

from games.core import Seat
from games.junqi.four.board import GRID, NAMES, SEATS

from ...frame import WIDTH

CELL = 42
"""The side of a cell of the whole board; pieces and marks are drawn for this size."""
TOP, ROOM = 44, 70
"""The room above the whole board, and on both sides of a part of it, in px."""
NEAR, ACROSS, FAR = range(11), range(4, 13), range(6, 17)
"""Columns or rows of a quarter with the centre: those on its side, those across it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole cross with the seat `below` at the bottom; or a part of it, enlarged. That is only
    that seat's `zone`, or the quarter of the seat to `zoom` to, with the centre and the front of
    both neighbours."""

    below: Seat = SEATS[0]
    zone: bool = False
    zoom: Seat | None = None

    @property
    def cell(self) -> int:
        """The side of a cell in px, an even number."""
        if self.zone:
            return 2 * CELL
        return CELL if self.zoom is None else (WIDTH - ROOM) // len(self.columns) // 2 * 2

    @property
    def scale(self) -> float:
        """The factor by which everything is larger than on the whole board."""
        return self.cell / CELL

    @property
    def columns(self) -> range:
        """The columns of the turned grid that are shown, from the left."""
        if self.zone:
            return range(6, 11)
        return (range(17), ACROSS, NEAR, ACROSS, FAR)[self._side]

    @property
    def rows(self) -> range:
        """The rows of the turned grid that are shown, from below."""
        if self.zone:
            return range(6)
        return (range(17), NEAR, ACROSS, FAR, ACROSS)[self._side]

    @property
    def _side(self) -> int:
        """The place of the quarter to zoom to: 1 below, 2 left, 3 above, 4 right; 0 for all."""
        return 0 if self.zoom is None else 1 + (self.zoom - self.below) % 4

    @property
    def left(self) -> int:
        return (WIDTH - len(self.columns) * self.cell) // 2

    @property
    def right(self) -> int:
        return self.left + len(self.columns) * self.cell

    @property
    def top(self) -> int:
        """The upper edge of the board; a part has its owner's panel above it."""
        return TOP + 96 if self.zone or self.zoom is not None else TOP

    @property
    def bottom(self) -> int:
        return self.top + len(self.rows) * self.cell

    @property
    def rule(self) -> int:
        """The top of the line above the footer."""
        return self.bottom + 40

    @property
    def height(self) -> int:
        return self.rule + 84

    def shows(self, point: int) -> bool:
        """Tell whether a point is on the picture."""
        return point in _corners(self)

    @property
    def middle(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The upper left and the lower right corner of the centre."""
        left = self.left + (6 - self.columns[0]) * self.cell
        low = self.bottom - (6 - self.rows[0]) * self.cell
        return (left, low - 5 * self.cell), (left + 5 * self.cell, low)

    def corner(self, point: int) -> tuple[int, int]:
        """Return the upper left corner of a point's cell."""
        return _corners(self)[point]

    def centre(self, point: int) -> tuple[float, float]:
        """Return the middle of a point."""
        x, y = self.corner(point)
        return x + self.cell / 2, y + self.cell / 2

    def turn_square(self, square: int) -> tuple[int, int]:
        """Return column and row of a square of the grid on this plan, from the lower left."""
        file, rank = GRID.at(square)
        for _ in range(self.below):
            file, rank = 16 - rank, file
        return file, rank

    def labels(self) -> tuple[list[str], list[str]]:
        """Return the coordinates of the columns from the left and of the rows from below."""
        places = {self.turn_square(square): GRID.names[square] for square in range(len(GRID))}
        across = [places[column, self.rows[0]] for column in self.columns]
        upward = [places[self.columns[0], row] for row in self.rows]
        if self.below % 2:
            return [name[1:] for name in across], [name[0] for name in upward]
        return [name[0] for name in across], [name[1:] for name in upward]


@lru_cache(maxsize=64)
def _corners(plan: Plan) -> dict[int, tuple[int, int]]:
    """Return the upper left corners of the points that are on the picture."""
    places = (plan.turn_square(GRID.square(name)) for name in NAMES)
    return {
        point: (
            plan.left + plan.columns.index(file) * plan.cell,
            plan.bottom - (plan.rows.index(rank) + 1) * plan.cell,
        )
        for point, (file, rank) in enumerate(places)
        if file in plan.columns and rank in plan.rows
    }
