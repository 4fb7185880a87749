"""The positions that are drawn for no match: those of the palettes and of the README."""

from __future__ import annotations

from typing import Any

from games.core import Act, AnyRules, Seat, Turn
from games.submission import play


def played(rules: AnyRules, position: str, turn: str = "") -> Any:
    """The state of a position, or of a variant at its beginning, after a turn of whoever acts."""
    state = rules.load(position) if " " in position else rules.initial(position)
    if turn:
        state, _ = play(rules, state, mover(rules.turn(state)), turn)
    return state


def mover(turn: Turn) -> Seat:
    """Who is to act; the first seat when nobody is."""
    return min(turn.seats) if isinstance(turn, Act) else Seat(0)
