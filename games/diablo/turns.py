"""The turns of Diablo: the actions of the seat to move and their effects (sections 4, 5)."""

from dataclasses import replace

from ..core import Over
from .board import Action, Board, Move, Removal, Sign, grid, other, owner, reach, removals, side
from .position import REMOVING, Deed, Position, Stage


def actions(position: Position) -> list[Action]:
    """List every action of the seat to move (sections 4 and 5)."""
    if position.stage in REMOVING:
        own = side(position.mover)
        taking = removals(position.size)
        return [taking[square] for square, cell in enumerate(position.board) if cell * own > 0]
    return list(moves(position, empties=position.stage is not Stage.ACTION2_MC))


def moves(position: Position, *, empties: bool) -> list[Action]:
    """List the moves with the dice left, each once; with `empties` also those to empty squares."""
    possible: list[Action] = []
    own, board = side(position.mover), position.board
    for die in dict.fromkeys(position.left):
        for origin, ways in enumerate(reach(position.size, die)):
            height = board[origin] * own
            if height <= 0:
                continue
            for target, way in ways:
                there = board[target] * own
                if there > 0:
                    possible.append(way[Sign.MERGE])
                elif there == 0:
                    if empties:
                        possible.append(way[Sign.GO])
                elif -there <= height:
                    possible.append(way[Sign.TAKE])
    return possible


def meaning(position: Position, origin: str, target: str) -> Sign:
    """Return the sign a move between these squares has by the cell of the target."""
    whose = owner(position.at(target))
    if whose is None:
        return Sign.GO
    return Sign.MERGE if whose == owner(position.at(origin)) else Sign.TAKE


def after(position: Position, action: Action) -> Position:
    """Return the position after a legal action (section 5)."""
    board, number = _board_after(position, action)
    done = (*position.done, Deed(action, number))
    moved = replace(position, board=board, done=done)
    if end := find_end(moved):
        return replace(
            moved, stage=Stage.OVER, left=(), done=(), last=done, last_dice=position.dice, end=end
        )
    if position.stage is Stage.ACTION1 and isinstance(action, Move):
        return _second(moved, action)
    if position.stage is Stage.REMOVE2:
        return replace(moved, stage=Stage.REMOVE1)
    return _pass_turn(moved)


def find_end(position: Position) -> Over | None:
    """Return the end if the action just done took or removed a side's last checker (section 6)."""
    removed = isinstance(position.done[-1].action, Removal)
    loser = position.mover if removed else other(position.mover)
    if any(owner(cell) == loser for cell in position.board):
        return None
    return Over(frozenset({other(loser)}), "removed" if removed else "captured")


def _board_after(position: Position, action: Action) -> tuple[Board, int]:
    """Return the board after an action, and the action's number (see Deed)."""
    board, square = list(position.board), grid(position.size).square
    if isinstance(action, Removal):
        at = square(action.square)
        board[at] -= side(position.mover)
        return tuple(board), abs(board[at])
    origin, target = square(action.origin), square(action.target)
    mine, theirs = board[origin], board[target]
    board[origin] = 0
    board[target] = mine + theirs if action.sign is Sign.MERGE else mine
    return tuple(board), abs(theirs if action.sign is Sign.TAKE else board[target])


def _second(position: Position, action: Move) -> Position:
    """Return the position after the first of two actions; the other die decides the second."""
    squares = grid(position.size)
    used = squares.distance(squares.square(action.origin), squares.square(action.target))
    dice = list(position.left)
    dice.remove(used)
    rest = replace(position, left=tuple(dice))
    empties = action.sign is not Sign.GO
    if not moves(rest, empties=empties):
        return replace(rest, stage=Stage.REMOVE1, left=())
    return replace(rest, stage=Stage.ACTION2_ANY if empties else Stage.ACTION2_MC)


def _pass_turn(position: Position) -> Position:
    """Return the position after a whole turn; the other side rolls next."""
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


def after_roll(position: Position, dice: tuple[int, ...]) -> Position:
    """Return the position once the dice of the turn are thrown."""
    if position.number == 1:
        return replace(position, stage=Stage.FIRST, dice=dice, left=dice)
    thrown = replace(position, stage=Stage.ACTION1, dice=dice, left=dice)
    return thrown if moves(thrown, empties=True) else replace(thrown, stage=Stage.REMOVE2, left=())
