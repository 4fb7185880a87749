"""Pictures as they are painted: rows ready for a PNG, and nothing done twice."""

import random
import sys
from dataclasses import replace
from io import BytesIO
from itertools import product

import pytest
from PIL import Image

from bot.ui.words.catalogue import catalogue
from games.library import GAMES
from render.draw import has_parts, scene
from render.look import Look
from render.painting.fitting import fit_to_pixels, reachable_area
from render.painting.paint import paint
from render.painting.palette import Indexed, palette
from render.painting.png import pack
from render.scene import Box, Oval, Run, Scene, Stamp, Stroke, Text, Tile
from render.theme import TOKENS
from tests.samples import thinned

from .sample import OPEN
from .test_every_game import views


@pytest.mark.parametrize("game", GAMES)
def test_every_row_begins_with_the_filter_type_of_a_png(game: str) -> None:
    for view in views(game, GAMES[game].info.variants[0])[1:2]:
        picture = paint(scene(view, Look(catalogue("en"))))
        assert len(picture.rows) == (picture.width + 1) * picture.height
        assert not any(picture.rows[:: picture.width + 1])


@pytest.mark.parametrize("clear", [False, True])
def test_what_is_drawn_beyond_the_left_edge_is_cut_off_there(clear: bool) -> None:
    tokens = TOKENS["dark"]
    page = Box(0, 0, 60, 20, tokens.page)
    square = Tile(("square",), 20, 10, (Box(0, 0, 20, 10, tokens.ink),))
    word = Text(-4, 5, "left", (Run("MMM", 12, tokens.ink),), tokens.page)
    stamp = Stamp(-10, 8, square, clear)
    drawn = paint(Scene(f"{OPEN}-dark", Tile(("page",), 60, 20, (page,)), (stamp,), (word,)))
    rows = [drawn.rows[at : at + 61] for at in range(0, len(drawn.rows), 61)]
    assert not any(row[0] for row in rows)
    assert rows[12][1] == rows[12][10] != rows[12][11]


BARE = [(game, zoom) for game in GAMES for zoom in (None, 0, 1) if has_parts(game) or zoom is None]


@pytest.mark.parametrize(("game", "zoom"), thinned(BARE, 2))
def test_no_earlier_stamp_reaches_below_a_bare_one(game: str, zoom: int | None) -> None:
    for view in views(game, GAMES[game].info.variants[0]):
        drawn = scene(view, Look(catalogue("en"), below=1, zoom=zoom))
        bare = [number for number, stamp in enumerate(drawn.stamps) if stamp.bare]
        for number in bare:
            earlier = drawn.stamps[:number]
            assert not any(overlap(drawn.stamps[number], other) for other in earlier)
        if bare:
            plain = replace(drawn, stamps=tuple(replace(s, bare=False) for s in drawn.stamps))
            assert paint(drawn) == paint(plain)


def overlap(one: Stamp, other: Stamp) -> bool:
    return (
        one.x < other.x + other.tile.width
        and other.x < one.x + one.tile.width
        and one.y < other.y + other.tile.height
        and other.y < one.y + one.tile.height
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_layer_is_blended_with_every_ground_in_its_share(seed: int) -> None:
    rng, colours = random.Random(seed), palette("profile-dark")
    for number in rng.sample(range(len(colours.colours)), 5):
        share = rng.randrange(1, 255)
        layer = bytes(rng.randrange(256 - share) for _ in range(3))
        ground = colours.colours[number]
        blend = [a + (b * share + 127) // 255 for a, b in zip(layer, ground, strict=True)]
        part = int.from_bytes((*layer, share), sys.byteorder)
        assert colours.over[number][part] == colours.nearest(*blend)


@pytest.mark.parametrize("name", ["profile-light", "profile-dark", "profile-contrast"])
def test_the_nearest_colour_is_the_first_of_the_least_distance(name: str) -> None:
    rng, colours = random.Random(name), palette(name)
    for _ in range(300):
        red, green, blue = rng.randbytes(3)
        least = min(
            (2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2, number)
            for number, (r, g, b) in enumerate(colours.colours)
        )
        assert colours.nearest(red, green, blue) == least[1]


@pytest.mark.parametrize(("colours", "bits"), [(16, 4), (17, 8)])
def test_a_picture_of_few_colours_has_two_pixels_in_a_byte(colours: int, bits: int) -> None:
    width, height = 17, 3
    shades = bytes(shade for number in range(20) for shade in (number, 2 * number, 255 - number))
    pixels = [[(x * y + x) % colours for x in range(width)] for y in range(height)]
    rows = b"".join(b"\0" + bytes(row) for row in pixels)
    png = pack(Indexed(width, height, rows, shades))
    assert png[24] == bits  # the header's bit depth (PNG, 11.2.1)
    shown = Image.open(BytesIO(png)).convert("RGB")
    for x, y in product(range(width), range(height)):
        number = pixels[y][x]
        assert shown.getpixel((x, y)) == (number, 2 * number, 255 - number)


def test_a_small_layer_lies_where_it_is_put() -> None:
    tokens = TOKENS["dark"]
    page = Tile(("page",), 40, 30, (Box(0, 0, 40, 30, tokens.page),))
    disc = Tile(("disc",), 12, 12, (Oval(6, 6, 5, 5, tokens.last),))
    over = Tile(("disc over",), 40, 30, (Oval(26, 15, 5, 5, tokens.last),))
    small, large = (
        Tile(("both", number), 40, 30, (), (page, layer))
        for number, layer in enumerate((replace(disc, left=20, top=9), over))
    )
    one, other = (paint(Scene(f"{OPEN}-dark", tile, (), ())) for tile in (small, large))
    assert one == other


def test_what_a_layer_can_reach_is_all_that_is_drawn_of_it() -> None:
    shapes = (Oval(-3, 12, 6, 4, "#000000"), Stroke(((5, 5), (14, 9)), 3, "#000000"))
    assert reachable_area(fit_to_pixels(shapes), 40, 30) == (0, 3, 17, 17)
    assert reachable_area((Box(60, 40, 70, 50, "#000000"),), 40, 30) == (39, 29, 40, 30)
    assert reachable_area((), 40, 30) == (0, 0, 2, 2)
