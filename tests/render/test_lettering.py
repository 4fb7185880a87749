"""Lines of text: the letters that can be drawn, their length, and cutting of long ones."""

import sys
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont  # type: ignore[import-untyped]  # it ships no types
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.ui.words.catalogue import Pattern, catalogue, locales
from games.library import GAMES
from render.curve.poster import curve_scene
from render.curve.poster import scene as poster
from render.draw import scene
from render.painting.lettering import cut, drawable, faces, fitting, glyphs, shown_name, width
from render.painting.pen import FACES
from render.profile.profile import scene as profile
from render.profile.standing import Profile
from render.scene import Run, Scene
from tests.nicknames import NAMES
from tests.samples import FULL

from .sample import lines, reader
from .test_curve import box, course
from .test_every_game import views
from .test_poster import ended

GAME = next(name for name, game in GAMES.items() if not game.set_up)
"""A game whose first picture is a board with names above it."""
ROOM = 232
"""The room for a name in a panel without a triangle, in px."""
DRAWN = (*(f"{game}." for game in GAMES), "frame.", "over.")
"""The parts of a catalogue that pictures quote."""


def written(names: tuple[str, ...]) -> list[str]:
    """List the lines around a board of these players."""
    return lines(scene(views(GAME, GAMES[GAME].info.variants[0])[0], reader(names=names)))


def sentences(pattern: Pattern) -> list[str]:
    return [pattern] if isinstance(pattern, str) else list(pattern.values())


@pytest.mark.parametrize("locale", locales())
def test_every_word_of_a_picture_has_its_glyphs(locale: str) -> None:
    for code, pattern in catalogue(locale).patterns.items():
        if code.startswith(DRAWN) and not code.endswith(".letters"):  # the legend is no picture
            for sentence in sentences(pattern):
                assert drawable(sentence, "Medium"), code
                assert drawable(sentence, "Bold"), code


def test_chinese_names_have_their_glyphs() -> None:
    for code, rows in (("gb2312", range(0xB0, 0xF8)), ("big5", range(0xA4, 0xC7))):
        pairs = (bytes(pair) for pair in product(rows, range(0xA1, 0xFF)))
        assert drawable("".join(pair.decode(code, "ignore") for pair in pairs))


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
        if Path(font.name).suffix in (".otf", ".ttf"):
            assert font.name in licence
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence


def pictures(name: str) -> Iterator[Scene]:
    """Draw everything that names players, all of whom bear this name."""
    look = reader(names=(name,) * 4)
    for game in GAMES:
        end, played = ended(game), course(game)
        yield from (scene(views(game, GAMES[game].info.variants[0])[0], look), scene(end, look))
        yield from (poster(end, look), curve_scene(end, played, look))
    yield profile(Profile(name, (), handle="me"), look)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        *((name, name) for name in ("Zoë", "Łukasz", "Ωμέγα", "Привет", "O'Brien", "A–Z", "ẞ")),
        *((name, name) for name in ("Văn Ẩn", "Rex™", "Jo²", "さくら", "カタカナ")),
        *((name, name) for name in ("김철수", "محمد", "דוד", "สมชาย", "अमित", "রবীন্দ্র", "Արամ")),
        *((name, name) for name in ("ნინო", "Айгүл", "Ali محمد", "محمد (2)")),
        *((name, name) for name in ("王璐", "李鑫", "刘婧钰", "陳怡君", "䶮㛃")),
        ("Zoe\u0308", "Zoë"),
        ("🔥Mara🔥", "Mara"),
        ("Tobi 🎲", "Tobi"),
        ("Mara ✨", "Mara"),
        ("★ Rex ★", "Rex"),
        ("Jo♥", "Jo"),
        ("𝓜𝓪𝓻𝓪", "Mara"),
        ("ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("Ⓜⓐⓡⓐ", "Mara"),
        ("ｆ𝕏", "fX"),
        ("a\u202eb\u200b\u00adc", "abc"),
        (" Julia\n Domna ", "Julia Domna"),
    ],
)
def test_a_name_is_drawn_as_its_owner_writes_it_without_ornaments(name: str, drawn: str) -> None:
    assert shown_name(name) == drawn
    for picture in pictures(name):
        assert drawn in "\n".join(lines(picture))
        for glyph in (glyph for text in picture.words for glyph in glyphs(text.runs)):
            assert glyph.sign in faces()[glyph.face].widths


UNDRAWN = ("கவிதா", "అమిత్", "សុភា", "አበበ", "Ali கவிதா", "M\u0337", "🅼ara", "🦊")


@pytest.mark.parametrize("name", [*UNDRAWN, "!?", "", "   ", "\0"])
def test_a_name_with_a_letter_of_no_font_gives_way_to_the_seat_said_once(name: str) -> None:
    assert shown_name(name) == ""
    assert [*pictures(name)] == [*pictures("")]
    assert written((name, "Brennus")).count(catalogue("en")(f"{GAME}.seat.0")) == 1


@pytest.mark.slow
@pytest.mark.parametrize("script", NAMES)
def test_a_name_of_any_script_is_drawn_whole_or_not_at_all(script: str) -> None:
    for name in NAMES[script]:
        assert shown_name(name) in (name, "")
        for picture, nameless in zip(pictures(name), pictures(""), strict=True):
            assert name in "\n".join(lines(picture)) or picture == nameless
            for glyph in (glyph for text in picture.words for glyph in glyphs(text.runs)):
                assert glyph.sign in faces()[glyph.face].widths


@settings(max_examples=200 if FULL else 20)
@given(st.text(max_size=40))
def test_no_name_is_wider_than_a_picture(name: str) -> None:
    for text in (box(text) for picture in pictures(name) for text in picture.words):
        assert 0 <= text.left <= text.right <= 800


def test_a_long_name_is_cut() -> None:
    name = Run("Vercingetorix the Great King of Warriors", 26, "#000000", "Bold")
    shorter = cut(name, ROOM)
    assert width((shorter,)) <= ROOM < width((name,))
    assert shorter.text.endswith("…")
    assert name.text.startswith(shorter.text[:-1])
    assert shorter.text in written(("Livia", name.text))


def test_the_first_wording_that_fits_is_taken_and_else_the_last() -> None:
    wordings = [(Run(text, 25, "#000000"),) for text in ("a long sentence", "shorter", "f2-f4")]
    rooms = [width(runs) for runs in wordings]
    for runs, room in zip(wordings, rooms, strict=True):
        assert fitting(wordings, room) == runs
    assert fitting(wordings, 1) == wordings[-1]


def test_letters_that_lean_on_each_other_stand_closer() -> None:
    none, both, one, other = (Run(text, 100, "#000000", "Bold") for text in ("", "AV", "A", "V"))
    assert 0 == width((none,)) < width((both,)) < width((one, other))


def test_chinese_and_latin_stand_in_one_line() -> None:
    mixed = Run("f3 成墙", 25, "#000000")
    assert drawable(mixed.text)
    assert width((mixed,)) == pytest.approx(width((mixed.saying("f3 "),)) + 50, abs=0.5)


def inked(text: str) -> list[str]:
    """Return the letters of a line as they are drawn, from left to right."""
    return [glyph.sign for glyph in glyphs((Run(text, 25, "#000000"),))]


def test_letters_join_and_stack() -> None:
    apart = [sign for letter in "محمد" for sign in inked(letter)]
    assert len(inked("محمد")) == len(apart)
    assert not set(inked("محمد")) & set(apart)
    assert len(inked("क्ष")) < len("क्ष")
    assert any(glyph.up for glyph in glyphs((Run("مُّ", 25, "#000000"),)))


def test_a_line_from_right_to_left_keeps_names_and_numbers_and_turns_brackets() -> None:
    line = "\u200fفاز \u2066Livia (+16)\u2069: «الغال» (3)"
    shown = [sign for sign in inked(line) if sign < "\U000f0000"]
    assert "".join(shown) == "(3) «» :Livia (+16) "
    assert inked("محمد") + inked(" x5") == inked("\u2066محمد\u2069 x5")
    assert width((Run(line, 25, "#000000"),)) > width((Run("Livia (+16)", 25, "#000000"),))


def test_a_line_is_measured_once() -> None:
    line = (Run("measured a single time", 25, "#000000"), Run("and", 22, "#000000", "Bold", 4))
    calls: list[str] = []
    length = width(line)
    sys.setprofile(lambda frame, event, _: calls.append(event) if event == "call" else None)
    try:
        again = width((line[0].saying("measured a single time"), line[1]))
    finally:
        sys.setprofile(None)
    assert again == length
    assert len(calls) < 10  # and not one a letter
