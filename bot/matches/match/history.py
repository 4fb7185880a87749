"""A match step by step, as one reader saw it then, or as it was."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from games.core import AnyGame, View

from .match import Match
from .reader_view import ReaderView

Angle: TypeAlias = Literal["public", "mine", "open"]
"""What spectators saw, what the reader's own seat saw, or after the end every piece."""
ANGLES: tuple[Angle, ...] = get_args(Angle)
StepKind: TypeAlias = Literal["start", "act", "lapse", "forfeit"]
"""The position before the first turn; a turn; one that was missed; a resignation or another end."""


@dataclass(frozen=True, slots=True)
class Step:
    """A board on the way, and the lines of the log that led to it: after `since` to `revision`.

    `number` is that of its turn, as boards show it: 0 before the first, and for what is no turn
    that of the turn before. `faces` were rolled for the turn, in the open. `undone` counts the
    turns that were taken back after it. `posted` is the message that showed it: channel and id.
    """

    number: int
    kind: StepKind
    since: int
    revision: int
    view: View = field(repr=False)
    faces: tuple[int, ...] = ()
    undone: int = 0
    posted: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class History:
    """The steps of a begun match from one `angle`; `angles` are all that this reader may have. One
    played by rules no longer kept is not `whole`: it has only its last step."""

    match: Match
    game: AnyGame
    angle: Angle
    angles: tuple[Angle, ...]
    steps: Sequence[Step]
    whole: bool = True

    @property
    def total(self) -> int:
        """The number of the last turn."""
        return self.steps[-1].number

    @property
    def usual(self) -> int:
        """The place at which it opens: the last step, of a running match the one before it."""
        return max(0, len(self.steps) - (2 if self.match.running else 1))

    def place(self, number: int) -> int:
        """Return the place of the turn with this number, or of the nearest."""
        places = range(len(self.steps))
        return min(places, key=lambda place: (abs(self.steps[place].number - number), place))

    def nearest(self, place: int) -> int:
        """Return a place itself, or the nearest there is."""
        return max(0, min(place, len(self.steps) - 1))

    def step_for_reader(self, step: Step) -> ReaderView:
        """Return a step as its reader sees it, without any private mark of today."""
        return ReaderView(self.match, self.game, step.view)
