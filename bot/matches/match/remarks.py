"""What is said about one turn: a person's note on it, and what a computer found."""

from dataclasses import dataclass, field

from .ids import MatchId
from .players import NamedPerson


@dataclass(frozen=True, slots=True)
class Judgement:
    """A turn as its mover could judge it: `value` is their expected score (0 to 1) before it,
    `lost` the part of it that the turn gave away, `best` the best turn known, as boards write it.
    """

    value: float
    lost: float
    best: str


LONGEST_NOTE = 300
"""The most characters of a note."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note on the turn of a number; `writer` is None until they have published it."""

    turn: int
    text: str = field(repr=False)  # it must not get into a log
    writer: NamedPerson | None = None


LONGEST_REASON = 300
"""The most characters of a report."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a person has reported of a match by letter, and when (epoch ms)."""

    match: MatchId
    person: int
    at_ms: int
    reason: str
