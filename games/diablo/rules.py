"""Diablo: the state of a game and what changes it. The name and the rules are Mark Steere's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..core import (
    Code,
    Info,
    NotationError,
    OutOfTurn,
    Over,
    Roll,
    Seat,
    Turn,
    check_faces,
    excerpt,
)
from ..quitting import lapsing, quitting
from . import notation, view
from .board import BLACK, GREEN, SIZES, Action, checkers, start
from .view import HALFWAY, DiabloView, Position, Stage


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A game of Diablo; the dice to come are nobody's to know and not in it."""

    position: Position


class Diablo:
    """The rules of Diablo as the contract wants them; see games.core.Game."""

    info = Info(
        id="diablo",
        version=1,
        seats=2,
        variants=tuple(f"size-{size}" for size in SIZES),
        designer="Mark Steere",
        source="Mark Steere's rule sheet of 2022",
        joint=" ",
        draws=False,
        dice=True,
    )
    legal = staticmethod(view.legal)
    check = staticmethod(view.check)
    preview = staticmethod(view.preview)
    weight = staticmethod(view.weight)
    path = staticmethod(view.path)
    parse = staticmethod(notation.parse)
    format = staticmethod(view.written)
    last = staticmethod(notation.last)
    cells = staticmethod(notation.cells)
    diagram = staticmethod(notation.diagram)

    def initial(self, variant: str) -> State:
        size = notation.read_variant(variant)
        return State(Position(size, start(size), BLACK, Stage.ROLL, (), (), 1))

    def turn(self, state: State) -> Turn:
        return state.position.turn

    def view(self, state: State, seat: Seat | None) -> DiabloView:
        return view.see(state.position, seat)

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        self.check(self.view(state, seat), action)
        return State(view.after(state.position, action))

    def roll(self, state: State, faces: tuple[int, ...]) -> State:
        turn = state.position.turn
        if not isinstance(turn, Roll):
            raise OutOfTurn(Code.ALREADY_OVER if state.position.end else Code.NOT_YOUR_TURN)
        check_faces(turn.sides, faces)
        return State(view.rolled(state.position, faces))

    def lapse(self, state: State, seat: Seat) -> State:
        return _ended(state, lapsing(self.info, self.turn(state), seat))

    def forfeit(self, state: State, seats: frozenset[Seat], reason: str) -> State:
        return _ended(state, quitting(self.info, self.turn(state), seats, reason))

    def facts(self, view: DiabloView) -> dict[str, Any]:
        position = view.position
        over = position.end is not None
        return {
            "dice": list(position.dice),
            "dice_left": [] if over else list(position.left),
            "stage": (Stage.OVER if over else position.stage).value,
            "turn_number": position.number,
            "size": position.size,
        }

    def final(self, view: DiabloView) -> None:
        """It could be taken back, were there not a roll after every turn."""

    def dump(self, state: State) -> str:
        return notation.dump(state.position)

    def load(self, text: str) -> State:
        position = notation.load(text)
        if not _possible(position):
            raise NotationError(Code.BAD_POSITION, text=excerpt(text))
        return State(position)


def _ended(state: State, end: Over) -> State:
    return State(replace(state.position, end=end))


def _possible(position: Position) -> bool:
    """Whether stage, dice, result and the checkers left go together; colours need not balance."""
    left = {seat: checkers(position.board, seat) for seat in (BLACK, GREEN)}
    if position.stage is Stage.OVER:
        return (
            position.end is not None
            and {seat for seat in left if left[seat]} == position.end.winners
            and position.end.reason in ("captured", "removed")
            and (len(position.dice), position.left, position.done) == (2, (), ())
        )
    if not all(left.values()):
        return False
    if position.end and position.end.reason in ("captured", "removed"):
        return False
    if position.done and (len(position.done) > 1 or position.stage not in HALFWAY):
        return False
    if position.stage is Stage.ROLL:
        return position.dice == position.left == ()
    return _thrown(position)


def _thrown(position: Position) -> bool:
    """Whether the dice and the moves they leave are those of the stage (section 5)."""
    if len(position.dice) != 2:
        return False
    match position.stage:
        case Stage.REMOVE1:
            return position.left == ()
        case Stage.ACTION2_ANY | Stage.ACTION2_MC:
            one = len(position.left) == 1 and position.left[0] in position.dice
            return one and bool(view.actions(position))
        case _:
            before = replace(position, stage=Stage.ROLL, left=())
            rolled = view.rolled(before, position.dice)
            return rolled == position and bool(view.actions(position))


DIABLO = Diablo()
