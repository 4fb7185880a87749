"""A position of Diablo: the board, the dice, and the stage of the turn (section 5)."""

from dataclasses import dataclass
from enum import StrEnum

from ..core import Act, Over, Roll, Seat, Turn
from .board import BLACK, Action, Board, grid


class Stage(StrEnum):
    """The stages of a turn (section 5)."""

    ROLL = "roll"
    FIRST = "first"
    ACTION1 = "action1"
    ACTION2_ANY = "action2_any"
    ACTION2_MC = "action2_mc"
    REMOVE2 = "remove2"
    REMOVE1 = "remove1"
    OVER = "over"


REMOVING = (Stage.REMOVE2, Stage.REMOVE1)
HALFWAY = (Stage.ACTION2_ANY, Stage.ACTION2_MC, Stage.REMOVE1)


@dataclass(frozen=True, slots=True)
class Deed:
    """An action done, and its number: the height merged to, taken, moved, or left by a removal."""

    action: Action
    number: int


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """Everything on the table; the dice to come are not in it, for they are not thrown yet.

    `number` counts turns from 1, `left` are the dice still unused. `done` are this turn's actions
    so far, `last` those of the turn before, thrown with `last_dice`.
    """

    size: int
    board: Board
    mover: Seat = BLACK
    stage: Stage = Stage.ROLL
    dice: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    number: int = 1
    done: tuple[Deed, ...] = ()
    last: tuple[Deed, ...] = ()
    last_dice: tuple[int, ...] = ()
    end: Over | None = None

    def at(self, square: str) -> int:
        """Return the cell of a named square. Raises NotationError off the board."""
        return self.board[grid(self.size).square(square)]

    @property
    def turns(self) -> int:
        """Count the turns that have been played."""
        return self.number if self.stage is Stage.OVER else self.number - 1

    @property
    def turn(self) -> Turn:
        if self.end:
            return self.end
        if self.stage is Stage.ROLL:
            return Roll((self.size // 2, self.size // 2))
        return Act(frozenset({self.mover}), begun=self.stage in HALFWAY)
