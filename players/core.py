"""The contract between a computer player and everything around it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeAlias

from games import fairness
from games.core import V

from .exact import KNOTS, along


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a player's thinking.

    `nodes` bounds the positions it looks at and is never exceeded: time plays no part, so that a
    loaded machine plays no weaker. `noise` is the standard deviation of the error added to each
    valuation, as an expected score (0.1 is a tenth of a win); 0 is the player's best.
    """

    nodes: int
    noise: float = 0.0


@dataclass(frozen=True, slots=True)
class Choice:
    """A whole turn as it is typed, the expected score of its seat's side after it (0 is lost, 0.5 a
    draw, 1 won), and the turns that the player expects to follow, as far as it looked."""

    text: str
    value: float
    line: tuple[str, ...] = ()
    nodes: int = 0


@dataclass(frozen=True, slots=True)
class Pause:
    """A thought that is not at its end: the nodes looked at so far, and all that is needed to go on
    with it, in any process."""

    nodes: int
    state: tuple[int, ...] = field(repr=False)


GoOn: TypeAlias = Callable[[V, Sequence[V], Budget, int, Pause | None], Choice | Pause]
"""The function that thinks for one slice: (view, past, budget, seed, pause)."""


@dataclass(frozen=True, slots=True)
class Player(Generic[V]):
    """A player of one game in all its variants, and of any of its seats.

    Both functions are pure: the same arguments give the same answer on every machine, in every
    process. They know no clock, no chance but the seed, and nothing that their view does not show;
    what is hidden they sample themselves.
    """

    version: int
    """It goes up whenever any choice could differ; with level and seed it proves every turn."""
    levels: tuple[Budget, ...]
    """The budgets from the weakest (level 1) to the strongest (level 5)."""
    choose: Callable[[V, Sequence[V], Budget, int], Choice]
    """The turn to take: (view, past, budget, seed). The view's owner is to act.

    `past` is what this seat has seen since the beginning, before the first line of the log and
    after each, but for turns taken back (`games.replay.Course.views`); the last is the view itself.
    A player of a game that shows everything may be given the view alone. In a set-up the turn is a
    layout, written as it stands in the log.
    """
    judge: Callable[[V, Sequence[V], int], Sequence[Choice]]
    """The best turns in order: (view, past, nodes). All values are made alike, so that their
    differences mean something."""
    curve: tuple[float, ...] = KNOTS
    """The scores that expectations of `KNOTS` stand for, as `python -m lab calibrate` finds
    them in games of the player with itself. 0 and 1 stand for themselves: an end that is seen."""
    apart: Callable[[V], tuple[Budget, ...]] | None = None
    """The budgets of the levels in the variant of a view, as many of them, where the usual ones
    would leave the levels too far from each other."""
    master: Budget | None = None
    """The budget of level 6, Master, in every variant: half a minute of CPU at most, in slices. A
    game that would make no better use of it has no Master."""
    slice: int = 0
    """The nodes that a player with a Master looks at in a slice: less than a second of CPU."""
    go_on: GoOn[V] | None = None
    """A slice of `choose`, whatever the level: the turn, if it is found within `slice` more nodes,
    else what the next slice goes on from; the first one goes on from nothing."""

    @property
    def highest(self) -> int:
        """The number of the highest level."""
        return len(self.levels) + (self.master is not None)

    def budget(self, view: V, level: int) -> Budget:
        """Return the budget of a level in the variant of a view."""
        if self.master and level > len(self.levels):
            return self.master
        return (self.apart(view) if self.apart else self.levels)[level - 1]

    def rank(self, view: V, past: Sequence[V], nodes: int) -> tuple[Choice, ...]:
        """Return the best turns in order with the scores that follow such values in games, for
        hints and for the analysis of a game."""
        best = self.judge(view, past, nodes)
        return tuple(replace(choice, value=along(self.curve, choice.value)) for choice in best)


class Search(Protocol):
    """A search that can be paused."""

    @property
    def spent(self) -> bool:
        """True if its nodes did not suffice for all that was worth looking at."""

    @property
    def state(self) -> tuple[int, ...]:
        """What another search goes on from."""


def one_slice(
    think: Callable[[Budget, tuple[int, ...]], tuple[Choice, Search | None]],
    budget: Budget,
    nodes: int,
    pause: Pause | None,
) -> Choice | Pause:
    """Think for one slice of at most `nodes`. `think` is given the budget of the slice and the
    state to go on from; what is forgotten between two slices has to be found again."""
    before, state = (pause.nodes, pause.state) if pause else (0, ())
    choice, search = think(replace(budget, nodes=min(nodes, budget.nodes - before)), state)
    after = before + choice.nodes
    if search and search.spent and after < budget.nodes:
        return Pause(after, search.state)
    return replace(choice, nodes=after)


def in_one_go(go_on: GoOn[V], view: V, past: Sequence[V], budget: Budget, seed: int) -> Choice:
    """Choose a turn slice by slice, one right after the other."""
    found = go_on(view, past, budget, seed, None)
    while isinstance(found, Pause):
        found = go_on(view, past, budget, seed, found)
    return found


AnyPlayer: TypeAlias = Player[Any]
Choose: TypeAlias = Callable[[Any, Sequence[Any], Budget, int], Choice]
"""The function that chooses a turn: (view, past, budget, seed)."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """The player of a game (by its id), and the sensible one it is measured against, which looks
    one turn ahead. `opening` turns of a gauntlet's game are taken by chance before the contenders
    begin; none where dice or layouts make every game different. In its `middle` a game of level 2
    is measured for budgets."""

    game: str
    player: AnyPlayer
    greedy: Choose
    opening: int = 0
    middle: range = range(8, 28, 4)


def turn_seed(seed: bytes, match: str, salt: str, seat: int, revision: int) -> int:
    """Return the seed for the turn that a seat takes as line `revision` of the log, counted from 0.
    It follows from the match's published seed."""
    return int.from_bytes(fairness.player_seed(seed, match, salt, seat, revision), "big")
