"""Diablo: the state of a game and what changes it. The name and the rules are Mark Steere's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..core import (
    Code,
    IllegalAction,
    Info,
    OutOfTurn,
    Over,
    Roll,
    Seat,
    Turn,
    check_faces,
)
from . import notation, view
from .board import BLACK, SIZES, Action, start
from .view import DiabloView, Position, Stage


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
        if not self.view(state, seat).acting:
            raise OutOfTurn(Code.ALREADY_OVER if state.position.end else Code.NOT_YOUR_TURN)
        return self.forfeit(state, frozenset({seat}), "time")

    def forfeit(self, state: State, seats: frozenset[Seat], reason: str) -> State:
        if state.position.end:
            raise OutOfTurn(Code.ALREADY_OVER)
        if not seats or not seats <= {0, 1}:
            raise IllegalAction(Code.NO_SUCH_SEAT, seat=",".join(map(str, sorted(seats))))
        end = Over(frozenset({Seat(0), Seat(1)}) - seats, reason)
        return State(replace(state.position, end=end))

    def facts(self, view: DiabloView) -> dict[str, Any]:
        position = view.position
        return {
            "dice": list(position.dice),
            "dice_left": list(position.left),
            "stage": position.stage.value,
            "turn_number": position.number,
            "size": position.size,
        }

    def dump(self, state: State) -> str:
        return notation.dump(state.position)

    def load(self, text: str) -> State:
        return State(notation.load(text))


DIABLO = Diablo()
