"""Boards painted before anybody asks for them, without keeping those waiting who play."""

import logging
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import sleep, thread_time

from bot.matches.machines.workers import Failed, Processes
from bot.ui.words.catalogue import DEFAULT, catalogue
from render import draw
from render.look import Theme
from render.painting.paint import paint
from render.scene import Scene

log = logging.getLogger(__name__)

REST = 3
"""The seconds without painting for each second of it, where that is done by the bot itself."""


def paint_ahead(folder: Path | None, themes: Sequence[Theme]) -> None:
    """Paint the usual boards of these themes; use a thread. With a folder a process that gives way
    to everything else does so once for every version; without a writable one it is done here at
    every start, with rests, and only for the first theme."""
    words = catalogue(DEFAULT)
    if folder is None or not _writable(folder):
        draw.warm(themes[:1], words, _at_leisure)
        return
    with Processes(1) as painter:
        try:
            draw.warm(themes, words, partial(_elsewhere, painter, folder))
        except (RuntimeError, OSError) as failure:  # it cannot begin, or the bot is leaving
            log.info("boards are painted when they are needed: %r", failure)
    draw.keep_in(folder)  # that is, count what has come there


def _writable(folder: Path) -> bool:
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return os.access(folder, os.W_OK | os.X_OK)


def _elsewhere(painter: Processes, folder: Path, scene: Scene) -> None:
    try:
        painter.submit(draw.paint_into, folder, scene).result()
    except Failed:
        _at_leisure(scene)


def _at_leisure(scene: Scene) -> None:
    began = thread_time()
    paint(scene)
    sleep(REST * (thread_time() - began))
