"""Murus Gallicus as its players see it, and their actions; nothing is hidden from any seat."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from ..core import Act, Event, IllegalAction, OutOfTurn, Over, Seat, View, Word
from ..core import Code as Core
from ..plain import no_refusal
from ..quitting import was_broken_off
from .board import (
    BETWEEN,
    CATAPULT,
    EMPTY,
    GRID,
    NEIGHBOURS,
    REDISTRIBUTIONS,
    SHOTS,
    TAKE,
    TAKE_TWO,
    TO,
    TOWER,
    WALL,
    Action,
    Board,
    Move,
    Redistribution,
    Variant,
    height,
    other,
    owner,
    stack,
    stones,
)
from .position import SEATS, TURNS, Position
from .turns import actions, after_move, find_end, intruding, redistributing


class Code(StrEnum):
    """All messages of this game: the news first, then the refusals."""

    DISTRIBUTED = "murus.distributed"
    THREW = "murus.threw"
    HIT = "murus.hit"
    SACRIFICED = "murus.sacrificed"
    SACRIFICED_TWO = "murus.sacrificed_two"
    REDISTRIBUTED = "murus.redistributed"
    INTRUDER = "murus.intruder"
    REPEATED = "murus.repeated"
    STONES = "murus.stones"

    EMPTY_SQUARE = "murus.empty_square"
    NOT_YOURS = "murus.not_yours"
    WALLS_STAY = "murus.walls_stay"
    TWO_AWAY = "murus.two_away"
    BLOCKED = "murus.blocked"
    NOTHING_TO_TAKE = "murus.nothing_to_take"
    OWN_STONES = "murus.own_stones"
    TOWERS_STAND = "murus.towers_stand"
    NOT_ADJACENT = "murus.not_adjacent"
    ONLY_CATAPULTS = "murus.only_catapults"
    CATAPULT_RANGE = "murus.catapult_range"
    NOT_BACKWARD = "murus.not_backward"
    ENEMY_THERE = "murus.enemy_there"
    REDISTRIBUTE_FIRST = "murus.redistribute_first"
    NO_REDISTRIBUTION = "murus.no_redistribution"
    FROM_HOME = "murus.from_home"
    SECOND_ROW = "murus.second_row"


PIECES = (Word("murus.empty"), Word("murus.wall"), Word("murus.tower"), Word("murus.catapult"))


@dataclass(frozen=True, slots=True)
class MurusView(View):
    """The whole position. `ply` counts turns taken, `times` how often this position has stood.
    `options` are the actions of the seat to move, in every view."""

    board: Board
    variant: Variant
    ply: int
    last: Action | None = None
    times: int = 1
    options: tuple[Action, ...] = ()


def see(position: Position, seat: Seat | None) -> MurusView:
    board, variant, ply = position.board, position.variant, position.ply
    last, times, options = position.last, position.times, position.options
    events = () if was_broken_off(position.turn) else news(board, ply, last, variant, times)
    return MurusView(seat, position.turn, events, board, variant, ply, last, times, options)


def legal(view: MurusView) -> tuple[Action, ...]:
    """List every action of the view's owner (section 1.2, and 1.4 for `advanced`)."""
    return view.options if view.acting else ()


def check(view: MurusView, action: Action) -> None:
    permit(view, view.seat, action)


def permit(at: MurusView | Position, seat: Seat | None, action: Action) -> None:
    """Raise OutOfTurn or IllegalAction unless this seat may do this now."""
    turn = at.turn
    if not isinstance(turn, Act) or seat is None or seat not in turn.seats:
        raise OutOfTurn(Core.ALREADY_OVER if isinstance(turn, Over) else Core.NOT_YOUR_TURN)
    for option in at.options:  # no `in`, which asks every option whether it is equal
        if option is action:
            return
    if isinstance(action, Redistribution):
        _check_redistribution(at, seat, action)
        return
    if redistributing(at.variant, at.ply):
        raise IllegalAction(Code.REDISTRIBUTE_FIRST)
    cell = at.board[action.origin]
    if cell == EMPTY:
        raise IllegalAction(Code.EMPTY_SQUARE, square=GRID.names[action.origin])
    stones = height(cell)
    if owner(cell) != seat:
        raise IllegalAction(Code.NOT_YOURS, square=GRID.names[action.origin], piece=PIECES[stones])
    if stones == WALL:
        raise IllegalAction(Code.WALLS_STAY, square=GRID.names[action.origin])
    if stones == CATAPULT:
        _check_shot(at.board, seat, action)
    elif action.sign is TO:
        _check_distribution(at.board, at.variant, seat, action)
    else:
        _check_sacrifice(at.board, seat, action)


def _check_redistribution(at: MurusView | Position, seat: Seat, action: Redistribution) -> None:
    if not redistributing(at.variant, at.ply):
        raise IllegalAction(Code.NO_REDISTRIBUTION)
    if at.board[action.origin] != stack(seat, TOWER):
        raise IllegalAction(Code.FROM_HOME, square=GRID.names[action.origin])
    if action not in REDISTRIBUTIONS[seat]:
        raise IllegalAction(Code.SECOND_ROW, row=2 if seat == 0 else 6)


def _check_distribution(board: Board, variant: Variant, seat: Seat, action: Move) -> None:
    near = BETWEEN[action.origin].get(action.target)
    if near is None:
        raise IllegalAction(Code.TWO_AWAY, square=GRID.names[action.origin])
    highest = TOWER if variant.advanced else WALL
    for square in (near, action.target):
        cell = board[square]
        if cell != EMPTY and (owner(cell) != seat or height(cell) > highest):
            raise IllegalAction(Code.BLOCKED, square=GRID.names[square], piece=PIECES[height(cell)])


def _check_sacrifice(board: Board, seat: Seat, action: Move) -> None:
    origin, target = GRID.names[action.origin], GRID.names[action.target]
    cell = board[action.target]
    if action.target not in (square for square, _, _ in NEIGHBOURS[action.origin]):
        raise IllegalAction(Code.NOT_ADJACENT, origin=origin, target=target)
    if cell == EMPTY:
        raise IllegalAction(Code.NOTHING_TO_TAKE, square=target)
    if owner(cell) == seat:
        raise IllegalAction(Code.OWN_STONES, square=target)
    if height(cell) == TOWER:
        raise IllegalAction(Code.TOWERS_STAND, square=target)
    if action.sign is TAKE_TWO and height(cell) != CATAPULT:
        raise IllegalAction(Code.ONLY_CATAPULTS, square=target)


def _check_shot(board: Board, seat: Seat, action: Move) -> None:
    origin, target = GRID.names[action.origin], GRID.names[action.target]
    cell = board[action.target]
    (from_file, from_rank), (file, rank) = GRID.at(action.origin), GRID.at(action.target)
    right, up = abs(file - from_file), rank - from_rank
    reach = max(right, abs(up))
    if reach not in (2, 3) or right not in (0, reach) or abs(up) not in (0, reach):
        raise IllegalAction(Code.CATAPULT_RANGE, square=origin)
    if action.target not in (square for square, _, _ in SHOTS[seat][action.origin]):
        raise IllegalAction(Code.NOT_BACKWARD, square=origin)
    if action.sign is TAKE_TWO:
        raise IllegalAction(Code.CATAPULT_RANGE, square=origin)
    if owner(cell) == seat:
        raise IllegalAction(Code.OWN_STONES, square=target)
    if action.sign is TAKE and cell == EMPTY:
        raise IllegalAction(Code.NOTHING_TO_TAKE, square=target)
    if action.sign is TO and cell != EMPTY:
        raise IllegalAction(Code.ENEMY_THERE, origin=origin, target=target)


def news(
    board: Board, ply: int, last: Action | None, variant: Variant, times: int
) -> tuple[Event, ...]:
    """Tell the last action, read off the board it led to after `ply` turns."""
    if last is None:
        return ()
    events: tuple[Event, ...] = (_deed(board, last),)
    mover = SEATS[(ply - 1) % 2]
    if variant.advanced and not variant.escape and intruding(board, mover):
        events += (Event(Code.INTRUDER, {"side": Word(f"murus.seat.{mover}")}),)
    if times > 1:
        events += (Event(Code.REPEATED, {"times": times}),)
    return events


@cache
def _distribution_news(near: int, near_cell: int, far: int, far_cell: int) -> Event:
    """Tell a distribution. Most turns are one, and no more than a few thousand are different."""
    names, piece, far_piece = GRID.names, PIECES[height(near_cell)], PIECES[height(far_cell)]
    return Event(
        Code.DISTRIBUTED,
        {"near": names[near], "near_piece": piece, "far": names[far], "far_piece": far_piece},
    )


def _deed(board: Board, last: Action) -> Event:
    names = GRID.names
    if isinstance(last, Redistribution):
        walls = {"first": names[last.first], "second": names[last.second]}
        return Event(Code.REDISTRIBUTED, {"origin": names[last.origin], **walls})
    if last.sign is TO and board[last.origin] == EMPTY:
        near, far = (last.origin + last.target) // 2, last.target
        return _distribution_news(near, board[near], far, board[far])
    origin, target = names[last.origin], names[last.target]
    left, standing = height(board[last.origin]), height(board[last.target])
    if last.sign is TO:
        return Event(Code.THREW, {"origin": origin, "target": target})
    code = Code.HIT if left == TOWER else Code.SACRIFICED
    if last.sign is TAKE_TWO:
        code = Code.SACRIFICED_TWO
    return Event(code, {"origin": origin, "target": target, "left": PIECES[standing]})


def preview(view: MurusView, action: Action) -> MurusView:
    """Return the view after a legal action of its owner. It shows an end that this action brings,
    except by a third repetition, which needs the history."""
    seat = view.seat
    if seat is None:
        raise OutOfTurn(Core.NOT_YOUR_TURN)
    board = after_move(view.board, seat, action)
    ply, opponent = view.ply + 1, other(seat)
    options = tuple(actions(board, opponent, view.variant, ply))
    turn = find_end(board, opponent, view.variant, options) or TURNS[opponent]
    events = news(board, ply, action, view.variant, 1)
    return MurusView(seat, turn, events, board, view.variant, ply, action, 1, options)


def weight(view: MurusView, action: Action) -> int:
    """Return 2 for a win at once, 1 for taking stones, else 0."""
    after = preview(view, action)
    if isinstance(after.turn, Over) and view.seat in after.turn.winners:
        return 2
    return 1 if isinstance(action, Move) and action.sign is not TO else 0


def path(action: Action) -> tuple[str, ...]:
    """Return the squares picked in turn; the target of a capture carries its sign."""
    names = GRID.names
    if isinstance(action, Redistribution):
        return names[action.origin], names[action.first], names[action.second]
    sign = "" if action.sign is TO else action.sign.value
    return names[action.origin], sign + names[action.target]


takeback_refusal = no_refusal


def material(view: MurusView) -> Event:
    """Count the stones left to both sides."""
    first, second = (stones(view.board, Seat(seat)) for seat in (0, 1))
    return Event(Code.STONES, {"first": first, "second": second})
