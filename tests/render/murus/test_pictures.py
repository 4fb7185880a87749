"""The PNG of a picture: its size, its colours, and that view and look alone decide it."""

import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from io import BytesIO

import pytest
from PIL import Image

from games.murus.rules import MURUS_RULES
from games.murus.view import MurusView
from render.draw import draw
from render.look import Look, Theme
from render.murus.drawing import DUEL
from render.painting import png
from render.painting.palette import palette
from render.scene import Shape, Text

from ..sample import THEMES, reader, shapes
from .sample import (
    GAULS,
    MIDDLE,
    ROMANS,
    START,
    gauls_to_move,
    random_views,
    romans_to_move,
    view_after,
)

LARGEST = 32 * 1024


def shown(theme: Theme, locale: str = "en") -> list[tuple[MurusView, Look]]:
    """List each kind of picture of a theme: all marks, both sides, short and long, start, end."""
    plain = reader(theme, locale)
    return [
        (MURUS_RULES.view(MURUS_RULES.initial("basic"), None), plain),
        (romans_to_move("d2-d4"), plain),
        (romans_to_move("f4xg5"), reader(theme, locale, below=1)),
        (romans_to_move("c3-e5"), plain),
        (romans_to_move("c3xc6"), plain),
        (gauls_to_move("e6xe3"), reader(theme, locale, below=1)),
        (gauls_to_move("a7-c5"), reader(theme, locale, names=())),
        (romans_to_move(seat=ROMANS), reader(theme, locale, private=True, picked=("f4",))),
        (gauls_to_move(seat=GAULS), reader(theme, locale, private=True, picked=("e6",), below=1)),
        (romans_to_move(seat=ROMANS), reader(theme, locale, private=True)),
        (view_after(f"basic+redistribution {START} 0 -", "c1-b2,g2"), plain),
        (view_after(f"advanced {MIDDLE} 24 resign:0"), plain),
        (view_after(f"advanced {MIDDLE} 24 agreement:"), plain),
    ]


@cache
def pictures(theme: Theme) -> list[bytes]:
    return [draw(view, look).png for view, look in shown(theme)]


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_is_small_and_of_few_colours_and_can_be_shown_whole(theme: Theme) -> None:
    for picture in pictures(theme):
        image = Image.open(BytesIO(picture))
        assert (image.mode, image.width) == ("P", 800)
        assert image.height in (809, 835)
        assert "transparency" not in image.info
        assert len(image.getpalette() or ()) <= 64 * 3
        assert len(image.getcolors() or ()) > 10
        assert len(picture) < LARGEST
    for view in random_views(8)[::4]:
        assert len(draw(view, reader(theme)).png) < LARGEST


def test_the_catalogue_of_chinese_can_be_drawn() -> None:
    chinese = [draw(view, look).png for view, look in shown("dark", "zh-CN")]
    assert not {*chinese} & {*pictures("dark")}


def test_every_kind_of_picture_differs_from_every_other() -> None:
    drawn = [picture for theme in THEMES for picture in pictures(theme)]
    assert len(set(drawn)) == len(drawn)


def digests() -> list[str]:
    """Return one line per picture of every kind."""
    return [sha256(picture).hexdigest() for theme in THEMES for picture in pictures(theme)]


def digests_from_threads() -> list[str]:
    """Return the same, drawn by four threads that start with nothing painted."""
    kinds = [each for theme in THEMES for each in shown(theme)]
    with ThreadPoolExecutor(4) as threads:
        drawn = list(threads.map(lambda kind: draw(*kind).png, kinds))
    return [sha256(picture).hexdigest() for picture in drawn]


@pytest.mark.slow
def test_threads_that_draw_at_once_from_a_fresh_start_give_the_same_bytes() -> None:
    script = f"from {__name__} import digests_from_threads as d; print(*d(), sep='\\n')"
    fresh = subprocess.run(  # noqa: S603 - our own words only
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert fresh.stdout.split() == digests()


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_of_a_shape_is_kept_exactly(theme: Theme) -> None:
    kept = {f"#{r:02X}{g:02X}{b:02X}" for r, g, b in palette(f"murus-{theme}").colours}
    assert len(kept) <= 64
    for view, look in shown(theme):
        scene = DUEL.scene(view, look)
        drawn = [
            *scene.ground.whole.shapes,
            *(s for stamp in scene.stamps for s in shapes(stamp.tile)),
        ]
        assert {colour for shape in (*drawn, *scene.words) for colour in colours(shape)} <= kept


def colours(shape: Shape) -> set[str]:
    """Return the colours a shape names."""
    if isinstance(shape, Text):
        return {run.ink for run in shape.runs} | ({shape.paper} if shape.paper else set())
    named = (getattr(shape, "fill", None), getattr(shape, "ink", None))
    return {colour for colour in named if colour}


def test_a_pixel_goes_to_the_nearest_colour_of_the_palette() -> None:
    colours = palette("murus-light")
    for red, green, blue in ((0, 0, 0), (255, 255, 255), (200, 160, 90), (13, 200, 77)):
        chosen = colours.colours[colours.nearest(red, green, blue)]
        assert distance(chosen, (red, green, blue)) == min(
            distance(colour, (red, green, blue)) for colour in colours.colours
        )


def distance(one: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return sum(w * (a - b) ** 2 for w, a, b in zip((2, 4, 3), one, other, strict=True))


@pytest.mark.parametrize(
    ("theme", "pixel", "colour"),
    [
        ("light", (2, 2), (0xF6, 0xF1, 0xE7)),
        ("light", (60, 650), (0xD2, 0xBE, 0x96)),
        ("light", (145, 650), (0xE9, 0xDC, 0xC0)),
        ("dark", (2, 2), (0x1E, 0x1F, 0x24)),
        ("contrast", (2, 2), (0x00, 0x00, 0x00)),
        ("contrast", (145, 652), (0xFF, 0xFF, 0xFF)),
    ],
)
def test_page_and_cells_have_their_own_colours(
    theme: Theme, pixel: tuple[int, int], colour: tuple[int, int, int]
) -> None:
    image = Image.open(BytesIO(draw(romans_to_move("d2-d4"), reader(theme)).png))
    assert image.convert("RGB").getpixel(pixel) == colour


def test_without_zlib_ng_a_picture_has_the_same_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    view, usual = romans_to_move("d2-d4"), reader()
    packed = draw(view, usual).png
    monkeypatch.setattr(png, "zlib", zlib)
    plain = draw(view, usual).png
    one, other = (Image.open(BytesIO(each)).convert("RGB").tobytes() for each in (packed, plain))
    assert one == other
