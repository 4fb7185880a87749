"""Draw what a player or spectator may see of a position, and describe it in words."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import get_args

from games.core import Event, View

from .library import DRAWINGS
from .look import Look, Theme, Words
from .painting.paint import STORED, once, paint, warm_letters
from .painting.pen import KEPT
from .painting.png import pack
from .painting.tile_cache import MIB
from .reading import Asked
from .scene import Scene

SHARED = 16 * MIB
"""The memory for what is painted, in a process that does nothing else."""


@dataclass(frozen=True, slots=True)
class Picture:
    """PNG bytes, and the alt text for those who do not see them (at most 1,024 characters)."""

    png: bytes = field(repr=False)
    alt: str


def draw(view: View, look: Look) -> Picture:
    """Draw a view, safely from any thread. Equal views and looks give equal bytes."""
    return Picture(png(view, look), describe(view, look))


def png(view: View, look: Look) -> bytes:
    """Draw a view without describing it."""
    box = DRAWINGS[type(view)].paintbox
    level = box.contrast_level if look.theme == "contrast" else box.level
    return pack(paint(scene(view, look)), level)


def scene(view: View, look: Look) -> Scene:
    """Return what is to be painted of a view."""
    return DRAWINGS[type(view)].scene(view, look)


def describe(view: View, look: Look) -> str:
    """Describe a view in words, without drawing it."""
    return DRAWINGS[type(view)].words(view, look)


def reading_view(view: View, words: Words) -> Asked:
    """Return the view as it can be asked about, in a language."""
    return Asked(DRAWINGS[type(view)].reading, view, words)


def has_parts(game: str) -> bool:
    """Tell whether a seat's part of a game's board can be drawn enlarged."""
    return any(drawing.parts for drawing in DRAWINGS.values() if drawing.game == game)


def shows(view: View, event: Event) -> bool:
    """Tell whether a view's picture shows what an event says of the last turn."""
    marked = DRAWINGS[type(view)].marked
    return marked is None or event.code in marked


def keep(most: int) -> None:
    """Keep at most this many bytes of what is painted for the next pictures; 0 keeps nothing."""
    KEPT.allow(most)


def keep_in(folder: Path | None, most: int = 128 * MIB) -> None:
    """Keep at most this many bytes of it in a folder too, for the next starts; None keeps none."""
    STORED.open(folder, most)


def warm(
    themes: Iterable[Theme], words: Words, ahead: Callable[[Scene], object] | None = None
) -> None:
    """Paint the tiles most pictures are made of, so that the first board of a match comes about as
    fast as the tenth; use a thread. Drawing meanwhile is safe.

    It takes some seconds a theme, but only once where there is a folder: later starts draw one
    picture of each game in every theme, and read the other tiles when a picture needs them.
    `ahead` paints a scene in some other way, perhaps for the folder alone.
    """
    warm_letters()
    for theme in themes:
        once(("warm", theme), partial(_warm, theme, words, ahead or paint))
    for theme, drawing in product(get_args(Theme), DRAWINGS.values()):
        paint(scene(next(drawing.portraits()), _look(words, theme)))


def paint_into(folder: Path, painted: Scene) -> None:
    """Paint a scene for a folder, in another process than the one that draws from it."""
    _share(folder)
    paint(painted)


@cache
def _share(folder: Path) -> None:
    keep_in(folder)
    keep(SHARED)  # nobody draws from this memory


def _warm(theme: Theme, words: Words, ahead: Callable[[Scene], object]) -> None:
    for usual in _usual(theme, words):
        ahead(usual)


def _usual(theme: Theme, words: Words) -> Iterator[Scene]:
    for drawing in DRAWINGS.values():
        for below, view in product(range(drawing.sides), drawing.portraits()):
            yield scene(view, _look(words, theme, below))
        for below in (0, 1):
            yield from drawing.prepared(theme, below)


def _look(words: Words, theme: Theme, below: int = 0) -> Look:
    return Look(words, theme, ("A", "B", "C", "D"), below)
