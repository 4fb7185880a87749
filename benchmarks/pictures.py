"""Pictures against the plain way: the same scene drawn at 4x in RGB, reduced, encoded as RGB."""

from __future__ import annotations

import ctypes
import gc
import json
import platform
import random
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from io import BytesIO
from time import process_time
from typing import get_args

from PIL import Image

from bot.ui.words.catalogue import catalogue
from games.core import Over, Roll, View
from games.rulebook import RULES
from games.submission import unfinished
from render.draw import draw, scene, warm
from render.library import DRAWINGS
from render.look import Look, Theme
from render.paint import paint_in_full_colour
from render.replay import Canvas, canvas, closed, frames, opened

from .table import Row, median, row

RUNS = 11
OPENING = 6
WARMING, OF_EACH = 5, 25
"""Games drawn beforehand, never the one that is measured, and pictures of each."""
STARTS = 3
MOVING = 40
"""The frames of a replay that is measured."""
FRAME = 1 / 5
"""The greatest share of Pillow's time for a frame."""
TENTH = slice(7, 12)
"""The tenth picture after a start and its neighbours: one alone says little."""
SLOWEST_FIRST = 2.0
"""The limit of the first picture's time after a start, beside the tenth's."""
SUBJECTS = {drawing.game: drawing.measured for drawing in DRAWINGS.values()}
"""The games drawn, and the variant of each."""
TIME, BYTES = 1 / 7, 0.40
"""The greatest shares of the plain way's time (its memory kept) and of its bytes."""
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""Options of glibc's mallopt (malloc.h)."""
LARGEST_BLOCK = 1 << 29


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture's CPU time, in milliseconds, and its size, in KiB."""

    time: float
    size: float


def views(game: str, variant: str, seed: int) -> list[View]:
    """Play a game at random; list a spectator's views of every turn past the opening."""
    rng, rules = random.Random(seed), RULES[game]
    state = rules.initial(variant)
    result: list[View] = []
    while not isinstance(turn := rules.turn(state), Over):
        if isinstance(turn, Roll):
            state = rules.roll(state, tuple(rng.randint(1, side) for side in turn.sides))
            result.append(rules.view(state, None))
            continue
        seat = min(turn.seats)
        state = rules.apply(state, seat, rng.choice(rules.game.legal(rules.view(state, seat))))
        thrown = isinstance(rules.turn(state), Roll)
        if not thrown and not unfinished(rules.view(state, seat)):
            result.append(rules.view(state, None))
    return result[OPENING:]


def drawn(view: View, look: Look) -> Drawn:
    """Draw a picture as the bot does."""
    began = process_time()
    picture = draw(view, look)
    return Drawn((process_time() - began) * 1e3, len(picture.png) / 1024)


def drawn_plainly(view: View, look: Look) -> Drawn:
    """Draw the same picture with Pillow alone."""
    began = process_time()
    packed = BytesIO()
    paint_in_full_colour(scene(view, look)).save(packed, "PNG")
    return Drawn((process_time() - began) * 1e3, len(packed.getvalue()) / 1024)


def rows() -> Iterator[Row]:
    """Give medians over positions not drawn before, our way and the plain way by turns."""
    yield from after_a_start()
    keep_memory()
    for game, variant in SUBJECTS.items():
        for theme in get_args(Theme):
            yield from _compared(game, variant, theme)
    yield from replays()


def keep_memory() -> None:
    """Let glibc keep what is freed, as it does with small blocks anyway. Otherwise large blocks go
    back to the system at once. Only the plain way has such blocks, and getting them anew would cost
    it a tenth of its time, which is no merit of ours."""
    if platform.libc_ver()[0] == "glibc":
        library = ctypes.CDLL(None)
        for option in (MMAP_THRESHOLD, TRIM_THRESHOLD):
            library.mallopt(option, LARGEST_BLOCK)


def after_a_start() -> Iterator[Row]:
    """Time the first picture of each game in a fresh process that has warmed its tiles."""
    with ThreadPoolExecutor() as pool:
        starts = list(pool.map(lambda _: _start(), range(STARTS)))
    for game in SUBJECTS:
        yield row(
            f"first picture of {game}, dark",
            median(start[game][0] for start in starts),
            median(time for start in starts for time in start[game][TENTH]),
            "ms",
            SLOWEST_FIRST,
        )


def _start() -> dict[str, list[float]]:
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.pictures"], capture_output=True, text=True, check=True
    )
    times: dict[str, list[float]] = json.loads(ran.stdout)
    return times


def first_pictures() -> dict[str, list[float]]:
    """Time the first pictures of every game after a warm start, in milliseconds."""
    words = catalogue("en")
    warm(("dark",), words)
    look = Look(words, "dark", ("Livia", "Brennus"))
    return {
        game: [drawn(view, look).time for view in views(game, variant, 7)[: TENTH.stop]]
        for game, variant in SUBJECTS.items()
    }


def _compared(game: str, variant: str, theme: Theme) -> Iterator[Row]:
    look = Look(catalogue("en"), theme, ("Livia", "Brennus"))
    for seed in range(1, 1 + WARMING):
        for view in _some(views(game, variant, seed), OF_EACH):
            draw(view, look)
    chosen = _some(views(game, variant, 0), RUNS)
    gc.collect()
    gc.freeze()  # what the bot has drawn before is no rubbish to be looked through by either way
    pairs = [(drawn(view, look), drawn_plainly(view, look)) for view in chosen]
    ours, plain = zip(*pairs, strict=True)
    name = f"picture of {game}, {theme}"
    times = median(d.time for d in ours), median(d.time for d in plain)
    share = median(one.time / other.time for one, other in pairs)
    yield Row(name, *times, "ms", share, TIME)
    sizes = median(d.size for d in ours), median(d.size for d in plain)
    yield row(name, *sizes, "KiB", BYTES)


def replays() -> Iterator[Row]:
    """Compare frames of a replay with frames that Pillow makes of the same boards in RGB."""
    for game, variant in SUBJECTS.items():
        look = Look(catalogue("en"), "dark", ("Livia", "Brennus"))
        chosen = views(game, variant, 0)[:MOVING]
        size = canvas(chosen, look)
        filmed(chosen, look, size)
        ours, plain = filmed(chosen, look, size), filmed_plainly(chosen, look)
        yield row(f"frame of a replay of {game}", ours.time, plain.time, "ms", FRAME)
        yield row(f"replay of {game}", ours.size, plain.size, "KiB", 1)


def filmed(chosen: list[View], look: Look, size: Canvas) -> Drawn:
    """Draw a replay as the bot does; the time is that of a frame."""
    began = process_time()
    film = closed((opened(chosen[0], look, size), *frames(None, chosen, look, size, True)))
    return Drawn((process_time() - began) * 1e3 / len(chosen), len(film) / 1024)


def filmed_plainly(chosen: list[View], look: Look) -> Drawn:
    """Have Pillow make a replay of pictures in RGB, which are painted at our own speed."""
    began = process_time()
    pictures = [Image.open(BytesIO(draw(view, look).png)).convert("RGB") for view in chosen]
    packed = BytesIO()
    pictures[0].save(packed, "GIF", save_all=True, append_images=pictures[1:], duration=800)
    return Drawn((process_time() - began) * 1e3 / len(chosen), len(packed.getvalue()) / 1024)


def _some(views: list[View], most: int) -> list[View]:
    """Choose views from all parts of a game."""
    return views[:: max(1, len(views) // most)][:most]


if __name__ == "__main__":
    print(json.dumps(first_pictures()))
