"""A scene as pixels: tiles painted once at 4x in a fixed palette, and laid side by side.

Everything kept is a pure function of frozen values, so any thread may paint; only letters, whose
library keeps state in the font, are drawn under a lock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, lru_cache, partial, reduce
from hashlib import blake2b
from importlib.resources import as_file, files
from itertools import pairwise, product
from math import ceil, floor, prod
from struct import Struct
from sys import byteorder
from threading import Lock
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw, ImageFont, __version__, features

from .fitting import fitted
from .kept import MIB, Kept
from .lettering import CHINESE, baseline, glyphs, width
from .palette import Indexed, palette
from .scene import Box, Oval, Point, Polygon, Run, Scene, Shape, Stamp, Stroke, Text, Tile
from .stored import Stored
from .theme import channels, mixed

FINE = 4
"""The factor by which shapes are drawn larger, then reduced by a box filter."""
LEFT = 1
"""The columns left of a picture, where every row has its filter type as a PNG."""
SMALL = 1 << 14
"""The most pixels of a clear stamp that is kept with the ground it lies on."""
BAND = 128
"""The most rows of a tile that are painted at once."""
FACES = {CHINESE: "NotoSansSC-Bold.otf"}
NAME = 1024
"""The bytes counted for whatever is kept beside its pixels: its name, and Pillow's own."""
_PEN = Lock()
_RIM = Struct("=I4B")
_SHARED = re.compile(rb"[^\x00\xff]")
_WHOLE = b"\xff" + bytes(255)
"""A map from the ground's share in a pixel to 255 where it has none."""

Placed: TypeAlias = tuple[Image.Image, int, int]
"""Letters, and where they belong: px from their line's start, and from its middle or baseline."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """A drawing over a tile: the pixels it covers whole, and those it shares with the tile below.

    `solid` has its pixels, a byte each as one long number, and 0 where the ground shows; `spared`
    has 255 there. `rims` has the place of each shared pixel, the layer's red, green and blue in it,
    and the share of the ground, in 255ths: packed, for as numbers they need ten times the room.
    """

    area: int
    solid: int
    spared: int
    rims: bytes


def _bytes(thing: Image.Image | _Layer | Placed) -> int:
    """Tell the bytes of something kept; Pillow has an address for every row of pixels."""
    match thing:
        case Image.Image(width=wide, height=high):
            return NAME + (wide + 8) * high
        case _Layer(area=area, rims=rims):  # Python's long numbers have 30 bits in 4 bytes
            return NAME + 2 * area * 16 // 15 + len(rims)
        case image, _, _:
            return _bytes(image)


KEPT = Kept(64 * MIB, _bytes)
"""Everything painted that the next pictures may need again."""
STORED = Stored()
"""Tiles without layers, and layers, that the next start may need again."""
PAINTERS = ("paint.py", "fitting.py", "lettering.py", "palette.py")
"""The code on which pixels of given shapes depend."""


def paint(scene: Scene) -> Indexed:
    """Paint the scene in the colours of its palette; equal scenes give equal pixels."""
    ground = _tile(scene.palette, scene.ground)
    image = Image.new("L", (LEFT + ground.width, ground.height))
    image.paste(ground, (LEFT, 0))
    for stamp in scene.stamps:
        image.paste(_stamped(image, scene.palette, scene.ground, stamp), (LEFT + stamp.x, stamp.y))
    for text in scene.words:
        _write(image, scene.palette, text)
    image.paste(0, (0, 0, LEFT, image.height))  # whatever was drawn beyond the edge
    return Indexed(*ground.size, image.tobytes(), palette(scene.palette).packed)


def halved(image: Indexed) -> bytes:
    """Put two pixels into every byte of the rows; b"" where a number is too large for half of one.

    A row then begins with two pixels that make up its filter type, "None" as before. Where there
    are more numbers than 16, one is told by its coming back changed.
    """
    pixels = Image.new("P", (image.width + 2, image.height))
    pixels.paste(Image.frombytes("P", (image.width + 1, image.height), image.rows), (1, 0))
    halves = pixels.tobytes("raw", "P;4")
    whole = Image.frombytes("P", pixels.size, halves, "raw", "P;4")
    return halves if whole.tobytes() == pixels.tobytes() else b""


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


def _stamped(image: Image.Image, name: str, ground: Tile, stamp: Stamp) -> Image.Image:
    """Return the part of the picture under a stamp as the stamp leaves it."""
    if not stamp.clear:
        return _tile(name, stamp.tile)
    x, y, tile = LEFT + stamp.x, stamp.y, stamp.tile
    area = x, y, x + tile.width, y + tile.height

    def cover() -> Image.Image:
        return _covered(image.crop(area), name, tile)

    if tile.width * tile.height > SMALL:
        return cover()
    known = _bare(name, ground) if stamp.bare and ground.name else {}
    if (below := known.get(area)) is None:
        below = known[area] = blake2b(image.crop(area).tobytes(), digest_size=16).digest()
    return KEPT.get(("blend", name, tile.name, tile.width, tile.height, below), cover)


@lru_cache(maxsize=64)
def _bare(name: str, ground: Tile) -> dict[tuple[int, ...], bytes]:
    """Return the digests of parts of a ground, to be filled in."""
    return {}


def _tile(name: str, tile: Tile) -> Image.Image:
    """Return a tile as numbers of the palette."""
    if not tile.name:
        return _painted(name, tile)
    made_of = "tile", name, tile.name, tile.width, tile.height
    return KEPT.get(made_of, partial(_painted, name, tile))


def _painted(name: str, tile: Tile) -> Image.Image:
    if not tile.layers:
        size = tile.width, tile.height
        return Image.frombytes(
            "L", size, _found(name, tile, prod(size), partial(_flat, name, tile))
        )
    ground, *layers = tile.layers
    return _covered(_tile(name, ground), name, *layers)


def _reduced(tile: Tile, paper: str) -> Image.Image:
    """Paint a tile in bands, for at 4x a whole board would take 50 MB."""
    shapes = fitted(tile.shapes)
    image = Image.new("RGB", (tile.width, tile.height))
    for top in range(0, tile.height, BAND):
        band = Image.new("RGB", (tile.width * FINE, min(BAND, tile.height - top) * FINE), paper)
        _draw(ImageDraw.Draw(band), shapes, above=top * FINE)
        image.paste(band.reduce(FINE), (0, top))
    return image


def _mapped(name: str, image: Image.Image) -> Image.Image:
    return Image.frombytes("L", image.size, palette(name).mapped(image.tobytes("raw", "RGBX")))


def _flat(name: str, tile: Tile) -> bytes:
    return _mapped(name, _reduced(tile, "#000000")).tobytes()


def _layer(name: str, tile: Tile) -> _Layer:
    made_of = "layer", name, tile.name, tile.width, tile.height
    return KEPT.get(made_of, partial(_read, name, tile))


def _read(name: str, tile: Tile) -> _Layer:
    area = tile.width * tile.height
    found = _found(name, tile, area, partial(_drawn, name, tile), clear=True)
    solid, whole = (int.from_bytes(found[at : at + area], byteorder) for at in (0, area))
    spared = whole ^ ((1 << 8 * area) - 1)
    return _Layer(area, solid & whole, spared, found[2 * area :])


def _found(
    name: str, tile: Tile, area: int, make: Callable[[], bytes], *, clear: bool = False
) -> bytes:
    """Return what a tile without layers is painted to, or a clear one, from the folder if it is
    there. One without a name may show what people wrote: it is never written there."""
    if not tile.name:
        return make()
    made_of = repr((clear, tile.width, tile.height, tile.shapes))
    digest = blake2b(made_of.encode(), digest_size=20, key=_painter(name)).hexdigest()
    if clear:
        return STORED.get(digest, partial(_is_layer, area), make)
    return STORED.get(digest, lambda found: len(found) == area, make)


def _is_layer(area: int, found: bytes) -> bool:
    rims = len(found) - 2 * area
    return rims >= 0 and rims % _RIM.size == 0


@cache
def _painter(name: str) -> bytes:
    """Digest what pixels depend on besides the shapes: colours, fonts, this code, libraries."""
    about = __version__, features.version("freetype2"), byteorder, palette(name).packed
    digest = blake2b(repr(about).encode())
    for source in PAINTERS:
        digest.update(files("render").joinpath(source).read_bytes())
    for font in sorted((files("render") / "fonts").iterdir(), key=lambda font: font.name):
        if font.name.endswith((".otf", ".json")):
            digest.update(font.name.encode() + font.read_bytes())
    return digest.digest()


def _drawn(name: str, tile: Tile) -> bytes:
    """Draw a layer on black and on white, whose difference tells how much of it is there."""
    black, white = _reduced(tile, "#000000"), _reduced(tile, "#FFFFFF")
    clear = reduce(ImageChops.darker, ImageChops.subtract(white, black).split())
    pixels, shares = black.tobytes(), clear.tobytes()
    rims = b"".join(
        _RIM.pack(place, *pixels[3 * place : 3 * place + 3], shares[place])
        for place in (shared.start() for shared in _SHARED.finditer(shares))
    )
    return _mapped(name, black).tobytes() + shares.translate(_WHOLE) + rims


def _covered(image: Image.Image, name: str, *tiles: Tile) -> Image.Image:
    """Return the image with clear tiles of its size over it, one after the other."""
    over, pixels = palette(name).over, image.tobytes()
    for tile in tiles:
        layer = _layer(name, tile)
        ground = int.from_bytes(pixels, byteorder) & layer.spared
        covered = bytearray((ground | layer.solid).to_bytes(layer.area, byteorder))
        words = memoryview(layer.rims).cast("I")
        for place, shared in zip(words[::2].tolist(), words[1::2].tolist(), strict=True):
            covered[place] = over[covered[place]][shared]
        pixels = bytes(covered)
    return Image.frombytes("L", image.size, pixels)


def _write(image: Image.Image, name: str, text: Text) -> None:
    x = text.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[text.anchor] * width(text.runs)
    y = floor(text.y)
    for run in text.runs:
        start = x + run.space
        column = floor(start)
        phases = round((start - column) * FINE), round((text.y - y) * FINE)
        made_of = name, text.paper, run.without_space(), *phases
        word, left, top = KEPT.get(("word", *made_of), partial(_word, *made_of))
        image.paste(word, (LEFT + column + left, y + top))
        x += width((run,))


def _word(name: str, paper: str, run: Run, across: int, down: int) -> Placed:
    """Draw a run on its paper, cut to its ink, with its place from the line's start and middle."""
    size = int(run.size) + 2
    fine = Image.new("L", (FINE * (int(width((run,))) + 2 * size), FINE * 2 * size))
    x, y = size + across / FINE, size + down / FINE
    _letters(ImageDraw.Draw(fine), (run,), x, y, 255)
    left, top, right, bottom = fine.getbbox() or (0, 0, 1, 1)
    left, top = left // FINE, top // FINE
    inked = fine.reduce(
        FINE, (left * FINE, top * FINE, ceil(right / FINE) * FINE, ceil(bottom / FINE) * FINE)
    )
    blended = inked.tobytes().translate(_blends(name, paper, run.ink))
    return Image.frombytes("L", inked.size, blended), left - size, top - size


@lru_cache(maxsize=256)
def _blends(name: str, paper: str, ink: str) -> bytes:
    """Map the cover of a pixel by ink to the nearest colour."""
    nearest = palette(name).nearest
    return bytes(nearest(*channels(mixed(paper, ink, cover / 2.55))) for cover in range(256))


@lru_cache(maxsize=128)
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    source = files("render") / "fonts" / FACES.get(face, f"Inter-{face}.otf")
    with as_file(source) as path:  # which FreeType maps: read as bytes, each size is two copies
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def _glyph(face: str, size: int, sign: str) -> Placed:
    """Return the cover of one letter, and its place from the letter's start on the baseline."""
    return KEPT.get(("letter", face, size, sign), partial(_cover, face, size, sign))


def _cover(face: str, size: int, sign: str) -> Placed:
    with _PEN:
        font = _font(face, size)
        left, top, right, bottom = map(floor, font.getbbox(sign, anchor="ls"))
        cover = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(cover).text((-left, -top), sign, 255, font, anchor="ls")
    return cover, left, top


def _letters(
    pen: ImageDraw.ImageDraw,
    runs: tuple[Run, ...],
    x: float,
    y: float,
    ink: int | None = None,
    above: int = 0,
) -> None:
    """Draw letters from x, their line's middle at y; in shades of `ink` instead of their own."""
    for glyph in glyphs(runs):
        cover, left, top = _glyph(glyph.face, round(glyph.size * FINE), glyph.sign)
        across, down = round((x + glyph.x) * FINE), round((y + baseline(glyph)) * FINE)
        pen.bitmap((across + left, down + top - above), cover, glyph.ink if ink is None else ink)


def _draw(
    pen: ImageDraw.ImageDraw, shapes: Iterable[Shape], x: float = 0, y: float = 0, above: int = 0
) -> None:
    """Draw shapes from (x, y) on; `above` counts the rows at 4x above those the pen can reach."""
    for shape in shapes:
        match shape:
            case Polygon():
                pen.polygon(_fine(shape.points, x, y, above), fill=shape.fill)
            case Stroke():
                _stroke(pen, shape, x, y, above)
            case Box():
                _box(pen, shape, x, y, above)
            case Oval():
                _oval(pen, shape, x, y, above)
            case Text():
                start = shape.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[shape.anchor] * width(
                    shape.runs
                )
                _letters(pen, shape.runs, x + start, y + shape.y, above=above)


def _fine(points: Iterable[Point], x: float, y: float, above: int) -> list[tuple[int, int]]:
    """Scale points for Pillow, which counts from the middle of the first pixel and cuts."""
    return [
        (int((x + right) * FINE - 0.5), int((y + down) * FINE - 0.5) - above)
        for right, down in points
    ]


def _edges(
    left: float, top: float, right: float, bottom: float, above: int
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Scale a rectangle for Pillow, which includes its last row and column."""
    return (round(left * FINE), round(top * FINE) - above), (
        round(right * FINE) - 1,
        round(bottom * FINE) - 1 - above,
    )


def _stroke(pen: ImageDraw.ImageDraw, stroke: Stroke, x: float, y: float, above: int) -> None:
    ends = [*stroke.points, stroke.points[0]] if stroke.closed else list(stroke.points)
    half = stroke.width / 2
    for (x1, y1), (x2, y2) in pairwise(ends):
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
        over, down = (y2 - y1) / length * half, (x1 - x2) / length * half
        quad = [(x1 + over, y1 + down), (x2 + over, y2 + down)]
        quad += [(x2 - over, y2 - down), (x1 - over, y1 - down)]
        pen.polygon(_fine(quad, x, y, above), fill=stroke.ink)
    for right, down in stroke.points:
        _oval(pen, Oval(right, down, half, half, stroke.ink), x, y, above)


def _box(pen: ImageDraw.ImageDraw, box: Box, x: float, y: float, above: int) -> None:
    edges = _edges(x + box.left, y + box.top, x + box.right, y + box.bottom, above)
    pen.rounded_rectangle(
        edges, round(box.radius * FINE), box.fill, box.ink, round(box.width * FINE)
    )


def _oval(pen: ImageDraw.ImageDraw, oval: Oval, x: float, y: float, above: int) -> None:
    left, top = x + oval.x - oval.across, y + oval.y - oval.down
    edges = _edges(left, top, left + 2 * oval.across, top + 2 * oval.down, above)
    pen.ellipse(edges, oval.fill, oval.ink, round(oval.width * FINE))
