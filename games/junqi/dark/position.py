"""A position of dark Junqi with all its ranks, the secret that the referee keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ...core import Act, Over, Seat, Turn
from ..board import GRID, SEATS
from ..hidden import Deed, Piece
from ..options import Options
from ..tally import START, TURNS, Tally

Board: TypeAlias = tuple[Piece | None, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Everything, ranks included.

    `ready` are the sides that have set up, `lost` the pieces removed, in order, `shown` the origins
    of those whose rank is public, `revealed` the sides whose flag is.
    """

    options: Options
    tally: Tally = START
    board: Board = (None,) * len(GRID)
    ready: frozenset[Seat] = frozenset()
    lost: tuple[Piece, ...] = ()
    shown: frozenset[int] = frozenset()
    revealed: frozenset[Seat] = frozenset()
    deeds: tuple[Deed, ...] = ()
    end: Over | None = None

    @property
    def deploying(self) -> bool:
        """Tell whether the pieces are still being set up."""
        return len(self.ready) < len(SEATS)

    @property
    def turn(self) -> Turn:
        """Return the seats to act, or the end."""
        if self.end:
            return self.end
        if self.deploying:
            return Act(frozenset(SEATS) - self.ready, free=True)
        return TURNS[self.tally.mover]
