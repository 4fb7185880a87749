"""Pictures against the plain way: the same scene drawn at 4x in RGB, reduced, encoded as RGB."""

from __future__ import annotations

import random
from dataclasses import dataclass
from io import BytesIO
from time import perf_counter
from typing import get_args

from bot.ui.text import catalogue
from games.core import Act
from games.murus.rules import MURUS
from games.murus.view import MurusView
from render import murus
from render.draw import draw
from render.look import Look, Theme
from render.paint import paint_in_full_colour

from .table import Row, median, row

RUNS = 15
OPENING = 6
WARMING = 12
"""Games drawn beforehand: a bot that has run for an evening has painted nearly every tile once."""
TIME, BYTES = 1 / 8, 0.40
"""The greatest shares of the plain way's time and bytes."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """How long a picture took, in milliseconds, and how large it is, in KiB."""

    time: float
    size: float


def views(seed: int) -> list[MurusView]:
    """What a spectator sees of a game played at random, after every turn past the opening."""
    rng = random.Random(seed)
    state = MURUS.initial("advanced")
    found: list[MurusView] = []
    while isinstance(turn := MURUS.turn(state), Act):
        (seat,) = turn.seats
        state = MURUS.apply(state, seat, rng.choice(MURUS.legal(MURUS.view(state, seat))))
        found.append(MURUS.view(state, None))
    return found[OPENING:]


def drawn(view: MurusView, look: Look) -> Drawn:
    """The picture as the bot makes it."""
    began = perf_counter()
    picture = draw(view, look)
    return Drawn((perf_counter() - began) * 1e3, len(picture.png) / 1024)


def drawn_plainly(view: MurusView, look: Look) -> Drawn:
    """The same picture as Pillow alone would have it."""
    began = perf_counter()
    packed = BytesIO()
    paint_in_full_colour(murus.scene(view, look)).save(packed, "PNG")
    return Drawn((perf_counter() - began) * 1e3, len(packed.getvalue()) / 1024)


def rows() -> list[Row]:
    """Medians over positions not drawn before, our way and the plain way by turns."""
    found: list[Row] = []
    for theme in get_args(Theme):
        look = Look(catalogue("en"), theme, ("Livia", "Brennus"))
        for seed in range(1, 1 + WARMING):
            for view in views(seed):
                draw(view, look)
        pairs = [(drawn(view, look), drawn_plainly(view, look)) for view in views(0)[:RUNS]]
        ours, plain = zip(*pairs, strict=True)
        times = median(d.time for d in ours), median(d.time for d in plain)
        sizes = median(d.size for d in ours), median(d.size for d in plain)
        found.append(row(f"picture of murus, {theme}", *times, "ms", TIME))
        found.append(row(f"picture of murus, {theme}", *sizes, "KiB", BYTES))
    return found
