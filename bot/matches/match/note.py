"""A person's note on a turn of a match."""

from __future__ import annotations

from dataclasses import dataclass, field

from .players import NamedPerson

LONGEST_NOTE = 300
"""The most characters of a note."""


@dataclass(frozen=True, slots=True)
class Note:
    """A note on the turn of a number; `writer` is None until they have published it."""

    turn: int
    text: str = field(repr=False)  # it must not get into a log
    writer: NamedPerson | None = None
