"""A position of four-player Junqi with all its ranks, the secret that the referee keeps."""

from dataclasses import dataclass

from ...core import Seat
from ..referee.position import Board, HiddenPosition
from ..tally import Tally
from .board import NAMES
from .happenings import Deed, Gone

NONE = (0, 0, 0, 0)
START = Tally(missed=NONE)


@dataclass(frozen=True, slots=True, repr=False)
class Position(HiddenPosition):
    """Everything, ranks included. `gone` are the seats that are out, in order, `skips` the number
    of each seat's missed turns that were skipped."""

    tally: Tally = START
    board: Board = (None,) * len(NAMES)
    deeds: tuple[Deed, ...] = ()
    gone: tuple[Gone, ...] = ()
    skips: tuple[int, ...] = NONE

    @property
    def out(self) -> frozenset[Seat]:
        return frozenset(seat for seat, _ in self.gone)
