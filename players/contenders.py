"""The contenders of a gauntlet: levels of our players, greedy and random ones, outside programs."""

from __future__ import annotations

import re
import shlex
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.core import Seat
from games.records.record import Computer, Person

from .core import Budget, Choice, Choose
from .library import GREEDY, PLAYERS, RANDOM
from .outside import Outside

SIMPLE = {"greedy": 3, "random": 1}
"""The versions of the greedy and the random players."""
BEST = "best"
PROGRAM = "exec:"
"""The beginning of the name of a program from outside."""


class NoSuchContender(ValueError):
    """No player of this game has that name; the text says what is wrong."""


class Contender(Protocol):
    """A player that takes turns for one side, in as many games as it is asked to."""

    @property
    def name(self) -> str:
        """The name that it was asked for by."""

    def holder(self, seat: Seat) -> Person | Computer:
        """Return the person or computer that stands in the record."""

    def begin(self, game: str, variant: str, seat: Seat, seed: int) -> None:
        """Begin a game."""

    def told(self, seat: Seat, text: str, before: Any, after: Any) -> None:
        """Hear of a turn, by any seat, as this seat saw it: its views before and after."""

    def choose(self, past: Sequence[Any], seed: int) -> tuple[Choice, float]:
        """Return the turn to take, and the seconds it took: of CPU, or on the clock if outside.
        `past` ends with the view of now. Raises Forfeited if there is no answer."""

    def close(self) -> None:
        """Stop, as there are no more games."""


@dataclass(frozen=True)
class Thinker:
    """A player of the house. `level` is its name in a record, from which it can be made again."""

    name: str
    level: str
    version: int
    choose_turn: Choose
    budget: Callable[[Any], Budget]
    """The budget in the variant of a view."""

    def holder(self, seat: Seat) -> Computer:
        return Computer(self.level, self.version)

    def begin(self, game: str, variant: str, seat: Seat, seed: int) -> None:
        """Do nothing: every turn is thought of anew."""

    def told(self, seat: Seat, text: str, before: Any, after: Any) -> None:
        """Do nothing: `past` shows the turn."""

    def choose(self, past: Sequence[Any], seed: int) -> tuple[Choice, float]:
        begun = time.process_time()
        choice = self.choose_turn(past[-1], past, self.budget(past[-1]), seed)
        return choice, time.process_time() - begun

    def close(self) -> None:
        """Do nothing: nothing is open."""


def thinker(game: str, level: str) -> Thinker:
    """Make the player that a record calls "1" to "6", "nodes-2000", "3-nodes-2000" (the noise of a
    level at another budget), "greedy" or "random". Raises NoSuchContender."""
    simple = {"greedy": GREEDY, "random": RANDOM}.get(level)
    if simple is not None:
        if game not in simple:
            raise NoSuchContender(f"{game} has no {level} player")
        return Thinker(level, level, SIMPLE[level], simple[game], lambda _: Budget(1))
    parts = re.fullmatch(r"(?:([1-9])-)?nodes-([1-9][0-9]{0,8})|([1-9])", level)
    player = PLAYERS.get(game)
    if parts is None:
        raise NoSuchContender(f"no player is called {level!r}")
    if player is None:
        raise NoSuchContender(f"{game} has no computer player")
    number = int(parts[1] or parts[3] or len(player.levels))
    if number > player.highest:
        raise NoSuchContender(f"{game} has levels 1 to {player.highest}")
    nodes, noisy = int(parts[2] or 0), parts[1] or parts[3]

    def budget(view: Any) -> Budget:
        usual = player.budget(view, number)
        return Budget(nodes or usual.nodes, usual.noise if noisy else 0.0)

    return Thinker(level, level, player.version, player.choose, budget)


def contender(game: str, name: str, nodes: int | None = None, seconds: float = 1.0) -> Contender:
    """Make the contender that the command line calls "murus:4", "4", "best", "nodes-2000",
    "greedy", "random" or "exec:COMMAND".

    `nodes` replace the own budget of a level, or of the best. An outside program hears of
    `seconds`. Raises NoSuchContender.
    """
    if name.startswith(PROGRAM):
        return _outside(name.removeprefix(PROGRAM), seconds)
    word = name.removeprefix(f"{game}:")
    if word in (BEST, game):
        word = f"nodes-{nodes}" if nodes else str(levels(game))
    elif nodes and re.fullmatch("[1-9]", word):
        word = f"{word}-nodes-{nodes}"
    return thinker(game, word)


def _outside(command: str, seconds: float) -> Outside:
    try:
        program = (shlex.split(command) or [""])[0]
    except ValueError as error:
        raise NoSuchContender(f"{command!r} is no command: {error}") from None
    if shutil.which(program) is None:
        raise NoSuchContender(f"there is no program {program!r} that could be run")
    return Outside(command, seconds)


def levels(game: str) -> int:
    """Return the number of levels of a game but for Master; the last is the strongest."""
    return len(PLAYERS[game].levels) if game in PLAYERS else 0
