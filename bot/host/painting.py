"""Boards painted before anybody asks for them, without keeping those waiting who play."""

import logging
from collections.abc import Sequence
from functools import partial
from time import sleep, thread_time

from bot.matches.machines.workers import Failed, Processes
from bot.ui.words.catalogue import DEFAULT, catalogue
from render import draw
from render.look import Theme
from render.painting.paint import pack_parts, take, warm_letters

log = logging.getLogger(__name__)


LONGEST_S = 3600.0
"""The longest that a part may take, on a machine that has much else to do."""
REST = 3
"""The seconds without drawing for each second of it."""


def paint_ahead(painter: Processes, themes: Sequence[Theme]) -> None:
    """Paint the usual boards of these themes; use a thread. A process that gives way to everything
    else does so part by part: with a folder once for every version, else at every start. The bot
    itself draws one picture on each board then, with rests."""
    warm_letters()
    try:
        for part in draw.usual(themes):
            take(part, partial(_painted, painter, part))
    except (Failed, RuntimeError, OSError) as failure:  # it fails, or the bot is leaving
        log.info("boards are painted when they are needed: %r", failure)
        return
    painter.shutdown()
    began = thread_time()
    for _ in draw.draw_first(themes[::-1], catalogue(DEFAULT)):
        sleep(REST * (thread_time() - began))
        began = thread_time()
    warm_letters()  # again, for boards may have taken their room


def _painted(painter: Processes, part: draw.Part) -> bytes:
    return painter.submit(paint, part).result()


def paint(part: draw.Part) -> bytes:
    """Paint a part, in a process of its own."""
    return pack_parts(draw.portraits(part, catalogue(DEFAULT)))
