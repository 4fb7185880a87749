"""A position of flip Junqi with its face-down pieces, a secret from the whole table."""

from dataclasses import dataclass
from typing import TypeAlias

from ...core import Roll, Turn
from ..board import COLOURS, Colour
from ..pieces import COUNTS, SET, Kind
from ..referee.position import TURNS, JunqiPosition
from .board import DOWN, Alive, Cell, Deed, Face


@dataclass(frozen=True, slots=True, repr=False)
class Hidden:
    """A piece lying face down; no seat may know which it is."""

    colour: Colour
    code: Kind


Board: TypeAlias = tuple[Face | Hidden | None, ...]

PACK = tuple(Hidden(colour, code) for colour in COLOURS for code in SET)
"""The 50 pieces in the order of a deal: red from the highest, then blue."""
DEAL = Roll(tuple(range(len(PACK), 1, -1)))
EVERYBODY: Alive = (tuple(COUNTS.values()), tuple(COUNTS.values()))


@dataclass(frozen=True, slots=True, repr=False)
class Position(JunqiPosition):
    """Everything, face-down pieces included; without a board before the deal.

    `colours` are the sides' by seat; while they are open `flips` holds, by seat, the colour last
    turned up. `dead` are the removed pieces in order.
    """

    board: Board = ()
    colours: tuple[Colour, Colour] = ("", "")
    flips: tuple[Colour, Colour] = ("", "")
    alive: Alive = EVERYBODY
    dead: tuple[Face, ...] = ()
    deeds: tuple[Deed, ...] = ()

    @property
    def turn(self) -> Turn:
        if self.end or self.board:
            return self.end or TURNS[self.tally.mover]
        return DEAL


def public_board(board: Board) -> tuple[Cell, ...]:
    """Return a board as all see it."""
    return tuple([DOWN if isinstance(cell, Hidden) else cell for cell in board])
