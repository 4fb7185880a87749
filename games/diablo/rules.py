"""Diablo: the state of a game and what changes it. The name and the rules are Mark Steere's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ..core import Code, NotationError, OutOfTurn, Over, Roll, Rules, Seat, Turn
from ..quitting import lapsing, quitting
from ..submission import check_faces, excerpt
from . import notation, view
from .board import BLACK, GREEN, Action, checkers, start
from .game import DIABLO
from .view import HALFWAY, DiabloView, Position, Stage


@dataclass(frozen=True, slots=True, repr=False)
class State:
    """A game of Diablo; the dice to come are nobody's to know and not in it."""

    position: Position


def initial(variant: str) -> State:
    size = notation.read_variant(variant)
    return State(Position(size, start(size), BLACK, Stage.ROLL, (), (), 1))


def turn(state: State) -> Turn:
    return state.position.turn


def see(state: State, seat: Seat | None) -> DiabloView:
    return view.see(state.position, seat)


def apply(state: State, seat: Seat, action: Action) -> State:
    view.check(see(state, seat), action)
    return State(view.after(state.position, action))


def roll(state: State, faces: tuple[int, ...]) -> State:
    turn = state.position.turn
    if not isinstance(turn, Roll):
        raise OutOfTurn(Code.ALREADY_OVER if state.position.end else Code.NOT_YOUR_TURN)
    check_faces(turn.sides, faces)
    return State(view.rolled(state.position, faces))


def lapse(state: State, seat: Seat) -> State:
    return _ended(state, lapsing(DIABLO.info, turn(state), seat))


def forfeit(state: State, seats: frozenset[Seat], reason: str) -> State:
    return _ended(state, quitting(DIABLO.info, turn(state), seats, reason))


def dump(state: State) -> str:
    return notation.dump(state.position)


def load(text: str) -> State:
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


DIABLO_RULES = Rules(
    game=DIABLO,
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
