"""Draw what a player or spectator may see of a position, and describe it in words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import TypeAlias

from games.core import Event, Over, View

from .library import DRAWINGS
from .look import Look, Theme, Words
from .painting.paint import STORED, paint
from .painting.pen import KEPT
from .painting.png import pack
from .painting.tile_cache import MIB
from .reading import Asked
from .scene import Scene

Part: TypeAlias = tuple[Theme, str, int]
"""A theme, a game, and who is below."""
FIRST = 2
"""The pictures of each board that are drawn at a start."""


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
    return pack(paint(scene(view, look)), level, box.repeats)


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


def usual(themes: Iterable[Theme]) -> Iterator[Part]:
    """Yield the parts of what most pictures are made of, each to be painted by itself."""
    for theme, drawing in product(themes, DRAWINGS.values()):
        yield from ((theme, drawing.game, below) for below in range(drawing.sides))


def portraits(part: Part, words: Words) -> Iterator[Scene]:
    """Yield the scenes of a part."""
    theme, game, below = part
    for drawing in DRAWINGS.values():
        if drawing.game == game:
            for view in drawing.portraits():
                yield scene(view, _look(words, theme, below))
            if below < 2:
                yield from drawing.prepared(theme, below)


def draw_first(themes: Iterable[Theme], words: Words) -> Iterator[bytes]:
    """Draw pictures on every board in play, one after the other, for what is kept beside tiles."""
    for theme, drawing in product(themes, DRAWINGS.values()):
        grounds: Counter[object] = Counter()
        for view in drawing.portraits():
            if isinstance(view.turn, Over):
                continue
            portrait = scene(view, _look(words, theme))
            grounds[portrait.ground.name] += 1
            if grounds[portrait.ground.name] <= FIRST:
                for stamp in portrait.stamps:
                    _ = stamp.tile.whole  # which keeps what shapes are made from
                yield pack(paint(portrait))


def _look(words: Words, theme: Theme, below: int = 0) -> Look:
    return Look(words, theme, ("A", "B", "C", "D"), below)
