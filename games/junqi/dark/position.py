"""A position of dark Junqi with all its ranks, the secret that the referee keeps."""

from dataclasses import dataclass

from ..board import GRID
from ..hidden import Deed
from ..referee.position import Board, HiddenPosition


@dataclass(frozen=True, slots=True, repr=False)
class Position(HiddenPosition):
    """Everything, ranks included."""

    board: Board = (None,) * len(GRID)
    deeds: tuple[Deed, ...] = ()
