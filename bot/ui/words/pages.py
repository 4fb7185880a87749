"""The pages of the rules: a topic in words, with a picture of an example."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from games.core import Pick, read_pick


@dataclass(frozen=True, slots=True)
class Page:
    """One topic: its words are under rules.<game>.<topic>, its picture shows `position`.

    A `private` picture has all the marks of a player's own. The page about the computer is worded
    alike for all games, around the scores its levels were measured at.
    """

    game: str
    topic: str
    position: str
    seat: int | None = None
    picked: tuple[Pick, ...] = ()
    private: bool = False
    scores: Mapping[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The code of its title."""
        return f"{self._words}.title"

    @property
    def text(self) -> str:
        """The code of its text, which is told the scores (in percent)."""
        return f"{self._words}.text"

    @property
    def _words(self) -> str:
        return "rules.computer" if self.scores else f"rules.{self.game}.{self.topic}"


@dataclass(frozen=True, slots=True)
class Usual:
    """About how many turns a game takes, all sides together, and how hard it is to learn.

    The words of the difficulty are under rules.difficulty.
    """

    turns: int
    difficulty: str


@cache
def _written() -> dict[str, Any]:
    return tomllib.loads((files("bot.ui") / "pages.toml").read_text(encoding="utf-8"))


@cache
def usual() -> Mapping[str, Usual]:
    """What every game is like."""
    return {game: Usual(**told) for game, told in _written()["usual"].items()}


@cache
def pages() -> Mapping[str, tuple[Page, ...]]:
    """Every game's pages in reading order."""
    return {
        game: tuple(
            Page(
                game,
                page["topic"],
                page["position"],
                page.get("seat"),
                tuple(map(read_pick, page.get("picked", ()))),
                page.get("private", False),
                page.get("scores", {}),
            )
            for page in listed
        )
        for game, listed in _written().items()
        if game != "usual"
    }
