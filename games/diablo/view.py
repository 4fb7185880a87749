"""Diablo as its players see it, and their actions; nothing is hidden but the dice to come."""

from dataclasses import dataclass
from enum import StrEnum

from ..core import Event, IllegalAction, Pick, Word
from ..plain import OpenView, no_refusal, open_sight
from ..quitting import check_turn
from .board import BLACK, GREEN, Action, Move, Removal, Sign, checkers, grid, owner, side
from .position import REMOVING, Deed, Position, Stage
from .turns import actions, after, meaning


class Code(StrEnum):
    """All messages of this game: the news first, then the refusals."""

    MOVED = "diablo.moved"
    MERGED = "diablo.merged"
    TOOK = "diablo.took"
    REMOVED = "diablo.removed"
    EMPTIED = "diablo.emptied"
    ROLLED = "diablo.rolled"
    ROLLED_FIRST = "diablo.rolled_first"
    CHECKERS = "diablo.checkers"

    EMPTY_SQUARE = "diablo.empty_square"
    NOT_YOURS = "diablo.not_yours"
    NOT_STRAIGHT = "diablo.not_straight"
    NOT_ON_DICE = "diablo.not_on_dice"
    TALLER = "diablo.taller"
    REALLY = "diablo.really"
    ONLY_MERGE_OR_TAKE = "diablo.only_merge_or_take"
    MUST_MOVE = "diablo.must_move"
    MUST_REMOVE = "diablo.must_remove"


ROLLS = (Code.ROLLED, Code.ROLLED_FIRST)


@dataclass(frozen=True, slots=True)
class DiabloView(OpenView[Position]):
    """The whole position."""


def news(position: Position) -> tuple[Event, ...]:
    """Tell the last turn and the roll since; within a turn, its actions so far."""
    if position.done:
        return tuple(_event(deed) for deed in position.done)
    events = [_event(deed) for deed in position.last]
    if position.dice and not position.end:
        first, second = position.dice
        code = Code.ROLLED_FIRST if position.stage is Stage.FIRST else Code.ROLLED
        events.append(Event(code, {"first": first, "second": second}))
    return tuple(events)


def _event(deed: Deed) -> Event:
    action = deed.action
    if isinstance(action, Removal):
        if not deed.number:
            return Event(Code.EMPTIED, {"square": action.square})
        return Event(Code.REMOVED, {"square": action.square, "n": deed.number})
    target = action.target
    match action.sign:
        case Sign.GO:
            return Event(Code.MOVED, {"target": target})
        case Sign.MERGE:
            return Event(Code.MERGED, {"target": target, "n": deed.number})
        case Sign.TAKE:
            return Event(Code.TOOK, {"target": target, "n": deed.number})


def check(view: DiabloView, action: Action) -> None:
    check_turn(view.turn, view.seat)
    position = view.position
    removing = position.stage in REMOVING
    if isinstance(action, Removal):
        _check_own(position, action.square)
        if not removing:
            raise IllegalAction(Code.MUST_MOVE)
        return
    if removing:
        raise IllegalAction(Code.MUST_REMOVE)
    _check_own(position, action.origin)
    _check_distance(position, action)
    _check_target(position, action)


def _check_own(position: Position, square: str) -> None:
    whose = owner(position.at(square))
    if whose is None:
        raise IllegalAction(Code.EMPTY_SQUARE, square=square)
    if whose != position.mover:
        raise IllegalAction(Code.NOT_YOURS, square=square)


def _check_distance(position: Position, action: Move) -> None:
    squares = grid(position.size)
    (file, rank), (to_file, to_rank) = (
        squares.at(squares.square(name)) for name in (action.origin, action.target)
    )
    right, up = abs(to_file - file), abs(to_rank - rank)
    if bool(right) == bool(up):
        raise IllegalAction(Code.NOT_STRAIGHT)
    if right + up not in position.left:
        dice = " ".join(map(str, position.left))
        raise IllegalAction(Code.NOT_ON_DICE, distance=right + up, left=dice)


def _check_target(position: Position, action: Move) -> None:
    meant = meaning(position, action.origin, action.target)
    mine, theirs = abs(position.at(action.origin)), abs(position.at(action.target))
    if meant is Sign.TAKE and theirs > mine:
        raise IllegalAction(Code.TALLER, target=action.target, theirs=theirs, mine=mine)
    if meant is Sign.GO and position.stage is Stage.ACTION2_MC:
        raise IllegalAction(Code.ONLY_MERGE_OR_TAKE, die=position.left[0])
    if action.sign is not meant:
        raise IllegalAction(Code.REALLY, meant=f"{action.origin}{meant.value}{action.target}")


def weight(view: DiabloView, action: Action) -> int:
    """Return 2 for taking the last stack, 1 for any capture, else 0."""
    if not isinstance(action, Move) or action.sign is not Sign.TAKE:
        return 0
    own = side(view.position.mover)
    return 2 if sum(cell * own < 0 for cell in view.position.board) == 1 else 1


def path(action: Action) -> tuple[Pick, ...]:
    """Return the picks: the stack and its target, or the removal and its square."""
    if isinstance(action, Removal):
        return Word("diablo.remove"), action.square
    sign = "" if action.sign is Sign.GO else action.sign.value
    return action.origin, sign + action.target


def material(view: DiabloView) -> Event:
    """Count the checkers left to both sides."""
    first, second = (checkers(view.position.board, seat) for seat in (BLACK, GREEN))
    return Event(Code.CHECKERS, {"first": first, "second": second})


see, legal, preview = open_sight(DiabloView, news, actions, after)
takeback_refusal = no_refusal  # but a roll follows every turn, and bars taking it back
