"""What a computer has found out about the turns of a finished match."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core import Seat

from ..match.players import Who

GRADES = {"good": 0.0, "inaccurate": 0.05, "mistake": 0.15, "blunder": 0.3}
"""What a turn is called, and how much of the expected score it gives away at least."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn: its number on the boards, who took it, as everybody reads it now, and its worth.

    `value` is the expected score of the first seat's side before it, `lost` what it gave away to
    the best turn known, which was `best`.
    """

    number: int
    seat: Seat
    who: Who
    text: str
    value: float
    lost: float
    best: str

    @property
    def grade(self) -> str:
        """What it is called."""
        return [grade for grade, least in GRADES.items() if self.lost >= least][-1]


@dataclass(slots=True)
class Analysis:
    """What is known of a match so far: `turns` in order, out of `total`.

    `end` is the result of the first seat's side, None until it is `done` or where there is none.
    """

    total: int = 0
    end: float | None = None
    turns: list[Judged] = field(default_factory=list)
    done: bool = False
