"""A wish to play: all that its owner would be glad to be drawn for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

from games.clock import DAY, PaceName

Points: TypeAlias = Literal["either", "only", "none"]
"""Whether matches are to count for points, the usual choice first."""
POINTS: tuple[Points, ...] = get_args(Points)
FASTEST: tuple[PaceName, ...] = ("normal", "quick", "1d", "slow", "3d", "7d", "none")
"""The paces in the order in which they are drawn: the usual one, then the fastest."""
USUAL_PACES = frozenset(FASTEST[:-2])
TOUR = "tour"
"""The kind of match that stands for the game of the fortnight."""
MOST_MATCHES = 5
WAITED_MS = DAY
"""A wish as old as this is offered to others, to each of them one such wish a day."""
LASTS_MS = 14 * DAY
"""The time after its owner's last turn or press at which a wish ends, and in which the same two are
drawn only once."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody would like to play: `kinds`, each a game and a variant ("murus basic") or
    `TOUR`, paces, and at `most` so many such matches at a time."""

    kinds: frozenset[str]
    paces: frozenset[PaceName] = USUAL_PACES
    points: Points = "either"
    most: int = 2

    @classmethod
    def read(cls, kinds: str, paces: str, points: str, most: int) -> Wish:
        """Read what the database keeps of it."""
        named: Points = next((known for known in POINTS if known == points), "either")
        return cls(frozenset(kinds.split(",")), read_paces(paces.split()), named, most)

    def touring(self, kind: str) -> Wish:
        """Add the kind of match that the Tour plays ("" for none), if that is wished for."""
        if TOUR not in self.kinds:
            return self
        kinds = self.kinds | {kind} if kind else self.kinds - {TOUR}
        return replace(self, kinds=kinds)


def read_paces(names: Iterable[str]) -> frozenset[PaceName]:
    """Read the paces among some names."""
    return frozenset(pace for pace in FASTEST if pace in names)
