"""Murus positions for tests, as short as they can be read."""

from games.core import Seat
from games.murus.position import Position
from games.murus.rules import MURUS_RULES
from games.submission import play


def at(rows: str, variant: str = "basic", ply: int = 0, line: str = "") -> Position:
    """Return the position of a board such as "8/8/3T4/8/8/8/8", digits for empty squares."""
    board = "".join("." * int(sign) if sign.isdigit() else sign for sign in rows)
    return MURUS_RULES.load(" ".join(f"{variant} {board} {ply} - {line}".split()))


def after(state: Position, text: str) -> Position:
    """Return the position after a turn of the side to move."""
    return play(MURUS_RULES, state, Seat(state.ply % 2), text)[0]
