"""Positions of Junqi, with what is alike in every mode."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ...core import Act, Over, Seat, Turn
from ..hidden import Piece
from ..options import Options
from ..tally import START, Tally

Board: TypeAlias = tuple[Piece | None, ...]
TURNS = tuple(Act(frozenset({Seat(number)})) for number in range(4))


@dataclass(frozen=True, slots=True, repr=False)
class JunqiPosition:
    """The options, the counts and the end of a match; `deeds` are those of the last turn."""

    options: Options
    tally: Tally = START
    end: Over | None = None
    deeds: Sequence[Any] = ()

    @property
    def turn(self) -> Turn:
        return self.end or TURNS[self.tally.mover]


@dataclass(frozen=True, slots=True, repr=False)
class HiddenPosition(JunqiPosition):
    """Everything, ranks included.

    `ready` are the seats that have set up, `lost` the pieces off the board, in order, `shown` the
    origins of those whose rank is public, `revealed` the seats whose flag their Field Marshal's
    fall has shown.
    """

    board: Board = ()
    ready: frozenset[Seat] = frozenset()
    lost: tuple[Piece, ...] = ()
    shown: frozenset[int] = frozenset()
    revealed: frozenset[Seat] = frozenset()

    @property
    def waiting(self) -> frozenset[Seat]:
        """Return the seats that have not set up yet."""
        return frozenset(map(Seat, range(len(self.tally.missed)))) - self.ready

    @property
    def deploying(self) -> bool:
        return len(self.ready) < len(self.tally.missed)

    @property
    def open(self) -> bool:
        """Tell whether all see every piece: once a match has ended that had begun to be played."""
        return self.end is not None and not self.deploying

    @property
    def turn(self) -> Turn:
        if self.end or not self.deploying:
            return self.end or TURNS[self.tally.mover]
        return Act(self.waiting, free=True)
