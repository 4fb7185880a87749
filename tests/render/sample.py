"""Readers to draw for, and readings of a picture."""

from typing import get_args

from bot.ui.words.catalogue import catalogue
from games.library import GAMES
from render.look import Look, Theme
from render.scene import Scene, Shape, Stamp, Tile

THEMES: tuple[Theme, ...] = get_args(Theme)
OPEN = next(name for name, game in GAMES.items() if game.info.seats == 2 and not game.info.secrets)
"""Some game for two that hides nothing: its sides keep their names."""


def reader(
    theme: Theme = "light",
    locale: str = "en",
    names: tuple[str, ...] = ("Livia", "Brennus"),
    below: int = 0,
    private: bool = False,
    picked: tuple[str, ...] = (),
) -> Look:
    """Return a reader's look."""
    return Look(catalogue(locale), theme, names, below, private, picked)


def arrows(scene: Scene) -> list[Stamp]:
    """List the ways drawn over a board."""
    return [stamp for stamp in scene.stamps if stamp.tile.name[0] == "arrow"]


def shapes(tile: Tile) -> tuple[Shape, ...]:
    """List everything drawn on a tile."""
    tile = tile.whole
    return (*tile.shapes, *(shape for layer in tile.layers for shape in shapes(layer)))


def lines(scene: Scene) -> list[str]:
    """List everything written on a picture outside the board, line by line."""
    return [" ".join(run.text for run in text.runs) for text in scene.words]
