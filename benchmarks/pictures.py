"""Pictures against the plain way: the same scene drawn at 4x in RGB, reduced, encoded as RGB."""

import ctypes
import gc
import platform
import random
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from time import process_time
from typing import get_args

from PIL import Image

from bot.host.painting import LONGEST_S, paint_ahead
from bot.matches.machines.workers import Processes
from bot.ui.words.catalogue import catalogue
from games.core import View
from render.draw import draw, png, scene
from render.look import Look, Theme
from render.replay import Canvas, canvas, close_file, frames, open_file
from scripts.make_palettes import paint_in_full_colour

from . import starts
from .positions import SUBJECTS, some, views
from .table import Row, median, row

RUNS = 21
WARMING, OF_EACH = 5, 25
"""Games drawn beforehand, never the one that is measured, and pictures of each."""
MOVING = 40
"""The frames of a replay that is measured."""
FRAME = 1 / 5
"""The greatest share of Pillow's time for a frame."""
TIME, BYTES = {"junqi-four": 1 / 12}, 0.35
"""The greatest shares of the plain way's time (its memory kept; else a 16th) and of its bytes."""
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""Options of glibc's mallopt (malloc.h)."""
LARGEST_BLOCK = 1 << 29


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture's CPU time, in milliseconds, and its size, in KiB."""

    time: float
    size: float


def drawn(view: View, look: Look) -> Drawn:
    """Draw a picture as the bot does."""
    began = process_time()
    picture = png(view, look)
    return Drawn((process_time() - began) * 1e3, len(picture) / 1024)


def drawn_plainly(view: View, look: Look) -> Drawn:
    """Draw the same picture with Pillow alone."""
    began = process_time()
    packed = BytesIO()
    paint_in_full_colour(scene(view, look)).save(packed, "PNG")
    return Drawn((process_time() - began) * 1e3, len(packed.getvalue()) / 1024)


def rows() -> Iterator[Row]:
    """Give medians over positions not drawn before, our way and the plain way by turns, after the
    boards are painted that every bot paints at its start."""
    yield from starts.rows()
    keep_memory()
    yield from beside_chess()
    paint_ahead(Processes(1, LONGEST_S), get_args(Theme))
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


def _compared(game: str, variant: str, theme: Theme) -> Iterator[Row]:
    look = Look(catalogue("en"), theme, ("Livia", "Brennus"))
    for seed in range(1, 1 + WARMING):
        for view in some(views(game, variant, seed), OF_EACH):
            draw(view, look)
    chosen = some(views(game, variant, 0), RUNS)
    gc.collect()
    gc.freeze()  # what the bot has drawn before is no rubbish to be looked through by either way
    pairs = [(drawn(view, look), drawn_plainly(view, look)) for view in chosen]
    ours, plain = zip(*pairs, strict=True)
    name = f"picture of {game}, {theme}"
    times = median(d.time for d in ours), median(d.time for d in plain)
    share = median(own.time / other.time for own, other in pairs)
    yield Row(name, *times, "ms", share, TIME.get(game, 1 / 16))
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
    film = close_file((open_file(chosen[0], look, size), *frames(None, chosen, look, size, True)))
    return Drawn((process_time() - began) * 1e3 / len(chosen), len(film) / 1024)


def filmed_plainly(chosen: list[View], look: Look) -> Drawn:
    """Have Pillow make a replay of pictures in RGB, which are painted at our own speed."""
    began = process_time()
    pictures = [Image.open(BytesIO(draw(view, look).png)).convert("RGB") for view in chosen]
    packed = BytesIO()
    pictures[0].save(packed, "GIF", save_all=True, append_images=pictures[1:], duration=800)
    return Drawn((process_time() - began) * 1e3 / len(chosen), len(packed.getvalue()) / 1024)


def beside_chess() -> Iterator[Row]:
    """Time our pictures and those of chess.svg, with cairosvg, by turns: what a bot for chess would
    post. It has no limit, for the boards are not the same."""
    if missing := [name for name in ("chess", "cairosvg") if find_spec(name) is None]:
        print(f"not installed, so there is no row beside chess.svg: {', '.join(missing)}")
        return
    board, rng = import_module("chess").Board(), random.Random(1)
    for game, variant in SUBJECTS.items():
        look = Look(catalogue("en"), "dark", ("Livia", "Brennus"))
        pairs = []
        for view in some(views(game, variant, 1), RUNS):
            if board.is_game_over():
                board.reset()
            board.push(rng.choice(list(board.legal_moves)))
            ours = drawn(view, look).time
            began = process_time()
            svg = import_module("chess.svg").board(board, size=800, lastmove=board.peek())
            import_module("cairosvg").svg2png(svg.encode())
            pairs.append((ours, (process_time() - began) * 1e3))
        name = f"picture of {game}, dark, beside one of chess.svg"
        yield row(name, median(first for first, _ in pairs), median(two for _, two in pairs), "ms")
