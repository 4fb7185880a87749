"""The pictures of one game as the library lists them: functions, colours, sample views."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games.core import View, Word

from .look import Look, Theme
from .painting.png import LEVEL
from .reading import Reading
from .scene import Scene, Sketch


@dataclass(frozen=True, slots=True)
class Paintbox:
    """The fixed colours of pictures; games may share one.

    They are kept in `palette.toml` in the folder of that name ("junqi-four": render/junqi/four).
    `flat` lists the named colours, which are kept exactly; `sizes` are the numbers of all colours.
    `level` is zlib's for whole pictures, `contrast_level` for those in high contrast, which have
    fewer colours: the lowest with which they stay small. `repeats` tells that enough rows are like
    the one above for looking for them to be worth while.
    """

    name: str
    flat: Callable[[Theme], Iterable[str]]
    sizes: Mapping[Theme, int]
    level: int = LEVEL
    contrast_level: int = LEVEL
    repeats: bool = False


@dataclass(frozen=True, slots=True)
class Livery:
    """What stands for a seat where there is no board: its word, its chip, its pieces' colours."""

    word: Word
    chip: Sketch
    fill: str
    outline: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything needed to draw the views of a game (by its id) and to describe them.

    `portraits` are views, none of a real match, that show most of what a board can show; they are
    drawn at the start so that no tile is new, with the scenes `prepared` for a theme and a side
    below. `liveries` are by seat, and stand out on the colour `cloth`. `sides` counts the ways a
    board can be turned; `parts` tells whether it can be seen part by part, enlarged (`Look.zoom`).
    `marked` are the codes of the news that a board shows without words, None if it shows all that
    the last turn did, and what both sides have. `notable` are those for which a short replay keeps
    a board. Benchmarks draw the variant `measured`, "" for the usual one.
    """

    game: str
    view: type[View]
    scene: Callable[[Any, Look], Scene]
    words: Callable[[Any, Look], str]
    reading: Reading
    portraits: Callable[[], Iterator[View]]
    paintbox: Paintbox
    liveries: Callable[[Any, Theme], tuple[Livery, ...]]
    cloth: Callable[[Theme], str]
    prepared: Callable[[Theme, int], Iterator[Scene]] = lambda theme, below: iter(())
    sides: int = 2
    parts: bool = False
    marked: frozenset[str] | None = frozenset()
    notable: frozenset[str] = frozenset()
    measured: str = ""
