"""The pages of /match rules: a topic in words, with a picture of an example.

Every game has a file in bot/ui/pages: about how many turns it takes, all sides together, how
complex it is (as the publishers of Murus Gallicus and Diablo say, the others on their scale), and
which topic says how to move; then its pages in reading order, and its guided turns
(bot/commands/lessons.py). A topic's words are in the catalogues under rules.<game>.<topic>;
its picture is this position as a seat sees it, with these things picked. The scores of the page
about the computer are in percent, measured by python -m lab match: Pupil against turns by chance
and against the greedy player, every level against the one below, Master only where there is one,
and Expert against the greedy player. The turns are the average of 20 games of level 2 against level
3 from the beginning, rounded as people do: python -m lab match 2 3 --game GAME --games 20 --plies 0
prints it.

The same scores give the strength of every level on the scale of people's ratings: a level is so far
above the one below as its score says, and Club stands where people begin. It is fixed, no rating,
and changes nobody's.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from math import log10
from typing import Any

from bot.people.points.standing import LOWEST_SHOWN
from games.core import Pick, read_pick
from games.library import GAMES

MOST_COMPLEX = 5
CLUB, CLUB_RATING, ROUGHLY = 3, 1500, 50
"""The level put where people's ratings begin, and the step to which the others are rounded."""
_ABOVE = ("casual", "club", "strong", "expert", "master")
"""The names of the scores of levels 2 to 6, each against the level below."""


@dataclass(frozen=True, slots=True)
class Page:
    """A topic: its words are under rules.<game>.<topic>, its picture shows `position`, if any.

    Each picture of a game has an idea of its own; a page that is a list has none. A `private`
    picture has all the marks of a player's own. The page about the computer is worded alike for
    all games, around the scores its levels were measured at.
    """

    game: str
    topic: str
    position: str = ""
    seat: int | None = None
    picked: tuple[Pick, ...] = ()
    private: bool = False
    scores: Mapping[str, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The code of the title."""
        return f"{self._words}.title"

    @property
    def text(self) -> str:
        """The code of the text, whose arguments are the `figures`."""
        return f"{self._words}.text"

    @property
    def figures(self) -> dict[str, int]:
        """The scores (in percent), and from them what each level would be rated, about."""
        if not self.scores:
            return {}
        steps = [
            _apart(min(99, max(1, self.scores[name]))) for name in _ABOVE if name in self.scores
        ]
        ranks = [sum(steps[:level]) for level in range(len(steps) + 1)]
        rated = (CLUB_RATING + rank - ranks[CLUB - 1] for rank in ranks)
        levels = {
            f"level_{n}": max(LOWEST_SHOWN, ROUGHLY * round(rating / ROUGHLY))
            for n, rating in enumerate(rated, 1)
        }
        return {**self.scores, **levels}

    @property
    def _words(self) -> str:
        return "rules.computer" if self.scores else f"rules.{self.game}.{self.topic}"


@dataclass(frozen=True, slots=True)
class Lesson:
    """A guided turn, as a seat plays it in a position. What to press is in the catalogues under
    <game>.lesson.<number>, and what has come of it under <number>_done."""

    position: str
    seat: int
    turn: str


def _apart(score: int) -> float:
    """Return how many points apart the ratings are of two who score so (in percent, 1 to 99)."""
    return 400 * log10(score / (100 - score))


@dataclass(frozen=True, slots=True)
class Usual:
    """About how many turns a game takes, all sides together, its complexity, from 1 to 5, and the
    topic that says how a turn is made."""

    turns: int
    complexity: int
    moving: str


@cache
def _read_pages() -> Mapping[str, dict[str, Any]]:
    folder = files("bot.ui") / "pages"
    paths = {game: folder / f"{game}.toml" for game in GAMES}
    return {
        game: tomllib.loads(path.read_text(encoding="utf-8"))
        for game, path in paths.items()
        if path.is_file()
    }


@cache
def usual() -> Mapping[str, Usual]:
    return {
        game: Usual(**{part.name: file[part.name] for part in fields(Usual)})
        for game, file in _read_pages().items()
    }


@cache
def pages() -> Mapping[str, tuple[Page, ...]]:
    return {
        game: tuple(
            Page(game, **page | {"picked": tuple(map(read_pick, page.get("picked", ())))})
            for page in file["pages"]
        )
        for game, file in _read_pages().items()
    }


@cache
def lessons() -> Mapping[str, tuple[Lesson, ...]]:
    """Return the guided turns of each game that has some."""
    return {
        game: tuple(Lesson(**lesson) for lesson in file.get("lessons", ()))
        for game, file in _read_pages().items()
    }
