"""All that belongs to the computer player of one game, as the library lists it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .core import AnyPlayer, Choose


@dataclass(frozen=True, slots=True)
class Tuner:
    """What a game supplies to have its weights fitted.

    `parts` are what weights there are, such as one set for every size of a board; `tune` makes one
    of them: (part, games, seed), and tells how it went. The same arguments give the same weights.
    """

    file: Path
    parts: tuple[str, ...]
    games: int
    """How many games the weights in the file are made of, unless somebody wants others."""
    tune: Callable[[str, int, int], tuple[Any, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Opponent:
    """The player of a game (by its id), the sensible one it is measured against, its weights.

    `opening` is how many turns of a gauntlet's game are taken by chance before the contenders
    begin; where dice or layouts make every game different there are none.
    """

    game: str
    player: AnyPlayer
    greedy: Choose
    """Looks one turn ahead."""
    opening: int = 0
    tuner: Tuner | None = None
