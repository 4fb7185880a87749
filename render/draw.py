"""Draw what a player or spectator may see of a position, and describe it in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from games.core import View

from .kept import MIB
from .library import DRAWINGS
from .look import Look, Theme, Words
from .paint import KEPT, STORED, paint, warm_letters
from .png import packed
from .reading import Asked
from .scene import Scene


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
    return packed(paint(scene(view, look)), DRAWINGS[type(view)].paintbox.level)


def scene(view: View, look: Look) -> Scene:
    """Return what is to be painted of a view."""
    return DRAWINGS[type(view)].scene(view, look)


def describe(view: View, look: Look) -> str:
    """Describe a view in words, without drawing it."""
    return DRAWINGS[type(view)].words(view, look)


def asked(view: View, words: Words) -> Asked:
    """Return the view as it can be asked about, in a language."""
    return Asked(DRAWINGS[type(view)].reading, view, words)


def has_parts(game: str) -> bool:
    """Tell whether a seat's part of a game's board can be drawn enlarged."""
    return any(drawing.parts for drawing in DRAWINGS.values() if drawing.game == game)


def shows_turns(game: str) -> bool:
    """Tell whether a game's pictures show all that the last turn did, and what both sides have."""
    return any(drawing.shows_turns for drawing in DRAWINGS.values() if drawing.game == game)


def keep(most: int) -> None:
    """Keep at most this many bytes of what is painted for the next pictures; 0 keeps nothing."""
    KEPT.allow(most)


def keep_in(folder: Path | None, most: int = 128 * MIB) -> None:
    """Keep at most this many bytes of it in a folder too, for the next starts; None keeps none."""
    STORED.open(folder, most)


def warm(themes: Iterable[Theme], words: Words) -> None:
    """Paint the tiles most pictures are made of; this takes some seconds a theme, so use a thread.

    After that the first board of a match comes about as fast as the tenth. Drawing meanwhile is
    safe.
    """
    warm_letters()
    for theme in themes:
        for drawing in DRAWINGS.values():
            for below in range(drawing.sides):
                for view in drawing.portraits():
                    paint(scene(view, Look(words, theme, ("A", "B", "C", "D"), below)))
            for below in (0, 1):
                for prepared in drawing.prepared(theme, below):
                    paint(prepared)
