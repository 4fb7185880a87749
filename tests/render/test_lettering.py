"""Lines of text: what can be drawn, how long it is, and what happens when it is too long."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it ships no types

from bot.ui.catalogue import Pattern, catalogue, locales
from render.lettering import NAME_ROOM, cut, drawable, faces, fitting, shown_name, width
from render.murus import scene as murus
from render.paint import FACES
from render.scene import Run

from .sample import lines, reader, romans_to_move

DRAWN = ("murus.", "frame.", "over.")
"""The parts of a catalogue that pictures quote."""


def sentences(pattern: Pattern) -> list[str]:
    return [pattern] if isinstance(pattern, str) else list(pattern.values())


@pytest.mark.parametrize("locale", locales())
def test_every_word_of_a_picture_has_its_glyphs(locale: str) -> None:
    for code, pattern in catalogue(locale).patterns.items():
        if code.startswith(DRAWN):
            for sentence in sentences(pattern):
                assert drawable(sentence, "Medium"), code
                assert drawable(sentence, "Bold"), code


@pytest.mark.parametrize("face", faces())
def test_the_widths_are_those_of_the_font_shipped(face: str) -> None:
    name = FACES.get(face, f"Inter-{face}.otf")
    font = TTFont(BytesIO((files("render") / "fonts" / name).read_bytes()))
    units, advances = font["head"].unitsPerEm, font["hmtx"]
    assert dict(faces()[face].widths) == {
        chr(code): round(1000 * advances[glyph][0] / units)
        for code, glyph in font.getBestCmap().items()
    }


def test_the_licence_of_the_fonts_is_beside_them() -> None:
    licence = (files("render") / "fonts" / "OFL.txt").read_text("utf-8")
    for font in (files("render") / "fonts").iterdir():
        if Path(font.name).suffix == ".otf":
            assert font.name in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


@pytest.mark.parametrize(
    "name", ["Zoë", "Łukasz", "Ωμέγα", "Привет", "O'Brien", "A–Z", "Zoe\u0308"]
)
def test_a_name_of_europe_is_drawn(name: str) -> None:
    assert shown_name(name, "Romans") != "Romans"


@pytest.mark.parametrize("name", ["", "   ", "🐉", "محمد", "ｆ𝕏", "a\u202eb", "\u0000"])
def test_a_name_without_glyphs_gives_way_to_the_seat(name: str) -> None:
    assert shown_name(name, "Romans") == "Romans"
    told = lines(murus.scene(romans_to_move(), reader(names=(name, "Brennus"))))
    assert told.count("Romans") == 2


def test_a_name_in_several_lines_is_drawn_in_one() -> None:
    assert shown_name(" Julia\n Domna ", "Romans") == "Julia Domna"


def test_a_long_name_is_cut() -> None:
    name = Run("Vercingetorix the Great King of Warriors", 26, "#000000", "Bold")
    shorter = cut(name, NAME_ROOM)
    assert width((shorter,)) <= NAME_ROOM < width((name,))
    assert shorter.text.endswith("…")
    assert name.text.startswith(shorter.text[:-1])
    told = lines(murus.scene(romans_to_move(), reader(names=(name.text, "Brennus"))))
    assert shorter.text in told


def test_a_short_name_stays_whole() -> None:
    name = Run("Livia", 26, "#000000", "Bold")
    assert cut(name, NAME_ROOM) == name


def test_the_first_wording_that_fits_is_taken_and_else_the_last() -> None:
    wordings = [(Run(text, 25, "#000000"),) for text in ("a long sentence", "shorter", "f2-f4")]
    rooms = [width(runs) for runs in wordings]
    for runs, room in zip(wordings, rooms, strict=True):
        assert fitting(wordings, room) == runs
    assert fitting(wordings, 1) == wordings[-1]


def test_letters_that_lean_on_each_other_stand_closer() -> None:
    both, one, other = ((Run(text, 100, "#000000", "Bold"),) for text in ("AV", "A", "V"))
    assert width(both) < width(one) + width(other)


def test_chinese_and_latin_stand_in_one_line() -> None:
    mixed = Run("f3 成墙", 25, "#000000")
    assert drawable(mixed.text)
    assert width((mixed,)) == pytest.approx(width((mixed.saying("f3 "),)) + 50, abs=0.5)
