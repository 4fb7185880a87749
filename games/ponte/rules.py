"""Ponte del Diavolo: the state of a game and what changes it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..core import Code, OutOfTurn, Over, Rules, Seat, Turn
from ..quitting import lapsing, quitting
from . import notation, turns, view
from .board import Action
from .game import PONTE
from .position import Position
from .view import PonteView


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A game of Ponte del Diavolo; nothing in it is secret."""

    position: Position


def initial(variant: str) -> State:
    return State(Position(notation.read_variant(variant)))


def turn(state: State) -> Turn:
    return state.position.turn


def see(state: State, seat: Seat | None) -> PonteView:
    return view.see(state.position, seat)


def apply(state: State, seat: Seat, action: Action) -> State:
    view.check(see(state, seat), action)
    return State(turns.after(state.position, action))


def roll(state: State, faces: tuple[int, ...]) -> State:
    raise OutOfTurn(Code.ALREADY_OVER if state.position.end else Code.NOT_YOUR_TURN)


def lapse(state: State, seat: Seat) -> State:
    return _ended(state, lapsing(PONTE.info, turn(state), seat))


def forfeit(state: State, seats: frozenset[Seat], reason: str) -> State:
    return _ended(state, quitting(PONTE.info, turn(state), seats, reason))


def dump(state: State) -> str:
    return notation.dump(state.position)


def load(text: str) -> State:
    return State(notation.load(text))


def _ended(state: State, end: Over) -> State:
    return State(replace(state.position, end=end))


PONTE_RULES = Rules(
    game=PONTE,
    initial=initial,
    turn=turn,
    view=see,
    apply=apply,
    roll=roll,
    lapse=lapse,
    forfeit=forfeit,
    dump=dump,
    load=load,
)
