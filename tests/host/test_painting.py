"""Boards that are painted before anybody asks for them."""

from collections.abc import Iterator
from itertools import chain, islice, repeat
from pathlib import Path

import pytest

from bot.config import Settings
from bot.host import painting
from bot.host.painting import paint_ahead
from bot.matches.machines.workers import Processes
from bot.ui.words.catalogue import catalogue
from games.murus.view import MurusView
from render import draw
from render.library import DRAWINGS
from render.look import Look
from render.painting.paint import PACKED
from render.painting.tile_cache import MIB

MURUS = DRAWINGS[MurusView]
USUAL = Settings.model_fields["picture_cache_mb"].default * MIB


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder for the tiles of one game, with nothing in memory; end without one."""
    monkeypatch.setattr(draw, "DRAWINGS", {MurusView: MURUS})
    draw.keep(0)
    draw.keep_in(tmp_path)
    monkeypatch.setattr(PACKED, "things", {})
    yield tmp_path
    draw.keep_in(None)
    draw.keep(USUAL)


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, False])
def test_another_process_paints_the_tiles_of_usual_boards(folder: Path, kept: bool) -> None:
    """With a folder they are there for the next start, without one in memory."""
    if not kept:
        draw.keep_in(None)
    paint_ahead(Processes(1), ["light"])
    assert any(folder.iterdir()) is kept
    draw.keep(0)
    draw.keep_in(folder)
    painted = set(folder.iterdir())
    for view in MURUS.portraits():
        draw.png(view, Look(catalogue("en"), "light", ("A", "B")))
    assert set(folder.iterdir()) == painted


class Clocks:
    """A process that uses a share of a core, another one after every rest."""

    def __init__(self, shares: Iterator[float]) -> None:
        self.now = self.used = 0.0
        self.shares, self.share, self.rests = shares, next(shares), 0

    def pass_(self, seconds: float) -> None:
        self.now += seconds
        self.used += seconds * self.share

    def sleep(self, seconds: float) -> None:
        self.pass_(seconds)
        self.rests += 1
        self.share = next(self.shares)


@pytest.mark.parametrize(
    ("shares", "rests"), [([0.1], 0), ([0.9, 0.9, 0.8, 0.1], 4), ([0.9, 0.1], 2)]
)
def test_nothing_is_painted_while_the_bot_has_much_to_do(
    shares: list[float], rests: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clocks = Clocks(chain(shares, repeat(0.1)))
    for name, reading in (
        ("monotonic", lambda: clocks.now),
        ("process_time", lambda: clocks.used),
        ("sleep", clocks.sleep),
    ):
        monkeypatch.setattr(painting, name, reading)
    for _ in islice(painting.quiet(), 20):
        clocks.pass_(0.06)
    assert clocks.rests == rests
