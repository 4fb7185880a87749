"""The time by which a turn is longer than its clock said, for the board to show."""

from __future__ import annotations

from dataclasses import dataclass

from games.core import Seat


@dataclass(frozen=True, slots=True)
class Given:
    """The ms the player to move was given since the last line, those not counted in which the board
    could be shown nowhere, and those that managers have `granted`, by seat."""

    more_ms: int = 0
    unshown_ms: int = 0
    granted: tuple[tuple[Seat, int], ...] = ()


NOTHING = Given()
