"""Tiles painted in layers look like tiles drawn in one, and the file is a sound PNG."""

import random
from dataclasses import replace
from io import BytesIO
from itertools import product

import pytest
from PIL import Image, ImageChops

from bot.ui.words.catalogue import catalogue
from games.core import Over
from games.ponte.game import PONTE
from games.ponte.rules import PONTE_RULES
from games.ponte.view import PonteView
from render.look import Look, Theme
from render.painting.paint import paint
from render.painting.png import pack
from render.ponte import scene as ponte
from render.scene import Scene, Stamp
from tests.samples import sampled

from ..sample import THEMES

FEW = 200
"""The pixels that may differ, of three quarters of a million: where two outlines meet in one."""


def crowded(variant: str) -> PonteView:
    """Return the end of a game at random: islands, bridges across them, halos and badges."""
    rng, state = random.Random(4), PONTE_RULES.initial(variant)
    while not isinstance(turn := PONTE_RULES.turn(state), Over):
        (seat,) = turn.seats  # type: ignore[union-attr]  # this game has no dice
        action = rng.choice(PONTE.legal(PONTE_RULES.view(state, seat)))
        state = PONTE_RULES.apply(state, seat, action)
    return PONTE_RULES.view(state, None)


def in_one(scene: Scene) -> Scene:
    """Return the same scene, each of its tiles drawn at once."""
    return replace(scene, stamps=tuple(drawn_at_once(stamp) for stamp in scene.stamps))


def drawn_at_once(stamp: Stamp) -> Stamp:
    tile = stamp.tile
    shapes = (*tile.shapes, *(shape for layer in tile.layers for shape in layer.shapes))
    return replace(stamp, tile=replace(tile, name=("one", tile.name), shapes=shapes, layers=()))


def pixels(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


@pytest.mark.parametrize(
    ("variant", "theme"),
    sampled(product(("standard pie=off", "size-12 pie=off"), THEMES)),
)
def test_layers_look_like_one_drawing(variant: str, theme: Theme) -> None:
    scene = ponte.scene(crowded(variant), Look(catalogue("en"), theme))
    assert sum(bool(stamp.tile.layers) for stamp in scene.stamps) > 50
    one, other = (pixels(pack(paint(each))) for each in (scene, in_one(scene)))
    differing = sum(ImageChops.difference(one, other).convert("L").histogram()[16:])
    assert differing < FEW


def test_a_layer_leaves_out_what_lies_beside_its_tile() -> None:
    scene = ponte.scene(crowded("standard pie=off"), Look(catalogue("en")))
    layers = [layer for stamp in scene.stamps for layer in stamp.tile.layers]
    assert all(layer.shapes for layer in layers)
    assert len(set(layers)) < len(layers) / 2


def test_a_file_is_read_back_by_the_strictest_reader() -> None:
    png = pack(paint(ponte.scene(crowded("size-8 pie=off"), Look(catalogue("en")))))
    with Image.open(BytesIO(png)) as image:
        image.verify()
    assert png.count(b"IDAT") == 1
    assert png.endswith(b"IEND\xaeB`\x82")
