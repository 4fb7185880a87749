"""A position of four-player Junqi with all its ranks, the secret that the referee keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ...core import Act, Over, Seat, Turn
from ..hidden import Piece
from ..options import Options
from ..tally import Tally
from .board import NAMES, SEATS
from .happenings import Deed, Gone

Board: TypeAlias = tuple[Piece | None, ...]

NONE = (0, 0, 0, 0)
START = Tally(missed=NONE)
TURNS = tuple(Act(frozenset({seat})) for seat in SEATS)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Everything, ranks included.

    `ready` are the seats that have set up, `lost` the pieces off the board, in order, `shown` the
    origins of those whose rank is public, `revealed` the seats whose flag their Field Marshal's
    fall has shown, `gone` the seats that are out, in order, `skips` the number of each seat's
    missed turns that were skipped.
    """

    options: Options
    tally: Tally = START
    board: Board = (None,) * len(NAMES)
    ready: frozenset[Seat] = frozenset()
    lost: tuple[Piece, ...] = ()
    shown: frozenset[int] = frozenset()
    revealed: frozenset[Seat] = frozenset()
    gone: tuple[Gone, ...] = ()
    skips: tuple[int, ...] = NONE
    deeds: tuple[Deed, ...] = ()
    end: Over | None = None

    @property
    def deploying(self) -> bool:
        """Tell whether the pieces are still being set up."""
        return len(self.ready) < len(SEATS)

    @property
    def out(self) -> frozenset[Seat]:
        return frozenset(seat for seat, _ in self.gone)

    @property
    def turn(self) -> Turn:
        """Return the seats to act, or the end."""
        if self.end:
            return self.end
        if self.deploying:
            return Act(frozenset(SEATS) - self.ready, free=True)
        return TURNS[self.tally.mover]
