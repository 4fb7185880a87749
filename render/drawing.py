"""All that belongs to the pictures of one game, as the library lists it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.core import View

from .look import Look, Theme
from .scene import Scene


@dataclass(frozen=True, slots=True)
class Paintbox:
    """The fixed colours of pictures; games may share one.

    They lie in `palette.toml` in the folder of that name ("junqi-four": render/junqi/four). `flat`
    gives those that have names, which are kept exactly; `sizes` are how many there are in all.
    """

    name: str
    flat: Callable[[Theme], Iterable[str]]
    sizes: Mapping[Theme, int]


@dataclass(frozen=True, slots=True)
class Reference:
    """A position over which the palettes are chosen, as whoever is to act there sees it.

    `position` is as the rules load it, or a variant at its beginning; `turn` is played there, and
    `picked` is what is chosen in the picture after it, with spaces between.
    """

    position: str
    turn: str = ""
    picked: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """A picture of the README, docs/pictures/<name>.png: a position as a seat (None: anybody) sees
    it after a turn, and how that reader looks."""

    name: str
    position: str
    names: tuple[str, ...]
    theme: Theme
    turn: str = ""
    seat: int | None = None
    locale: str = "en"
    private: bool = False
    picked: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


def _nothing(theme: Theme, below: int) -> Iterator[Scene]:
    """No scenes."""
    return iter(())


@dataclass(frozen=True, slots=True)
class Drawing:
    """How the views of a game (by its id) become a scene, and how they are told in words.

    `portraits` are views, none of them of a real match, that show most of what a board can show;
    they are drawn at the start so that no tile is new, with the scenes that are `prepared` for a
    theme and a side below. `sides` is how many ways a board can be turned, `parts` whether it can
    be seen part by part, enlarged (`Look.zoom`). Benchmarks draw the variant that is `measured`,
    "" for the usual one.
    """

    game: str
    view: type[View]
    scene: Callable[[Any, Look], Scene]
    words: Callable[[Any, Look], str]
    portraits: Callable[[], Iterator[View]]
    paintbox: Paintbox
    references: tuple[Reference, ...]
    examples: tuple[Example, ...] = ()
    prepared: Callable[[Theme, int], Iterator[Scene]] = _nothing
    sides: int = 2
    parts: bool = False
    measured: str = ""
