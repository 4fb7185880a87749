"""Whoever translates is told what is missing and what is wrong."""

import shutil
from pathlib import Path

import pytest

import bot

from .conftest import Run

LOCALES = Path(bot.__file__).parent / "ui" / "locales"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Copy the Chinese catalogue, to be worked on."""
    shutil.copytree(LOCALES / "zh-TW", tmp_path / "zh-TW")
    return tmp_path


def replaced(file: Path, old: str, new: str) -> None:
    """Put a text in the place of the only one that is so."""
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
def test_whole_catalogues_have_no_faults(locale: str, run: Run) -> None:
    assert run(0, "words", locale).endswith(" words, 0 faults\n")


WALL, NEAR = 'wall = "牆"\n', 'walls_stay = "{square} 上只有一層牆，牆不能移動。請選一座塔。"'
KIND = 'kind = "石牆與石塔：先衝到對方底線，或讓對方無棋可走。"'
ENGLISH = "Walls and towers of stone: reach the far row, or leave the other side without a move."
PLURAL = 'other = "{side}：最近的塔在 {square}，離底線還有 {n} 列。"'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (WALL, "", "murus.wall: missing"),
        (WALL, WALL + 'moat = "護城河"\n', "murus.moat: surplus"),
        (KIND, f'kind = "{ENGLISH}"', "murus.kind: still the English text"),
        (NEAR, 'walls_stay = "牆不動。"', "murus.walls_stay: other {places} than the English text"),
        (NEAR, 'walls_stay = "{square 上"', "murus.walls_stay: its braces do not match"),
        (NEAR, 'walls_stay = "{} 上"', "murus.walls_stay: other {places} than the English text"),
        (
            PLURAL,
            f'one = "{{side}}{{square}}{{n}}"\n{PLURAL}',
            "murus.nearest: without the plural forms of its language",
        ),
    ],
)
def test_a_fault_is_named(folder: Path, old: str, new: str, told: str, run: Run) -> None:
    replaced(folder / "zh-TW" / "murus.toml", old, new)
    *lines, end = run(1, "words", "zh-TW", "--folder", str(folder)).splitlines()
    assert [line.replace(line.partition(":")[0], told.partition(":")[0]) for line in lines] == [
        told
    ]
    assert end.endswith(", 1 faults")


def test_an_entry_in_another_file_is_named_there(folder: Path, run: Run) -> None:
    replaced(folder / "zh-TW" / "murus.toml", WALL, "")
    (folder / "zh-TW" / "walls.toml").write_text(f"[murus]\n{WALL}", "utf-8")
    assert "murus.wall: in another file than the English one\n" in run(
        1, "words", "zh-TW", "--folder", str(folder)
    )


def test_a_translation_that_has_just_begun_lacks_nearly_all(tmp_path: Path, run: Run) -> None:
    shutil.copytree(LOCALES / "en", tmp_path / "fr")
    (tmp_path / "fr" / "common.toml").unlink()
    lines = run(1, "words", "fr", "--folder", str(tmp_path)).splitlines()
    assert "match.no_board: missing" in lines
    assert "murus.kind: still the English text" in lines
    assert not any(line.startswith("murus.name:") for line in lines)


@pytest.mark.parametrize("locale", ["fr", "nonsense", "../en"])
def test_a_language_without_a_catalogue_is_told_where_one_begins(locale: str, run: Run) -> None:
    assert f"There is no catalogue {locale} here." in run(3, "words", locale)


def test_what_is_no_toml_is_named_with_its_line(folder: Path, run: Run) -> None:
    replaced(folder / "zh-TW" / "murus.toml", WALL, "wall = 牆\n")
    told = run(3, "words", "zh-TW", "--folder", str(folder))
    assert told.startswith("The catalogue zh-TW cannot be read: ")
    assert "line " in told
