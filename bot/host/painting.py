"""Boards painted before anybody asks for them, without keeping those waiting who play."""

import logging
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from time import monotonic, process_time, sleep, thread_time

from bot.matches.machines.workers import Failed, Processes
from bot.ui.words.catalogue import DEFAULT, catalogue
from render import draw
from render.look import Theme
from render.painting.paint import pack_parts, take, warm_letters
from render.scene import Scene

log = logging.getLogger(__name__)


LONGEST_S = 3600.0
"""The longest that a picture may take, on a machine that has much else to do."""
REST = 3
"""The seconds without drawing for each second of it."""
QUIET_S, QUIET = 0.1, 0.3
"""A bot is quiet if in such a time it has used no more than this share of a core."""


def paint_ahead(painter: Processes, themes: Sequence[Theme]) -> None:
    """Paint the usual boards of these themes; use a thread. A process that gives way to everything
    else does so picture by picture, while the bot is quiet: with a folder once for every version,
    else at every start. The bot itself draws one picture on each board then, with rests."""
    warm_letters()
    quiet_times = quiet()
    try:
        for part in draw.usual(themes):
            take(part, partial(_painted, painter, quiet_times, part))
    except (Failed, RuntimeError, OSError) as failure:  # it fails, or the bot is leaving
        log.info("boards are painted when they are needed: %r", failure)
        return
    painter.shutdown()
    began = thread_time()
    for _ in draw.draw_first(themes[::-1], catalogue(DEFAULT)):
        sleep(REST * (thread_time() - began))
        began = thread_time()
    warm_letters()  # again, for boards may have taken their room


def quiet() -> Iterator[None]:
    """Yield whenever the bot is quiet; wait while it is not."""
    while True:
        began, used = monotonic(), process_time()
        while monotonic() - began < QUIET_S:
            yield
        while process_time() - used > QUIET * (monotonic() - began):
            began, used = monotonic(), process_time()
            sleep(QUIET_S)


def _painted(painter: Processes, times: Iterator[None], part: draw.Part) -> bytes:
    painted = list[bytes]()
    for _ in times:
        picture = painter.submit(paint_next, part).result()
        if picture is None:
            break
        painted.append(picture)
    return b"".join(painted)


def paint_next(part: draw.Part) -> bytes | None:
    """Paint the next picture of a part, in a process of its own; None after the last."""
    picture = next(_pictures(part), None)
    return None if picture is None else pack_parts([picture])


@lru_cache(maxsize=1)
def _pictures(part: draw.Part) -> Iterator[Scene]:
    return draw.portraits(part, catalogue(DEFAULT))
