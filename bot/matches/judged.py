"""What a computer has found out about the turns of a finished match."""

from __future__ import annotations

from dataclasses import dataclass, field

from games.core import Seat

INACCURATE, MISTAKE, BLUNDER = 0.05, 0.15, 0.3
"""How much of the expected score a turn gives away to be called so."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A turn: its number, who took it, as everybody reads it now, and what it was worth.

    `value` is the expected score of the first seat's side before it, `lost` what it gave away to
    the best turn known, which was `best`.
    """

    number: int
    seat: Seat
    text: str
    value: float
    lost: float
    best: str

    @property
    def grade(self) -> str:
        """ "good", "inaccurate", "mistake" or "blunder"."""
        for least, name in ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURATE, "inaccurate")):
            if self.lost >= least:
                return name
        return "good"


@dataclass(slots=True)
class Analysis:
    """What is known of a match so far: `turns` in order, out of `total`; `end` is its result."""

    total: int = 0
    end: float = 0.5
    turns: list[Judged] = field(default_factory=list)
    done: bool = False
