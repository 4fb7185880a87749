"""From what somebody may see of a position to the picture of it, with its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.core import View
from games.diablo.view import DiabloView
from games.junqi.dark.view import DarkView
from games.junqi.flip.view import FlipView
from games.junqi.four.view import FourView
from games.murus.view import MurusView
from games.ponte.view import PonteView

from .diablo.scene import scene as diablo
from .diablo.words import describe as diablo_words
from .junqi.four.scene import scene as four_scene
from .junqi.four.words import describe as describe_four
from .junqi.prepared import boards
from .junqi.scene import dark_scene, flip_scene
from .junqi.words import describe_dark, describe_flip
from .look import Look, Theme, Words
from .murus.scene import scene as murus
from .murus.words import describe as murus_words
from .paint import paint, warm_letters
from .png import packed
from .ponte.scene import scene as ponte
from .ponte.words import describe as ponte_words
from .portraits import portraits
from .scene import Scene


@dataclass(frozen=True, slots=True)
class Picture:
    """PNG bytes, and the alt text for those who do not see them (at most 1,024 characters)."""

    png: bytes = field(repr=False)
    alt: str


Drawer: TypeAlias = tuple[Callable[[Any, Look], Scene], Callable[[Any, Look], str]]

DRAWERS: dict[type[View], Drawer] = {
    DiabloView: (diablo, diablo_words),
    DarkView: (dark_scene, describe_dark),
    FlipView: (flip_scene, describe_flip),
    FourView: (four_scene, describe_four),
    MurusView: (murus, murus_words),
    PonteView: (ponte, ponte_words),
}
"""How each game's view becomes a scene, and how it is told in words."""

SIDES: dict[type[View], int] = {FourView: 4}
"""How many ways a board can be turned where they are not two."""
IN_PARTS: frozenset[type[View]] = frozenset({FourView})
"""The views whose boards can be seen part by part, enlarged (`Look.zoom`)."""


def draw(view: View, look: Look) -> Picture:
    """The picture of a view; from any thread. Equal views and looks give equal bytes."""
    scene, describe = DRAWERS[type(view)]
    return Picture(packed(paint(scene(view, look))), describe(view, look))


def has_parts(view: View) -> bool:
    """Whether a seat's part of the board can be drawn enlarged."""
    return type(view) in IN_PARTS


def warm(themes: Iterable[Theme], words: Words) -> None:
    """Paint beforehand what most pictures are made of; some seconds a theme, so in a thread.

    After that the first board of a match comes about as fast as the tenth. It is safe to draw
    meanwhile.
    """
    warm_letters()
    for theme in themes:
        for view in portraits():
            for below in range(SIDES.get(type(view), 2)):
                draw(view, Look(words, theme, ("A", "B", "C", "D"), below))
        for below in (0, 1):
            for scene in boards(theme, below):
                paint(scene)


def describe(view: View, look: Look) -> str:
    """The words alone."""
    return DRAWERS[type(view)][1](view, look)
