"""From what somebody may see of a position to the picture of it, with its words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.core import View
from games.diablo.view import DiabloView
from games.junqi.dark.view import DarkView
from games.junqi.flip.view import FlipView
from games.murus.view import MurusView
from games.ponte.view import PonteView

from . import diablo, diablo_text, junqi, junqi_text, murus, murus_text, ponte, ponte_text
from .look import Look
from .paint import paint
from .scene import Scene


@dataclass(frozen=True, slots=True)
class Picture:
    """PNG bytes, and the alt text for those who do not see them (at most 1,000 characters)."""

    png: bytes = field(repr=False)
    alt: str


Drawer: TypeAlias = tuple[Callable[[Any, Look], Scene], Callable[[Any, Look], str]]

DRAWERS: dict[type[View], Drawer] = {
    DiabloView: (diablo.scene, diablo_text.describe),
    DarkView: (junqi.dark_scene, junqi_text.describe_dark),
    FlipView: (junqi.flip_scene, junqi_text.describe_flip),
    MurusView: (murus.scene, murus_text.describe),
    PonteView: (ponte.scene, ponte_text.describe),
}
"""How each game's view becomes a scene, and how it is told in words."""


def draw(view: View, look: Look) -> Picture:
    """The picture of a view; from any thread. Equal views and looks give equal bytes."""
    scene, describe = DRAWERS[type(view)]
    return Picture(paint(scene(view, look)), describe(view, look))


def describe(view: View, look: Look) -> str:
    """The words alone."""
    return DRAWERS[type(view)][1](view, look)
