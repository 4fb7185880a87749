"""The turns of Murus Gallicus: the actions of the seat to move and their effects."""

from collections.abc import Sequence

from ..core import Over, Seat
from .board import (
    AROUND,
    DISTRIBUTIONS,
    EMPTY,
    GOAL,
    LANDINGS,
    LOWERED,
    NEIGHBOURS,
    PREY,
    RAISED,
    REDISTRIBUTIONS,
    SHOTS,
    STACKS,
    START,
    TAKE_TWO,
    TO,
    TOWER,
    WALL,
    Action,
    Board,
    Move,
    Redistribution,
    Variant,
    other,
    stack,
)
from .position import SEATS, TURNS, Position, standings

REPETITIONS = 3


def redistributing(variant: Variant, ply: int) -> bool:
    """Tell whether this is a player's first turn in the redistribution variant (section 1.5)."""
    return variant.redistribution and ply < 2


def actions(board: Board, seat: Seat, variant: Variant, ply: int) -> list[Action]:
    """List every action a seat would have on this board if it were to move."""
    if redistributing(variant, ply):
        return list(REDISTRIBUTIONS[seat])
    possible: list[Action] = []
    _, tower, catapult = STACKS[seat]
    enemies = enemy_wall, _, enemy_catapult = STACKS[other(seat)]
    free = board.translate(LANDINGS[seat, variant.advanced])
    prey = int.from_bytes(board.translate(PREY[seat]), "little")
    origin = board.find(tower)
    while origin >= 0:
        for near, far, move in DISTRIBUTIONS[origin]:
            if free[near] and free[far]:
                possible.append(move)
        for square, take, take_two in NEIGHBOURS[origin] if prey & AROUND[origin] else ():
            cell = board[square]
            if cell == enemy_wall:
                possible.append(take)
            elif cell == enemy_catapult:
                possible += (take, take_two)
        origin = board.find(tower, origin + 1)
    origin = board.find(catapult)
    while origin >= 0:
        for square, throw, hit in SHOTS[seat][origin]:
            cell = board[square]
            if cell == EMPTY:
                possible.append(throw)
            elif cell in enemies:
                possible.append(hit)
        origin = board.find(catapult, origin + 1)
    return possible


def after(position: Position, action: Action) -> Position:
    """Return the position after a legal action, with the end it may bring."""
    variant, board, ply = position.variant, position.board, position.ply
    led_to = after_move(board, position.mover, action)
    if irreversible(action):
        return after_actions(variant, led_to, ply + 1, (action,))
    return after_actions(
        variant, led_to, ply + 1, (*position.line, action), (*position.past, board)
    )


def irreversible(action: Action) -> bool:
    """Tell whether no earlier position can come again after this action."""
    return not isinstance(action, Move) or action.sign is not TO


def after_move(board: Board, seat: Seat, action: Action) -> Board:
    """Return the board after a legal action."""
    after = bytearray(board)
    if isinstance(action, Redistribution):
        after[action.origin] = EMPTY
        after[action.first] = after[action.second] = stack(seat, WALL)
        return bytes(after)
    origin, target, sign = action.origin, action.target, action.sign
    if sign is TO and board[origin] == stack(seat, TOWER):
        near = (origin + target) // 2
        after[origin] = EMPTY
        after[near], after[target] = RAISED[seat][board[near]], RAISED[seat][board[target]]
        return bytes(after)
    after[origin] = LOWERED[board[origin]]
    after[target] = RAISED[seat][EMPTY] if sign is TO else LOWERED[board[target]]
    if sign is TAKE_TWO:
        after[origin], after[target] = LOWERED[after[origin]], LOWERED[after[target]]
    return bytes(after)


def intruding(board: Board, seat: Seat) -> bool:
    """Tell whether a seat has a stone on its goal row."""
    row = board[GOAL[seat]]
    wall, tower, catapult = STACKS[seat]
    return wall in row or tower in row or catapult in row


def after_actions(
    variant: Variant,
    board: Board = START,
    ply: int = 0,
    line: tuple[Action, ...] = (),
    past: tuple[Board, ...] = (),
    end: Over | None = None,
) -> Position:
    """Return the position with its actions, and with its end if it has one. The end is `end`, or
    else breakthrough, stalemate, or a draw by the third repetition."""
    mover = SEATS[ply % 2]
    options = tuple(actions(board, mover, variant, ply))
    times = standings(board, past)
    end = end or find_end(board, mover, variant, options)
    if end is None and times >= REPETITIONS:
        end = Over(frozenset(), "repetition")
    return Position(variant, board, ply, line, past, options, times, end or TURNS[mover])


def find_end(
    board: Board, to_move: Seat, variant: Variant, options: Sequence[Action]
) -> Over | None:
    """Find a breakthrough, then stalemate (sections 1.3, 1.4), as the turn passes to `to_move`."""
    mover = other(to_move)
    runner = to_move if variant.advanced else mover
    if not variant.escape and intruding(board, runner):
        return Over(frozenset({runner}), "breakthrough")
    if not options:
        return Over(frozenset({mover}), "stalemate")
    return None
