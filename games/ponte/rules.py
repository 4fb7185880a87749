"""Ponte del Diavolo: the state of a game and what changes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..core import Code, Info, OutOfTurn, Over, Seat, Turn
from ..quitting import lapsing, quitting
from . import notation, turns, view
from .board import DARK, LIGHT, Action
from .position import Position
from .view import PonteView


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A game of Ponte del Diavolo; nothing in it is secret."""

    position: Position


class Ponte:
    """The rules of Ponte del Diavolo as the contract wants them; see games.core.Game."""

    info = Info(
        id="ponte",
        version=1,
        seats=2,
        variants=notation.VARIANTS,
        designer="Martin Ebel",
        source="the published rules of 2007",
        joint=",",
        unordered=True,
        options={"pie": ("on", "off")},
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
        return State(Position(notation.read_variant(variant)))

    def turn(self, state: State) -> Turn:
        return state.position.turn

    def view(self, state: State, seat: Seat | None) -> PonteView:
        return view.see(state.position, seat)

    def apply(self, state: State, seat: Seat, action: Action) -> State:
        self.check(self.view(state, seat), action)
        return State(turns.after(state.position, action))

    def roll(self, state: State, faces: tuple[int, ...]) -> State:
        raise OutOfTurn(Code.ALREADY_OVER if state.position.end else Code.NOT_YOUR_TURN)

    def lapse(self, state: State, seat: Seat) -> State:
        return _ended(state, lapsing(self.info, self.turn(state), seat))

    def forfeit(self, state: State, seats: frozenset[Seat], reason: str) -> State:
        return _ended(state, quitting(self.info, self.turn(state), seats, reason))

    def facts(self, view: PonteView) -> dict[str, Any]:
        position = view.position
        return {
            "bridges": [self.format(span.action) for span in position.spans],
            "tiles_left": [position.tiles_left(colour) for colour in (LIGHT, DARK)],
            "bridges_left": position.bridges_left,
            "score": [position.score(colour) for colour in (LIGHT, DARK)],
            "colours": ["light", "dark"][:: -1 if position.swapped else 1],
            "final_turn": position.final,
        }

    def final(self, view: PonteView) -> None:
        """Any turn can be taken back: none shows anything that was hidden."""

    def dump(self, state: State) -> str:
        return notation.dump(state.position)

    def load(self, text: str) -> State:
        return State(notation.load(text))


def _ended(state: State, end: Over) -> State:
    return State(replace(state.position, end=end))


PONTE = Ponte()
