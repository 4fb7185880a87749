"""What a computer has found about one turn of an ended match."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Judgement:
    """A turn as its mover could judge it: `value` is their expected score (0 to 1) before it,
    `lost` the part of it that the turn gave away, `best` the best turn known, as boards write it.
    """

    value: float
    lost: float
    best: str
