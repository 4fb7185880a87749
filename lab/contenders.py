"""The contenders of a gauntlet: levels of our players, greedy and random ones, outside programs."""

import re
import shlex
import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.core import Seat
from games.records.record import Computer, Person
from players.core import Choice
from players.library import PLAYERS
from players.thinker import NoSuchContender, Thinker, thinker

from .outside import Outside

BEST = "best"
PROGRAM = "exec:"
"""The beginning of the name of a program from outside."""


class Contender(Protocol):
    """A player that takes turns for one side, in as many games as it is asked to."""

    @property
    def name(self) -> str:
        """The name that it was asked for by."""

    def holder(self, seat: Seat) -> Person | Computer:
        """Return the person or computer that stands in the record."""

    def begin(self, game: str, variant: str, seat: Seat, seed: int) -> None:
        """Begin a game."""

    def hear_turn(self, seat: Seat, text: str, before: Any, after: Any) -> None:
        """Hear of a turn, by any seat, as this seat saw it: its views before and after."""

    def choose(self, past: Sequence[Any], seed: int) -> tuple[Choice, float]:
        """Return the turn to take, and the seconds it took: of CPU, or on the clock if outside.
        `past` ends with the view of now. Raises Forfeited if there is no answer."""

    def close(self) -> None:
        """Stop, as there are no more games."""


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
    return house(game, word)


@dataclass(frozen=True)
class House(Thinker):
    """A player of the house, which thinks of every turn anew."""

    @property
    def name(self) -> str:
        return self.level

    def holder(self, seat: Seat) -> Computer:
        return Computer(self.level, self.version)

    def begin(self, game: str, variant: str, seat: Seat, seed: int) -> None:
        """Do nothing: nothing is remembered of a game."""

    def hear_turn(self, seat: Seat, text: str, before: Any, after: Any) -> None:
        """Do nothing: `past` shows the turn."""

    def choose(self, past: Sequence[Any], seed: int) -> tuple[Choice, float]:
        begun = time.process_time()
        choice = self.think(past, seed)
        return choice, time.process_time() - begun

    def close(self) -> None:
        """Do nothing: nothing is open."""


def house(game: str, level: str) -> House:
    """Make the player that a record calls so. Raises NoSuchContender."""
    return House(**vars(thinker(game, level)))


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
