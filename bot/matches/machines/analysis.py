"""A computer's findings about the turns of a finished match."""

from dataclasses import dataclass, field

from games.core import Seat

from ..match.players import Who

GRADES = {"good": 0.0, "inaccurate": 0.05, "mistake": 0.15, "blunder": 0.3}
"""The grades of turns, each with the least part of the expected score that it gives away."""
MOST_TOLD = 6
"""The most turns that are named."""


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """A turn with its grade: its number on the boards, its player, its public text. `value` is the
    expected score of the first seat's side before it, `given_away` the loss compared with `best`.
    `hinted`: its player had a hint."""

    number: int
    seat: Seat
    who: Who
    text: str
    value: float
    given_away: float
    best: str
    hinted: bool = False

    @property
    def grade(self) -> str:
        """The last of GRADES it has earned."""
        return [grade for grade, least in GRADES.items() if self.given_away >= least][-1]


@dataclass(slots=True)
class Analysis:
    """The findings about a match so far: `turns` in order, out of `total`, and once it is `done`
    the result of the first seat's side (`end`), None if there is none."""

    total: int = 0
    end: float | None = None
    turns: list[RatedTurn] = field(default_factory=list)
    done: bool = False


def worst(result: Analysis, most: int = MOST_TOLD) -> list[RatedTurn]:
    """Return the turns that gave away most, in order."""
    bad = [turn for turn in result.turns if turn.grade != "good"]
    chosen = sorted(bad, key=lambda turn: -turn.given_away)[:most]
    return sorted(chosen, key=lambda turn: turn.number)
