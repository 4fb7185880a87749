"""A scene as pixels: tiles painted once at 4x in a fixed palette, and laid side by side.

Everything cached is a pure function of frozen values, so any thread may paint; only letters, whose
library keeps state in the font, are drawn under a lock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, reduce
from importlib.resources import files
from io import BytesIO
from itertools import pairwise, product
from math import floor
from sys import byteorder
from threading import Lock

from PIL import Image, ImageChops, ImageDraw, ImageFont

from .fitting import fitted
from .lettering import CHINESE, baseline, glyphs, width
from .palette import Indexed, palette
from .scene import Box, Oval, Polygon, Run, Scene, Shape, Stamp, Stroke, Text, Tile
from .theme import channels, mixed

FINE = 4
"""The factor by which shapes are drawn larger, then reduced by a box filter."""
FACES = {CHINESE: "NotoSansSC-Bold.otf"}
_PEN = Lock()


def paint(scene: Scene) -> Indexed:
    """Paint the scene in the colours of its palette; equal scenes give equal pixels."""
    image = _tile(scene.palette, scene.ground).copy()
    for stamp in scene.stamps:
        image.paste(_stamped(image, scene.palette, stamp), (stamp.x, stamp.y))
    for text in scene.words:
        _write(image, scene.palette, text)
    return Indexed(*image.size, image.tobytes(), palette(scene.palette).packed)


def warm_letters() -> None:
    """Draw the letters of names and sentences in their usual sizes before they are needed."""
    for face, sizes in (("Bold", (32, 26, 25, 22)), ("Medium", (25, 22))):
        for size, sign in product(sizes, map(chr, range(0x21, 0x7F))):
            _glyph(face, size * FINE, sign)


def paint_in_full_colour(scene: Scene, fit: bool = False) -> Image.Image:
    """Draw the scene anew at 4x in RGB and reduce it, to make and measure palettes by.

    Shapes stay where they are; only with `fit` are they fitted to pixels, as `paint` does.
    """
    image = Image.new("RGB", (scene.ground.width * FINE, scene.ground.height * FINE))
    pen = ImageDraw.Draw(image)
    for x, y, tile in ((0, 0, scene.ground), *((s.x, s.y, s.tile) for s in scene.stamps)):
        for shapes in (tile.shapes, *(layer.shapes for layer in tile.layers)):
            _draw(pen, fitted(shapes) if fit else shapes, x, y)
    _draw(pen, scene.words)
    return image.reduce(FINE)


def _stamped(image: Image.Image, name: str, stamp: Stamp) -> Image.Image:
    """Return the part of the picture under a stamp as the stamp leaves it."""
    if not stamp.clear:
        return _tile(name, stamp.tile)
    x, y, tile = stamp.x, stamp.y, stamp.tile
    under = image.crop((x, y, x + tile.width, y + tile.height))
    return _covered(under, name, _layer(name, tile))


@lru_cache(maxsize=4096)
def _tile(name: str, tile: Tile) -> Image.Image:
    """Paint a tile as numbers of the palette."""
    if not tile.layers:
        return _mapped(name, _reduced(tile, "#000000"))
    ground, *layers = tile.layers
    image = _tile(name, ground).copy()
    for layer in layers:
        image = _covered(image, name, _layer(name, layer))
    return image


def _reduced(tile: Tile, paper: str) -> Image.Image:
    image = Image.new("RGB", (tile.width * FINE, tile.height * FINE), paper)
    _draw(ImageDraw.Draw(image), fitted(tile.shapes))
    return image.reduce(FINE)


def _mapped(name: str, image: Image.Image) -> Image.Image:
    return Image.frombytes("L", image.size, palette(name).mapped(image.tobytes("raw", "RGBX")))


@dataclass(frozen=True, slots=True)
class _Layer:
    """A drawing over a tile: the pixels it covers whole, and those it shares with the tile below.

    Each of the `rims` has the place of a shared pixel, the layer's red, green and blue in it, and
    the share of the ground, in 255ths.
    """

    solid: Image.Image
    whole: Image.Image
    rims: tuple[tuple[int, int, int, int, int], ...]


@lru_cache(maxsize=4096)
def _layer(name: str, tile: Tile) -> _Layer:
    """Draw a layer on black and on white, whose difference tells how much of it is there."""
    black, white = _reduced(tile, "#000000"), _reduced(tile, "#FFFFFF")
    clear = reduce(ImageChops.darker, ImageChops.subtract(white, black).split())
    pixels = black.tobytes()
    rims = tuple(
        (place, *pixels[3 * place : 3 * place + 3], share)
        for place, share in enumerate(clear.tobytes())
        if 0 < share < 255
    )
    return _Layer(_mapped(name, black), clear.point([255] + 255 * [0]), rims)


def _covered(image: Image.Image, name: str, layer: _Layer) -> Image.Image:
    """Return the image with a layer over it."""
    image.paste(layer.solid, (0, 0), layer.whole)
    if not layer.rims:
        return image
    colours = palette(name)
    below = colours.colours
    pixels = bytearray(image.tobytes())
    for place, red, green, blue, share in layer.rims:
        r, g, b = below[pixels[place]]
        red, green, blue = (
            red + (r * share + 127) // 255,
            green + (g * share + 127) // 255,
            blue + (b * share + 127) // 255,
        )
        pixels[place] = colours[int.from_bytes((red, green, blue, 0), byteorder)]
    return Image.frombytes("L", image.size, bytes(pixels))


def _write(image: Image.Image, name: str, text: Text) -> None:
    x = text.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[text.anchor] * width(text.runs)
    y = floor(text.y)
    for run in text.runs:
        start = x + run.space
        column = floor(start)
        phases = round((start - column) * FINE), round((text.y - y) * FINE)
        word, left, top = _word(name, text.paper, run.without_space(), *phases)
        image.paste(word, (column + left, y + top))
        x += width((run,))


@lru_cache(maxsize=1024)
def _word(name: str, paper: str, run: Run, across: int, down: int) -> tuple[Image.Image, int, int]:
    """Draw a run on its paper, cut to its ink, with its place from the line's start and middle."""
    size = int(run.size) + 2
    fine = Image.new("L", (FINE * (int(width((run,))) + 2 * size), FINE * 2 * size))
    x, y = size + across / FINE, size + down / FINE
    _letters(ImageDraw.Draw(fine), (run,), x, y, 255)
    cover = fine.reduce(FINE)
    left, top, right, bottom = cover.getbbox() or (0, 0, 1, 1)
    inked = cover.crop((left, top, right, bottom)).point(_blends(name, paper, run.ink))
    return inked, left - size, top - size


@lru_cache(maxsize=256)
def _blends(name: str, paper: str, ink: str) -> list[int]:
    colours = palette(name)
    return [colours.nearest(*channels(mixed(paper, ink, cover / 2.55))) for cover in range(256)]


@lru_cache(maxsize=128)
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    source = files("render") / "fonts" / FACES.get(face, f"Inter-{face}.otf")
    data = BytesIO(source.read_bytes())
    return ImageFont.truetype(data, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=2048)
def _glyph(face: str, size: int, sign: str) -> tuple[Image.Image, int, int]:
    """Return the cover of one letter, and its place from the letter's start on the baseline."""
    with _PEN:
        font = _font(face, size)
        left, top, right, bottom = map(floor, font.getbbox(sign, anchor="ls"))
        cover = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(cover).text((-left, -top), sign, 255, font, anchor="ls")
    return cover, left, top


def _letters(
    pen: ImageDraw.ImageDraw, runs: tuple[Run, ...], x: float, y: float, ink: int | None = None
) -> None:
    """Draw letters from x, their line's middle at y; in shades of `ink` instead of their own."""
    for glyph in glyphs(runs):
        cover, left, top = _glyph(glyph.face, round(glyph.size * FINE), glyph.sign)
        across, down = round((x + glyph.x) * FINE), round((y + baseline(glyph)) * FINE)
        pen.bitmap((across + left, down + top), cover, glyph.ink if ink is None else ink)


def _draw(pen: ImageDraw.ImageDraw, shapes: Iterable[Shape], x: float = 0, y: float = 0) -> None:
    for shape in shapes:
        match shape:
            case Polygon():
                pen.polygon(_fine(shape.points, x, y), fill=shape.fill)
            case Stroke():
                _stroke(pen, shape, x, y)
            case Box():
                _box(pen, shape, x, y)
            case Oval():
                _oval(pen, shape, x, y)
            case Text():
                start = shape.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[shape.anchor] * width(
                    shape.runs
                )
                _letters(pen, shape.runs, x + start, y + shape.y)


def _fine(points: Iterable[tuple[float, float]], x: float, y: float) -> list[tuple[float, float]]:
    """Scale points for Pillow, which counts from the middle of the first pixel."""
    return [((x + right) * FINE - 0.5, (y + down) * FINE - 0.5) for right, down in points]


def _edges(
    left: float, top: float, right: float, bottom: float
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Scale a rectangle for Pillow, which includes its last row and column."""
    return (round(left * FINE), round(top * FINE)), (
        round(right * FINE) - 1,
        round(bottom * FINE) - 1,
    )


def _stroke(pen: ImageDraw.ImageDraw, stroke: Stroke, x: float, y: float) -> None:
    ends = [*stroke.points, stroke.points[0]] if stroke.closed else list(stroke.points)
    half = stroke.width / 2
    for (x1, y1), (x2, y2) in pairwise(ends):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
        over, down = (y2 - y1) / length * half, (x1 - x2) / length * half
        quad = [(x1 + over, y1 + down), (x2 + over, y2 + down)]
        quad += [(x2 - over, y2 - down), (x1 - over, y1 - down)]
        pen.polygon(_fine(quad, x, y), fill=stroke.ink)
    for right, down in stroke.points:
        _oval(pen, Oval(right, down, half, half, stroke.ink), x, y)


def _box(pen: ImageDraw.ImageDraw, box: Box, x: float, y: float) -> None:
    edges = _edges(x + box.left, y + box.top, x + box.right, y + box.bottom)
    pen.rounded_rectangle(
        edges, round(box.radius * FINE), box.fill, box.ink, round(box.width * FINE)
    )


def _oval(pen: ImageDraw.ImageDraw, oval: Oval, x: float, y: float) -> None:
    left, top = x + oval.x - oval.across, y + oval.y - oval.down
    edges = _edges(left, top, left + 2 * oval.across, top + 2 * oval.down)
    pen.ellipse(edges, oval.fill, oval.ink, round(oval.width * FINE))
