"""The positions that are drawn for no match: those of the palettes and of the README."""

from __future__ import annotations

from typing import Any

from games.core import Act, AnyRules, Seat, Turn
from games.submission import play


def played(rules: AnyRules, position: str, turn: str = "") -> Any:
    """Load a position, or a variant at its beginning, and play a turn of the side to act."""
    state = rules.load(position) if " " in position else rules.initial(position)
    if turn:
        state, _ = play(rules, state, mover(rules.turn(state)), turn)
    return state


def mover(turn: Turn) -> Seat:
    """Return the seat to act, or the first if there is none."""
    return min(turn.seats) if isinstance(turn, Act) else Seat(0)
