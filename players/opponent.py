"""All that belongs to the computer player of one game, as the library lists it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .core import AnyPlayer, Choose


@dataclass(frozen=True, slots=True)
class Tuner:
    """The means of fitting a game's weights.

    `parts` names the sets of weights, such as one for every size of the board; `tune` makes one of
    them, (part, games, seed), and reports how it went. The same arguments give the same weights.
    """

    file: Path
    parts: tuple[str, ...]
    games: int
    """The games that the weights in the file are made of, unless another number is asked for."""
    tune: Callable[[str, int, int], tuple[Any, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Opponent:
    """The player of a game (by its id), the sensible one it is measured against, its weights.
    `opening` turns of a gauntlet's game are taken by chance before the contenders begin; none where
    dice or layouts make every game different."""

    game: str
    player: AnyPlayer
    greedy: Choose
    """The sensible player, which looks one turn ahead."""
    opening: int = 0
    tuner: Tuner | None = None
