"""Murus Gallicus in writing: `a1-a3`, `d4xd5`, `d4*d5`, `a1-b2,c2`, and positions on one line."""

from __future__ import annotations

import re
from typing import Any

from ..core import Code as Core
from ..core import NotationError, Seat
from ..submission import excerpt, tidy
from .board import (
    GRID,
    VARIANTS,
    Action,
    Board,
    Move,
    Redistribution,
    Sign,
    Variant,
    height,
    owner,
)
from .view import MurusView, legal

LETTERS = ".WTCwtc"
"""One sign a cell value in positions: Roman wall, tower, catapult, then the Gallic ones."""

_SQUARE = r"([a-z]\d{1,2})"
_MOVE = re.compile(rf"{_SQUARE}([-x*:]?){_SQUARE}")
_REDISTRIBUTION = re.compile(rf"{_SQUARE}-?{_SQUARE},?{_SQUARE}")


def parse(view: MurusView, text: str) -> Action:
    """Read one action. "-" or nothing between the squares means whatever move leads there.

    Raises NotationError when two different actions could be meant.
    """
    tidied = tidy(text).replace(" ", "")
    if match := _REDISTRIBUTION.fullmatch(tidied):
        origin, one, two = (GRID.square(name) for name in match.groups())
        return Redistribution(origin, min(one, two), max(one, two))
    match = _MOVE.fullmatch(tidied)
    if not match:
        raise NotationError(Core.UNREADABLE, text=excerpt(text), example="a1-a3")
    origin, target = GRID.square(match[1]), GRID.square(match[3])
    if match[2] in ("x", ":"):
        return Move(origin, Sign.TAKE, target)
    if match[2] == "*":
        return Move(origin, Sign.TAKE_TWO, target)
    meant = [
        action
        for action in legal(view)
        if isinstance(action, Move) and (action.origin, action.target) == (origin, target)
    ]
    if len(meant) > 1:
        raise NotationError(
            Core.AMBIGUOUS, first=format_action(meant[0]), second=format_action(meant[1])
        )
    return meant[0] if meant else Move(origin, Sign.TO, target)


def format_action(action: Action) -> str:
    """The canonical text of an action."""
    names = GRID.names
    if isinstance(action, Redistribution):
        return f"{names[action.origin]}-{names[action.first]},{names[action.second]}"
    return f"{names[action.origin]}{action.sign.value}{names[action.target]}"


def last(view: MurusView) -> tuple[Seat, str] | None:
    """Who moved last, and the canonical text of it."""
    if view.last is None:
        return None
    return Seat((view.ply + 1) % 2), format_action(view.last)


def read_variant(text: str) -> Variant:
    """The variant of a text such as `advanced+escape`, parts in any order; "" is the default."""
    base, *additions = ((text.strip() and tidy(text)) or "basic").replace(" ", "").split("+")
    wanted = base + "".join(f"+{part}" for part in sorted(additions, reverse=True))
    if wanted not in VARIANTS:
        raise NotationError(Core.UNKNOWN_VARIANT, variant=excerpt(text))
    return VARIANTS[wanted]


def format_board(board: Board) -> str:
    """Rows joined with "/", the highest rank first, each from file a."""
    return "/".join("".join(LETTERS[board[square]] for square in row) for row in GRID.rows())


def read_board(text: str) -> Board:
    """The board of such a text. Raises NotationError."""
    rows = text.split("/")
    if len(rows) != GRID.ranks or any(
        len(row) != GRID.files or set(row) - set(LETTERS) for row in rows
    ):
        raise NotationError(Core.BAD_POSITION, text=excerpt(text))
    return bytes(LETTERS.index(letter) for row in reversed(rows) for letter in row)


def cells(view: MurusView) -> dict[str, str]:
    """`"a1": "0:2"`: two stones of seat 0."""
    return {
        GRID.names[square]: f"{owner(cell)}:{height(cell)}"
        for square, cell in enumerate(view.board)
        if cell
    }


def diagram(view: MurusView) -> str:
    """The board in monospaced letters, capital ones for the Romans."""
    return GRID.frame([LETTERS[cell] for cell in view.board])


def facts(view: MurusView) -> dict[str, Any]:
    """The keys of this game in the line protocol's view."""
    return {"ply": view.ply, "variant": view.variant.text, "times": view.times}
