"""A folder of painted tiles: it saves painting, bears everything, and holds nobody's words."""

import logging
import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from games.library import GAMES
from render.draw import draw, keep, keep_in, scene
from render.painting.paint import take
from render.painting.tile_cache import MIB
from render.painting.tile_files import Stored
from render.scene import Scene, Text, Tile

from .sample import OPEN, reader
from .test_every_game import views
from .test_kept import USUAL

ENOUGH = 64 * MIB
THING = random.Random(1).randbytes(10_000)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Give a folder for painted tiles, with nothing in memory; end without one."""
    keep(0)
    yield tmp_path / "painted"
    keep_in(None, 0)
    keep(USUAL)


@pytest.fixture
def store(tmp_path: Path) -> Stored:
    return opened(tmp_path / "painted")


def opened(folder: Path, budget: int = ENOUGH) -> Stored:
    store = Stored()
    store.open(folder, budget)
    return store


def asked(store: Stored, digest: str = "ab", size: int = len(THING)) -> bool:
    """Ask for a thing, see that it is right, and tell whether it had to be made."""
    made = []

    def make() -> bytes:
        made.append(digest)
        return THING

    assert store.get(digest, lambda thing: len(thing) == size, make) == THING
    return bool(made)


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def pictures() -> list[bytes]:
    return [draw(view, reader("dark")).png for view in views(OPEN, "")[:3]]


def test_a_thing_is_made_once_and_the_next_start_has_it(tmp_path: Path, store: Stored) -> None:
    assert asked(store)
    assert not asked(store)
    assert not asked(opened(tmp_path / "painted"))
    assert asked(store, "cd")


def test_nothing_unfinished_is_left_and_the_folder_is_its_owners_alone(
    tmp_path: Path, store: Stored
) -> None:
    asked(store)
    assert [path.name for path in files(tmp_path / "painted")] == ["ab.painted"]
    if os.name == "posix":
        assert (tmp_path / "painted").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "content", [b"", b"\x00", b"x" * 5000, b"cut", b"flipped", b"a folder", b"another size"]
)
def test_a_damaged_file_is_made_anew_and_said_once(
    tmp_path: Path, store: Stored, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    asked(store)
    path = tmp_path / "painted" / "ab.painted"
    whole = path.read_bytes()
    wrong = {b"cut": whole[:-9], b"flipped": whole[:40] + bytes([whole[40] ^ 1]) + whole[41:]}
    if content == b"a folder":
        path.unlink()
        path.mkdir()
    elif content == b"another size":
        store.get("other", lambda thing: True, lambda: THING[:-1])
        path.with_stem("other").replace(path)
    else:
        path.write_bytes(wrong.get(content, content))
    assert asked(store)
    asked(store)
    assert 1 <= len(caplog.messages) <= 2  # a folder can be neither read nor replaced
    assert len(set(caplog.messages)) == len(caplog.messages)
    assert all("PICTURE_CACHE_DIR" in line for line in caplog.messages)
    if content != b"a folder":
        assert path.read_bytes() == whole


def test_a_folder_that_cannot_be_written_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder can be made here")
    store = opened(tmp_path / "file" / "painted")
    assert all(asked(store, digest) for digest in ("ab", "cd", "ab"))
    assert 1 <= len(caplog.messages) <= 2
    assert len(set(caplog.messages)) == len(caplog.messages)


def test_a_full_disk_is_said_once_and_what_is_there_is_still_read(
    tmp_path: Path, store: Stored, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked(store)

    def full(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert asked(store, "cd")
    assert asked(store, "ef")
    assert not asked(store)
    assert [path.name for path in files(tmp_path / "painted")] == ["ab.painted"]
    assert len(caplog.messages) == 1


def test_the_folder_never_grows_beyond_its_budget_and_the_longest_unused_give_way(
    tmp_path: Path,
) -> None:
    folder, budget = tmp_path / "painted", 10 * 12_288
    store = opened(folder, budget)
    for number in range(10):
        asked(store, f"{number}")
        os.utime(folder / f"{number}.painted", (number, number))
    (folder / "photo.jpg").write_bytes(THING)
    assert not asked(store, "0")
    asked(store, "10")
    left = {path.stem for path in files(folder)}
    assert left == {"0", "5", "6", "7", "8", "9", "10", "photo"}
    opened(folder, 4 * 12_288)
    assert len(files(folder)) == 4


def test_a_budget_of_0_writes_nothing(tmp_path: Path) -> None:
    assert asked(store := opened(tmp_path / "painted", 0))
    assert asked(store)
    assert not (tmp_path / "painted").exists()


@pytest.mark.slow
def test_pictures_are_equal_from_the_folder_and_nothing_is_written_twice(folder: Path) -> None:
    plain = pictures()
    keep_in(folder, ENOUGH)
    assert pictures() == plain
    first = {path: path.stat().st_ino for path in files(folder)}
    assert first
    assert pictures() == plain
    assert {path: path.stat().st_ino for path in files(folder)} == first


def test_damaged_tiles_change_no_picture(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    keep_in(folder, ENOUGH)
    plain = pictures()
    for number, path in enumerate(files(folder)):
        path.write_bytes(path.read_bytes()[: number % 40])
    with caplog.at_level(logging.WARNING):
        assert pictures() == plain
    assert len(caplog.messages) == 1


def test_what_is_painted_ahead_is_not_painted_at_the_next_start(folder: Path) -> None:
    done: list[str] = []

    def paint(part: str) -> bytes:
        done.append(part)
        return b""

    for _ in range(2):
        keep_in(folder, ENOUGH)
        for part in ("one", "another"):
            take((part,), partial(paint, part))
    assert done == ["one", "another"]
    keep_in(None, 0)
    take(("one",), partial(paint, "without a folder"))
    assert done[2:] == ["without a folder"]


def tiles(tile: Tile) -> Iterator[Tile]:
    yield tile.whole
    for layer in tile.whole.layers:
        yield from tiles(layer)


def written(picture: Scene) -> Iterator[str]:
    """Yield every line on tiles that have a name, which are those that may be stored."""
    for whole in (picture.ground, *(stamp.tile for stamp in picture.stamps)):
        for tile in tiles(whole):
            for shape in tile.shapes if tile.name else ():
                if isinstance(shape, Text):
                    yield "".join(run.text for run in shape.runs)


@pytest.mark.parametrize("game", GAMES)
def test_no_stored_tile_has_anybodys_words(game: str) -> None:
    names = ("Zeppelin", "Yggdrasil", "Xanadu", "Wunderkind")
    lines: set[str] = set()
    for view in views(game, GAMES[game].info.variants[0]):
        lines.update(written(scene(view, reader(names=names, private=True))))
    assert lines
    assert max(map(len, lines)) <= 4  # a numeral, a coordinate, a code, a piece or "camp"
