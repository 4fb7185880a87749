"""Boards that are painted before anybody asks for them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.host.painting import paint_ahead
from bot.ui.words.catalogue import catalogue
from games.murus.view import MurusView
from render import draw
from render.library import DRAWINGS
from render.look import Look
from render.painting.tile_cache import MIB

MURUS = DRAWINGS[MurusView]
USUAL = 64 * MIB


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder for the tiles of one game, with nothing in memory; end without one."""
    monkeypatch.setattr(draw, "DRAWINGS", {MurusView: MURUS})
    draw.keep(0)
    draw.keep_in(tmp_path)
    yield tmp_path
    draw.keep_in(None)
    draw.keep(USUAL)


@pytest.mark.slow
def test_another_process_paints_the_tiles_of_usual_boards(folder: Path) -> None:
    paint_ahead(folder, ["light"])
    painted = set(folder.iterdir())
    for view in MURUS.portraits():
        draw.png(view, Look(catalogue("en"), "light", ("A", "B")))
    assert painted
    assert set(folder.iterdir()) == painted


@pytest.mark.slow
@pytest.mark.parametrize("way", ["none", "unwritable"])
def test_without_a_folder_boards_are_painted_here(
    folder: Path, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw.keep_in(None)
    draw.keep(USUAL)
    file = folder / "file"
    file.touch()
    monkeypatch.delattr("bot.host.painting.Processes")
    paint_ahead(None if way == "none" else file / "pictures", ["light"])
    assert [*folder.iterdir()] == [file]
