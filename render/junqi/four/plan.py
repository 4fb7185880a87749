"""Where the points of four-player Junqi lie on a picture, turned so that a seat sits below."""

from __future__ import annotations

from dataclasses import dataclass

from games.core import Seat
from games.junqi.four.board import GRID, NAMES, SEATS, ZONES

from ...frame import WIDTH

CELL = 42
"""The side of a cell of the whole board; pieces and marks are drawn for this size."""
TOP = 44


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole cross with the seat `below` at the bottom, or only that seat's zone."""

    below: Seat = SEATS[0]
    zone: bool = False

    @property
    def cell(self) -> int:
        """The side of a cell in px."""
        return 2 * CELL if self.zone else CELL

    @property
    def columns(self) -> range:
        """Which columns of the turned grid are shown, from the left."""
        return range(6, 11) if self.zone else range(17)

    @property
    def rows(self) -> range:
        """Which rows of the turned grid are shown, counted from below."""
        return range(6) if self.zone else range(17)

    @property
    def left(self) -> int:
        return (WIDTH - len(self.columns) * self.cell) // 2

    @property
    def right(self) -> int:
        return self.left + len(self.columns) * self.cell

    @property
    def top(self) -> int:
        """The upper edge of the board; over a zone stands its owner's panel."""
        return TOP + 96 if self.zone else TOP

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
        """Whether a point lies on the picture."""
        return not self.zone or point in ZONES[self.below]

    def corner(self, point: int) -> tuple[int, int]:
        """The upper left corner of a point's cell."""
        file, rank = self.turned(GRID.square(NAMES[point]))
        column, row = self.columns.index(file), self.rows.index(rank)
        return self.left + column * self.cell, self.bottom - (row + 1) * self.cell

    def centre(self, point: int) -> tuple[float, float]:
        """The middle of a point."""
        x, y = self.corner(point)
        return x + self.cell / 2, y + self.cell / 2

    def turned(self, square: int) -> tuple[int, int]:
        """Column and row of a square of the grid as this plan shows it, from the lower left."""
        file, rank = GRID.at(square)
        for _ in range(self.below):
            file, rank = 16 - rank, file
        return file, rank

    def labels(self) -> tuple[list[str], list[str]]:
        """The coordinates of the columns from the left and of the rows from below."""
        places = {self.turned(square): GRID.names[square] for square in range(len(GRID))}
        across = [places[column, self.rows[0]] for column in self.columns]
        upward = [places[self.columns[0], row] for row in self.rows]
        if self.below % 2:
            return [name[1:] for name in across], [name[0] for name in upward]
        return [name[0] for name in across], [name[1:] for name in upward]
