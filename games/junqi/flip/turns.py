"""The turns of flip Junqi: pieces turned up and moved, and the fights they have."""

from dataclasses import replace

from ...core import IllegalAction, Over, Seat
from ..board import HOMES, POINTS, SEATS, Colour, other
from ..codes import Code
from ..pieces import ENGINEER, FLAG, MINE, Move
from ..referee.turns import end_or_skip
from .board import (
    Action,
    Alive,
    Deed,
    Face,
    FlagDown,
    Flip,
    Flipped,
    MinesGone,
    Strike,
    Workers,
    actions,
    after_move,
    carried_flag,
    count,
    enemy,
    fallen_pieces,
    fight,
    out_of_moves,
    refusal,
    without,
    worker,
)
from .position import PACK, Hidden, Position, public_board
from .refuge import NAMES, size


def deal(position: Position, faces: tuple[int, ...]) -> Position:
    """Lay the pieces face down as chance has dealt them (section B1)."""
    left = list(PACK)
    board: list[Face | Hidden | None] = [None] * size(position.options)
    for square, face in zip(POINTS, (*faces, 1), strict=True):
        board[square] = left.pop(face - 1)
    return replace(position, board=tuple(board))


def after(position: Position, action: Action) -> Position:
    """Return the position after a legal action and all that follows from it."""
    if isinstance(action, Flip):
        return _settle(_flip(position, action.square))
    return _settle(_move(position, action))


def after_lapse(position: Position, seat: Seat) -> Position:
    """Return the position after a side that is to act has let its time run out."""
    tally, missed = position.tally.missing("time", other(seat))
    end = tally.too_many(position.options)
    return _settle(replace(position, tally=tally, deeds=(missed,), end=end))


def _flip(position: Position, square: int) -> Position:
    """Turn a piece up; while colours are open that may decide them (B3)."""
    hidden, seat = position.board[square], position.tally.mover
    if not isinstance(hidden, Hidden):
        raise IllegalAction(Code.FACE_UP, square=NAMES[square])
    face = Face(hidden.colour, hidden.code)
    board = (*position.board[:square], face, *position.board[square + 1 :])
    tally = position.tally.after_move(position.options, other(seat), quiet=False)
    turned = replace(position, board=board, tally=tally)
    first = ""
    if not position.colours[0]:
        first = _colour_of_first(turned, seat, face)
        flips = list(position.flips)
        flips[seat] = face.colour
        turned = replace(turned, flips=("", "") if first else (flips[0], flips[1]))
    if first:
        turned = replace(turned, colours=(first, enemy(first)))
    return replace(turned, deeds=(Flipped(seat, square, face, first),))


def _colour_of_first(position: Position, seat: Seat, face: Face) -> Colour:
    """Return the colour this flip gives to seat 0, or "" if it decides nothing yet (B3). When
    nothing lies face down any more, the side that turns up the last piece owns its colour."""
    rule = position.options.colour_rule
    mine = {
        "opponent": enemy(face.colour),
        "own": face.colour,
        "two_same": face.colour if position.flips[seat] == face.colour else "",
        "first_engineer": face.colour if face.code == ENGINEER else "",
    }[rule]
    if not mine and not any(isinstance(cell, Hidden) for cell in position.board):
        mine = face.colour
    return mine if seat == SEATS[0] or not mine else enemy(mine)


def _move(position: Position, move: Move) -> Position:
    tally, options, alive = position.tally, position.options, position.alive
    face, there = position.board[move.origin], position.board[move.target]
    if not isinstance(face, Face):
        raise IllegalAction(Code.FLIP_FIRST, square=NAMES[move.origin])
    met = Face(there.colour, there.code) if isinstance(there, Hidden) else there
    cells = [*position.board[: move.target], met, *position.board[move.target + 1 :]]
    if isinstance(there, Hidden) and met and not _fights(position, face, met):
        strike = Strike(tally.mover, move, face, met=met, turned=True)
    else:
        strike = fight(tally.mover, move, face, met, alive)
        cells = after_move(cells, strike, options)
    moved = tally.after_move(options, other(tally.mover), quiet=met is None)
    return _count_fallen(replace(position, board=tuple(cells), tally=moved), strike, alive)


def _fights(position: Position, face: Face, met: Face) -> bool:
    """Tell whether a piece turned up by an attack is fought; friends and safe flags are not."""
    if met.colour == face.colour:
        return False
    return met.code != FLAG or refusal(face, met, position.alive, position.options) is None


def _count_fallen(position: Position, strike: Strike, before: Alive) -> Position:
    met, taken = strike.met, None
    fell = fallen_pieces(strike, position.options)
    if any(face.code == FLAG for face in fell):
        taken = Over(frozenset({strike.seat}), "flag")
    alive = without(before, fell)
    deeds: list[Deed] = [strike]
    for colour in {face.colour: None for face in fell}:
        if worker(before, colour) != worker(alive, colour) != "":
            deeds.append(Workers(colour, worker(alive, colour)))
        if count(before, colour, MINE) and not count(alive, colour, MINE):
            deeds.append(MinesGone(colour))
    move = strike.move
    for square in (move.origin, move.target):
        left = position.board[square]
        if isinstance(left, Face) and left.code == FLAG and left != met:
            deeds += (FlagDown(colour, square) for colour in left.colour + left.under)
    end = taken or position.end
    return replace(position, dead=(*position.dead, *fell), alive=alive, deeds=tuple(deeds), end=end)


def _settle(position: Position) -> Position:
    def mobile(seat: Seat) -> bool:
        if any(isinstance(cell, Hidden) for cell in position.board):
            return True
        board, colour = public_board(position.board), position.colours[seat]
        return next(actions(board, colour, position.alive, position.options), None) is not None

    return end_or_skip(position, find_end, mobile, deadlock_first=False)


def find_end(position: Position) -> Over | None:
    """Return the end by a flag carried home, or once a side can never move again."""
    last = other(position.tally.mover)
    return _flag_home(position) or out_of_moves(
        position.alive, position.colours, last, position.options
    )


def _flag_home(position: Position) -> Over | None:
    """Find a worker on the enemy's flag in a headquarters of its own side."""
    if position.options.flag_goal == "capture":
        return None
    mover = position.tally.mover
    for seat in (other(mover), mover):
        for square in HOMES[seat]:
            cell = position.board[square]
            if not isinstance(cell, Face) or cell.colour != position.colours[seat]:
                continue
            if carried_flag(cell, position.alive):
                return Over(frozenset({seat}), "flag_carried")
    return None
