"""What the players of Diablo see and may do; nothing is hidden but the dice to come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from ..core import Act, Event, IllegalAction, OutOfTurn, Over, Pick, Roll, Seat, Turn, View, Word
from ..core import Code as Core
from .board import (
    Action,
    Board,
    Move,
    Removal,
    Sign,
    grid,
    other,
    owner,
    reach,
    removals,
    side,
)


class Code(StrEnum):
    """All that can be said about this game: the news first, then the refusals."""

    MOVED = "diablo.moved"
    MERGED = "diablo.merged"
    TOOK = "diablo.took"
    REMOVED = "diablo.removed"
    ROLLED = "diablo.rolled"

    EMPTY_SQUARE = "diablo.empty_square"
    NOT_YOURS = "diablo.not_yours"
    NOT_STRAIGHT = "diablo.not_straight"
    NOT_ON_DICE = "diablo.not_on_dice"
    TALLER = "diablo.taller"
    REALLY = "diablo.really"
    ONLY_MERGE_OR_TAKE = "diablo.only_merge_or_take"
    MUST_MOVE = "diablo.must_move"
    MUST_REMOVE = "diablo.must_remove"


class Stage(StrEnum):
    """Where in a turn the game stands (section 5)."""

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
"""The stages of a turn's second action."""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action done, and its number: the height merged to, taken, moved, or left by a removal."""

    action: Action
    number: int


@dataclass(frozen=True, slots=True)
class Position:
    """Everything on the table. `number` counts turns from 1; `left` are the dice still unused.

    `done` are this turn's actions so far, `last` those of the turn before, thrown with `last_dice`.
    """

    size: int
    board: Board
    mover: Seat
    stage: Stage
    dice: tuple[int, ...]
    left: tuple[int, ...]
    number: int
    done: tuple[Deed, ...] = ()
    last: tuple[Deed, ...] = ()
    last_dice: tuple[int, ...] = ()
    end: Over | None = None

    def at(self, square: str) -> int:
        """What stands on a named square; NotationError off this board."""
        return self.board[grid(self.size).square(square)]

    @property
    def turn(self) -> Turn:
        """Who or what is to act."""
        if self.end:
            return self.end
        if self.stage is Stage.ROLL:
            return Roll((self.size // 2, self.size // 2))
        return Act(frozenset({self.mover}), begun=self.stage in HALFWAY)


@dataclass(frozen=True, slots=True)
class DiabloView(View):
    """The whole position, the same for everybody."""

    position: Position


def see(position: Position, seat: Seat | None) -> DiabloView:
    """The view of a seat, or with None of a spectator."""
    return DiabloView(seat, position.turn, news(position), position)


def news(position: Position) -> tuple[Event, ...]:
    """What the last turn did and the roll since; within a turn, what it has done so far."""
    if position.done:
        return tuple(_told(deed) for deed in position.done)
    told = [_told(deed) for deed in position.last]
    if position.dice and not position.end:
        first, second = position.dice
        told.append(Event(Code.ROLLED, {"first": first, "second": second}))
    return tuple(told)


def _told(deed: Deed) -> Event:
    action = deed.action
    if isinstance(action, Removal):
        return Event(Code.REMOVED, {"square": action.square, "n": deed.number})
    target = action.target
    match action.sign:
        case Sign.GO:
            return Event(Code.MOVED, {"target": target})
        case Sign.MERGE:
            return Event(Code.MERGED, {"target": target, "n": deed.number})
        case Sign.TAKE:
            return Event(Code.TOOK, {"target": target, "n": deed.number})


def legal(view: DiabloView) -> list[Action]:
    """Every action of the view's owner."""
    return actions(view.position) if view.acting else []


def actions(position: Position) -> list[Action]:
    """Every action of the one to move (sections 4 and 5)."""
    if position.stage in REMOVING:
        own = side(position.mover)
        taking = removals(position.size)
        return [taking[square] for square, cell in enumerate(position.board) if cell * own > 0]
    return list(moves(position, empties=position.stage is not Stage.ACTION2_MC))


def moves(position: Position, *, empties: bool) -> list[Action]:
    """The moves with the dice left, each once; `empties` admits those to empty squares."""
    found: list[Action] = []
    own, board = side(position.mover), position.board
    for die in dict.fromkeys(position.left):
        for origin, ways in enumerate(reach(position.size, die)):
            height = board[origin] * own
            if height <= 0:
                continue
            for target, way in ways:
                there = board[target] * own
                if there > 0:
                    found.append(way[Sign.MERGE])
                elif there == 0:
                    if empties:
                        found.append(way[Sign.GO])
                elif -there <= height:
                    found.append(way[Sign.TAKE])
    return found


def check(view: DiabloView, action: Action) -> None:
    """Raise OutOfTurn or IllegalAction unless the view's owner may do this now."""
    position = view.position
    if position.end:
        raise OutOfTurn(Core.ALREADY_OVER)
    if not view.acting:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
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
        raise IllegalAction(Code.REALLY, meant=written(replace(action, sign=meant)))


def meaning(position: Position, origin: str, target: str) -> Sign:
    """What a move between these squares would be, going by what stands on the target."""
    whose = owner(position.at(target))
    if whose is None:
        return Sign.GO
    return Sign.MERGE if whose == owner(position.at(origin)) else Sign.TAKE


def written(action: Action) -> str:
    """The canonical text of an action."""
    if isinstance(action, Removal):
        return f"-{action.square}"
    return f"{action.origin}{action.sign.value}{action.target}"


def preview(view: DiabloView, action: Action) -> DiabloView:
    """The view after the owner's legal action; after a whole turn chance is to roll."""
    return see(after(view.position, action), view.seat)


def after(position: Position, action: Action) -> Position:
    """The position after a legal action (section 5)."""
    board, number = _changed(position, action)
    done = (*position.done, Deed(action, number))
    removed = isinstance(action, Removal)
    loser = position.mover if removed else other(position.mover)
    if not any(owner(cell) == loser for cell in board):
        end = Over(frozenset({other(loser)}), "removed" if removed else "captured")
        return replace(
            _turned(replace(position, board=board, done=done)),
            mover=position.mover,
            stage=Stage.OVER,
            dice=position.dice,
            number=position.number,
            end=end,
        )
    moved = replace(position, board=board, done=done)
    if position.stage is Stage.ACTION1 and isinstance(action, Move):
        return _second(moved, action)
    if position.stage is Stage.REMOVE2:
        return replace(moved, stage=Stage.REMOVE1)
    return _turned(moved)


def _changed(position: Position, action: Action) -> tuple[Board, int]:
    """The board after an action, and the action's number (see Deed)."""
    board, square = list(position.board), grid(position.size).square
    if isinstance(action, Removal):
        at = square(action.square)
        board[at] -= side(position.mover)
        return tuple(board), abs(board[at])
    origin, target = square(action.origin), square(action.target)
    mine, theirs = board[origin], board[target]
    board[origin] = 0
    board[target] = mine + theirs if action.sign is Sign.MERGE else mine
    number = theirs if action.sign is Sign.TAKE else board[target]
    return tuple(board), abs(number)


def _second(position: Position, action: Move) -> Position:
    """After the first of two actions: which kind of second one the other die leaves."""
    squares = grid(position.size)
    used = squares.distance(squares.square(action.origin), squares.square(action.target))
    dice = list(position.left)
    dice.remove(used)
    rest = replace(position, left=tuple(dice))
    empties = action.sign is not Sign.GO
    if not moves(rest, empties=empties):
        return replace(rest, stage=Stage.REMOVE1, left=())
    return replace(rest, stage=Stage.ACTION2_ANY if empties else Stage.ACTION2_MC)


def _turned(position: Position) -> Position:
    """The turn is over: the other side will roll."""
    return replace(
        position,
        mover=other(position.mover),
        stage=Stage.ROLL,
        dice=(),
        left=(),
        number=position.number + 1,
        done=(),
        last=position.done,
        last_dice=position.dice,
    )


def rolled(position: Position, dice: tuple[int, ...]) -> Position:
    """The position once the dice of the turn are thrown."""
    if position.number == 1:
        return replace(position, stage=Stage.FIRST, dice=dice, left=dice)
    thrown = replace(position, stage=Stage.ACTION1, dice=dice, left=dice)
    return thrown if moves(thrown, empties=True) else replace(thrown, stage=Stage.REMOVE2, left=())


def weight(view: DiabloView, action: Action) -> int:
    """2 for taking the last checker, 1 for any capture, else 0."""
    if not isinstance(action, Move) or action.sign is not Sign.TAKE:
        return 0
    end = after(view.position, action).end
    return 2 if end and view.seat in end.winners else 1


def path(action: Action) -> tuple[Pick, ...]:
    """What a person picks: the stack and its target, or the removal and its square."""
    if isinstance(action, Removal):
        return Word("diablo.remove"), action.square
    sign = "" if action.sign is Sign.GO else action.sign.value
    return action.origin, sign + action.target
