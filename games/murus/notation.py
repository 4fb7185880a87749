"""Murus Gallicus in writing: `a1-a3`, `d4xd5`, `d4*d5`, `a1-b2,c2`, and positions on one line."""

import re
from typing import Any

from ..core import Code as Core
from ..core import GameError, NotationError, Seat
from ..quitting import read_end, write_end
from ..submission import excerpt, tidy
from .board import (
    CATAPULT,
    EMPTY,
    GAULS,
    GRID,
    ROMANS,
    SECOND_ROW,
    START,
    TAKE,
    TAKE_TWO,
    TO,
    TOWER,
    VARIANTS,
    Action,
    Board,
    Move,
    Redistribution,
    Variant,
    height,
    owner,
    stack,
    stones,
)
from .position import TURNS, Position
from .turns import after_actions, after_move, irreversible, redistributing
from .view import MurusView, check, legal

LETTERS = ".WTCwtc"
"""One sign per cell value in positions: Roman wall, tower, catapult, then the Gallic ones."""

_POSITION = re.compile(
    r"(?P<variant>[a-z+]+) (?P<board>[.WTCwtc/]+) (?P<ply>[0-9]{1,6})"
    r" (?P<end>-|[a-z_]+:[01]?)(?P<line>( [a-h1-7x*,-]+)*)"
)
_SQUARE = r"([a-z]\d{1,2})"
_MOVE = re.compile(rf"{_SQUARE}([-x*:]?){_SQUARE}")
_REDISTRIBUTION = re.compile(rf"{_SQUARE}-?{_SQUARE},?{_SQUARE}")


def parse(view: MurusView, text: str) -> Action:
    """Read one action. "-" or nothing between the squares stands for whichever move leads there.
    Raises NotationError when two different actions could be meant."""
    tidied = tidy(text).replace(" ", "")
    if match := _REDISTRIBUTION.fullmatch(tidied):
        origin, one, two = (GRID.square(name) for name in match.groups())
        return Redistribution(origin, min(one, two), max(one, two))
    match = _MOVE.fullmatch(tidied)
    if not match:
        raise NotationError(Core.UNREADABLE, text=excerpt(text), example="a1-a3")
    origin, target = GRID.square(match[1]), GRID.square(match[3])
    if match[2] in ("x", ":"):
        return Move(origin, TAKE, target)
    if match[2] == "*":
        return Move(origin, TAKE_TWO, target)
    meant = [
        action
        for action in legal(view)
        if isinstance(action, Move) and (action.origin, action.target) == (origin, target)
    ]
    if len(meant) > 1:
        raise NotationError(
            Core.AMBIGUOUS, first=write_action(meant[0]), second=write_action(meant[1])
        )
    return meant[0] if meant else Move(origin, TO, target)


def write_action(action: Action) -> str:
    names = GRID.names
    if isinstance(action, Redistribution):
        return f"{names[action.origin]}-{names[action.first]},{names[action.second]}"
    return f"{names[action.origin]}{action.sign.value}{names[action.target]}"


def last(view: MurusView) -> tuple[Seat, str] | None:
    """Return the last seat to move, and the canonical text of its move."""
    if view.last is None:
        return None
    return Seat((view.ply + 1) % 2), write_action(view.last)


def read_variant(text: str) -> Variant:
    """Return the variant of, say, `advanced+escape`, parts in any order; "" is the default."""
    base, *additions = ((text.strip() and tidy(text)) or "basic").replace(" ", "").split("+")
    wanted = base + "".join(f"+{part}" for part in sorted(additions, reverse=True))
    if wanted not in VARIANTS:
        raise NotationError(Core.UNKNOWN_VARIANT, variant=excerpt(text))
    return VARIANTS[wanted]


def variant(text: str) -> str:
    return read_variant(text).text


def cells(view: MurusView) -> dict[str, str]:
    """List the stacks: `"a1": "0:2"` is two stones of seat 0."""
    return {
        GRID.names[square]: f"{owner(cell)}:{height(cell)}"
        for square, cell in enumerate(view.board)
        if cell
    }


def diagram(view: MurusView) -> str:
    """Draw the board in monospaced letters, capital ones for the Romans."""
    return GRID.frame([LETTERS[cell] for cell in view.board])


def facts(view: MurusView) -> dict[str, Any]:
    return {"ply": view.ply, "variant": view.variant.text, "times": view.times}


def dump(position: Position) -> str:
    """Write `variant board plies end actions…`; the end is "-" or `reason:winner`."""
    board, end = GRID.write(position.board, LETTERS), write_end(position.end)
    line = map(write_action, position.line)
    return " ".join([position.variant.text, board, str(position.ply), end, *line])


def load(text: str) -> Position:
    match = _POSITION.fullmatch(text)
    if not match:
        raise NotationError(Core.BAD_POSITION, text=excerpt(text))
    variant = read_variant(match["variant"])
    board, ply = GRID.read(match["board"], LETTERS), int(match["ply"])
    if not _possible(variant, board, ply):
        raise NotationError(Core.BAD_POSITION, text=excerpt(match["board"]))
    bare = MurusView(None, TURNS[ply % 2], (), board, variant, ply)
    line = tuple(parse(bare, action) for action in match["line"].split())
    past = _retrace(variant, board, ply, line)
    return after_actions(variant, board, ply, line, past, read_end(match["end"]))


def _possible(variant: Variant, board: Board, ply: int) -> bool:
    """Tell whether stones and heights fit the variant; a row to be redistributed is full."""
    highest = CATAPULT if variant.advanced else TOWER
    if max(map(height, board)) > highest or max(stones(board, ROMANS), stones(board, GAULS)) > 16:
        return False
    untouched = slice(SECOND_ROW[GAULS].start * ply, None)
    return not redistributing(variant, ply) or board[untouched] == START[untouched]


def _retrace(
    variant: Variant, board: Board, ply: int, line: tuple[Action, ...]
) -> tuple[Board, ...]:
    """Check every action of the line and return the boards it led through, oldest first."""
    past: list[Board] = []
    for back, action in enumerate(reversed(line), start=1):
        if irreversible(action):
            if back < len(line):
                raise NotationError(Core.BAD_POSITION, text=write_action(action))
            break
        board = _board_before(variant, board, ply - back, action)
        past.append(board)
    return tuple(reversed(past))


def _board_before(variant: Variant, board: Board, ply: int, action: Action) -> Board:
    """Return the board before a distribution, or a shot at an empty square, of turn `ply`."""
    refused = NotationError(Core.BAD_POSITION, text=write_action(action))
    if not isinstance(action, Move) or ply < 0:
        raise refused
    seat = Seat(ply % 2)
    spread = board[action.origin] == EMPTY
    near = (action.origin + action.target) // 2
    before = bytearray(board)
    for square in (near, action.target) if spread else (action.target,):
        if owner(board[square]) != seat:
            raise refused
        before[square] = stack(seat, height(board[square]) - 1)
    before[action.origin] = stack(seat, TOWER if spread else CATAPULT)
    restored = bytes(before)
    try:
        check(MurusView(seat, TURNS[seat], (), restored, variant, ply), action)
    except GameError:
        raise refused from None
    if after_move(restored, seat, action) != board:
        raise refused
    return restored
