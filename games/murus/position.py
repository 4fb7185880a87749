"""A position of Murus Gallicus, with the past that the repetition rule needs (section 1.6)."""

from dataclasses import dataclass

from ..core import Act, Over, Seat, Turn
from .board import GAULS, ROMANS, Action, Board, Variant

SEATS = (ROMANS, GAULS)
TURNS = tuple(Act(frozenset({seat})) for seat in SEATS)


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """The board, and how it came to be.

    `ply` counts turns taken. `line` holds the actions since stones last left the board, the one
    that took them included; `past` the boards before this one in which the present position could
    still recur, oldest first. `options` are the actions of the seat to move, `times` counts how
    often this position has stood with this side to move, now included, and `turn` is the seat to
    act, or the end; `turns.reached` finds all three.
    """

    variant: Variant
    board: Board
    ply: int
    line: tuple[Action, ...]
    past: tuple[Board, ...]
    options: tuple[Action, ...]
    times: int
    turn: Turn

    @property
    def mover(self) -> Seat:
        return SEATS[self.ply % 2]

    @property
    def end(self) -> Over | None:
        """Return the end, if the game is over."""
        return self.turn if isinstance(self.turn, Over) else None

    @property
    def last(self) -> Action | None:
        """Return the last action, if there has been one."""
        return self.line[-1] if self.line else None


def standings(board: Board, past: tuple[Board, ...]) -> int:
    """Count how often this board has stood after such boards, with the same side to move."""
    return 1 + past[-2::-2].count(board)
