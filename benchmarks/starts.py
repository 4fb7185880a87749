"""Pictures after a start: the first beside the tenth, warming, memory; each in a new process."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory
from time import process_time
from typing import get_args

from bot.config import Settings
from bot.host.painting import LONGEST_S, paint_ahead
from bot.host.running import spare_what_stands
from bot.matches.machines.workers import Processes
from bot.ui.words.catalogue import catalogue
from games.core import Seat
from games.library import GAMES
from render.curve.graph import Course, Swing
from render.curve.poster import curve
from render.draw import draw, keep_in
from render.look import Look, Theme
from render.painting.pen import KEPT
from render.painting.tile_cache import MIB

from .positions import views
from .table import Row, median, row

TENTH = slice(7, 12)
"""The tenth picture after a start and its neighbours: one alone says little."""
SLOWEST_FIRST = 2.0
"""The limit of the first picture's time after a start, beside the tenth's."""
STARTS = 3
SEED = 7
"""The seed of the games that are timed."""
PICTURES, CURVES, BUDGET = 5_000, 200, Settings.model_fields["picture_cache_mb"].default
"""What memory is measured after, and the budget in MiB."""
CASES = [
    (game, variant, theme)
    for game in GAMES
    for variant in GAMES[game].info.variants
    for theme in get_args(Theme)
]


def rows() -> Iterator[Row]:
    """Start for the first time without a folder and with one, then with what it has left there."""
    with TemporaryDirectory() as folder:
        first = [_run("start", ""), _run("start", folder)]
        starts = [_run("start", folder) for _ in range(STARTS)]
    warming, cold = (median(each["warming"][0] for each in some) for some in (starts, first))
    yield row("warming from the folder, beside painting", warming, cold, "ms")
    for name in map(_name, CASES):
        tenth = [time for start in (*first, *starts) for time in start[name][TENTH]]
        if not tenth:
            continue  # a game too short for ten pictures
        for when, some in ("", starts), (", first start", first):
            shown = median(start[name][0] for start in some)
            yield row(f"first picture of {name}{when}", shown, median(tenth), "ms", SLOWEST_FIRST)
    bytes_, early, late = _run("draw", "")["memory"]
    done = f"{PICTURES:,} pictures and {CURVES} curves"
    yield row(f"kept after {done}, beside the budget", bytes_, BUDGET, "MiB", 1)
    yield row(f"memory after {done}, beside three fifths", late, early, "MiB", 1.1)


def _run(order: str, folder: str) -> dict[str, list[float]]:
    ran = subprocess.run(
        [sys.executable, "-m", "benchmarks.starts"],
        input=f"{order} {folder}",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    times: dict[str, list[float]] = json.loads(ran.stdout)
    return times


def _name(case: tuple[str, str, Theme]) -> str:
    return " ".join(case)


def first_pictures(folder: str) -> dict[str, list[float]]:
    """Warm as the bot does, then time the first pictures of every case, in milliseconds."""
    words = catalogue("en")
    keep_in(Path(folder) if folder else None)
    paint_ahead(Processes(1, LONGEST_S), ("dark", "light", "contrast"))
    used = sum(sum(getrusage(who)[:2]) for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    times = {"warming": [used * 1e3]}
    spare_what_stands()
    times |= {_name(case): [] for case in CASES}
    for which in (slice(1), slice(1, TENTH.stop)):  # all that come first before those that follow
        for case in CASES:
            game, variant, theme = case
            look = Look(words, theme, ("Livia", "Brennus"))
            for view in views(game, variant, SEED)[which]:
                began = process_time()
                draw(view, look)
                times[_name(case)].append((process_time() - began) * 1e3)
    return times


def memory() -> list[float]:
    """Draw for long; return the MiB kept, and those of the process after 3/5 and at the end."""
    used, number = [], 0
    while number < PICTURES:
        for game, variant, theme in CASES:
            look = Look(catalogue("en"), theme, ("Livia", "Brennus"), number % 2)
            for view in views(game, variant, number)[::4][:12]:
                draw(view, look)
                number += 1
                if number % (PICTURES // CURVES) == 0:
                    spots = tuple((n, (number * n) % 97 / 97) for n in range(30))
                    curve(view, Course(frozenset({Seat(0)}), spots, (Swing(7, bad=True),)), look)
                if number in (PICTURES * 3 // 5, PICTURES):
                    used.append(_resident())
    return [KEPT.bytes / MIB, *used]


def _resident() -> float:
    """Return the MiB of this process, where Linux tells."""
    status = Path("/proc/self/status")
    lines = status.read_text("ascii").splitlines() if status.exists() else ["VmRSS: 1 kB"]
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


if __name__ == "__main__":
    order, _, place = sys.stdin.read().partition(" ")
    result = first_pictures(place) if order == "start" else {"memory": memory()}
    print(json.dumps(result))
