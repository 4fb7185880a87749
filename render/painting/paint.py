"""A scene as pixels: tiles painted once at 4x in a fixed palette, and laid side by side.

Everything kept is a pure function of frozen values, so any thread may paint; only letters, whose
library keeps state in the font, are drawn under a lock.
"""

import re
import zlib
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial, reduce
from hashlib import blake2b
from importlib.resources import as_file, files
from itertools import product
from math import ceil, floor, prod
from struct import Struct
from sys import byteorder
from typing import TypeAlias

from PIL import Image, ImageChops, ImageDraw, __version__, features

from ..scene import Run, Scene, Shape, Stamp, Text, Tile
from ..theme import channels, mix
from .fitting import Area, fit_to_pixels, reachable_area
from .lettering import faces, in_order, width
from .palette import Indexed, palette
from .pen import FINE, KEPT, Pen, Placed, glyph, letters, start
from .shaping import SCRIPTS, shape
from .tile_files import Stored

LEFT = 1
"""The columns left of a picture, where every row has its filter type as a PNG."""
SMALL = 1 << 14
"""The most pixels of a clear stamp that is kept with the ground it lies on."""
COMMON = 2
"""The most layers of a tile that another match may show too, so that the folder is to have it."""
BAND = 128
"""The most rows of a tile that are painted at once."""
_RIM = Struct("=I4B")
_SHARED, _WHOLE = re.compile(rb"[^\x00\xff]"), re.compile(rb"\x00+")
"""The ground's shares in pixels that a layer covers in part, and in those it covers whole."""
_COVERED = b"\xff" + bytes(255)
"""A map from the ground's share in a pixel to 255 where it has none."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """A drawing over a tile: the pixels it covers whole, and those it shares with the tile below.

    `solid` has the pixels from the first covered whole to the `end` of them, a byte each as one
    long number, and 0 where the ground shows; `spared` has 255 there. `rims` has the place of each
    shared pixel, the layer's red, green and blue in it, and the share of the ground, in 255ths:
    packed, for as numbers they need ten times the room.
    """

    first: int
    end: int
    solid: int
    spared: int
    rims: bytes

    @property
    def room(self) -> int:
        """The bytes it takes: Python's long numbers have 30 bits in 4 bytes."""
        return 2 * (self.end - self.first) * 16 // 15 + len(self.rims)


@dataclass
class _Packed:
    """Tiles and layers of usual boards by their digests, packed. They are `wanted` in a process
    that paints ahead for others."""

    things: dict[str, bytes] = field(default_factory=dict)
    wanted: bool = False


PACKED, STORED = _Packed(), Stored()
"""What has been painted ahead, and tiles and layers that the next start may need again."""
_DIGEST = 20
_HEAD = Struct(f"={_DIGEST}sI")
"""What comes before each thing painted ahead: its digest and its size."""
_Bare: TypeAlias = dict[tuple[int, ...], bytes]
"""The digests of parts of a ground, by their edges."""
SOURCES = (".py", ".toml", ".json", ".otf", ".ttf")
"""The ends of the files on which the pixels of a tile depend."""


def paint(scene: Scene) -> Indexed:
    """Paint the scene in the colours of its palette; equal scenes give equal pixels."""
    ground = _tile(scene.palette, scene.ground)
    size = LEFT + ground.width, ground.height
    rows = bytearray(prod(size))
    image = Image.frombuffer("L", size, rows, "raw", "L", 0, 1)  # in the memory of the rows
    _put(image, ground, LEFT, 0)
    bare = _bare(scene.palette, scene.ground) if scene.ground.name else {}
    for stamp in scene.stamps:
        _put(image, _stamp(image, scene.palette, bare, stamp), LEFT + stamp.x, stamp.y)
    for text in scene.words:
        _write(image, scene.palette, text)
    image.im.paste(0, (0, 0, LEFT, image.height))  # whatever was drawn beyond the edge
    return Indexed(*ground.size, rows, palette(scene.palette).packed)


def pack_halves(image: Indexed) -> bytes:
    """Put two pixels into every byte of the rows; b"" where a number is too large for half of one.
    A row then begins with two pixels that make up its filter type, "None" as before."""
    size = image.width + LEFT, image.height
    if any(number in image.rows for number in range(16, len(image.colours) // 3)):
        return b""
    pixels = Image.new("P", (size[0] + 1, image.height))
    _put(pixels, Image.frombuffer("P", size, image.rows, "raw", "P", 0, 1), 1, 0)
    return pixels.tobytes("raw", "P;4")


def warm_letters() -> None:
    """Draw the letters of names and sentences in their usual sizes before they are needed, and open
    the fonts of other scripts."""
    for face, sizes in (("Bold", (32, 26, 25, 22)), ("Medium", (25, 22))):
        for size, sign in product(sizes, map(chr, range(0x21, 0x7F))):
            glyph(face, size * FINE, sign)
    for script in SCRIPTS:
        for found in shape(script, chr(min(map(ord, faces()[script].widths)))):
            glyph(script, 26 * FINE, found.sign)


def _put(image: Image.Image, part: Image.Image, x: int, y: int) -> None:
    """Paste a part; Pillow's own `paste` takes several times as long to look at what it gets."""
    width, height = part.size
    image.im.paste(part.im, (x, y, x + width, y + height))


def _stamp(image: Image.Image, name: str, bare: _Bare, stamp: Stamp) -> Image.Image:
    """Return the part of the picture under a stamp as the stamp leaves it."""
    if not stamp.clear:
        return _tile(name, stamp.tile)
    x, y, tile = LEFT + stamp.x, stamp.y, stamp.tile
    size = tile.width, tile.height
    area = x, y, x + tile.width, y + tile.height

    def cover() -> bytes:
        return _cover(image.crop(area), name, tile)

    if prod(size) > SMALL:
        return Image.frombytes("L", size, cover())
    known = bare if stamp.bare else {}
    if (below := known.get(area)) is None:
        below = known[area] = blake2b(image.crop(area).tobytes(), digest_size=16).digest()
    made_of = "blend", name, tile.name, *size, below

    def blend() -> Image.Image:
        return Image.frombytes("L", size, _find(made_of, cover, None) if stamp.bare else cover())

    return KEPT.get(made_of, blend)


@lru_cache(maxsize=64)
def _bare(name: str, ground: Tile) -> _Bare:
    """Return the digests of parts of a ground, to be filled in."""
    return {}


def _tile(name: str, tile: Tile) -> Image.Image:
    size = tile.width, tile.height
    made_of = "tile", name, tile.name, *size

    def make() -> Image.Image:
        flat, common = partial(_flat, name, tile), tile.name and len(tile.layers) <= COMMON
        pixels = _find(made_of, flat, _of_size(prod(size))) if common else flat()
        return Image.frombytes("L", size, pixels)

    return KEPT.get(made_of, make) if tile.name else make()


def _reduce(shapes: tuple[Shape, ...], area: Area, *papers: str) -> list[Image.Image]:
    """Paint an area on papers, in bands, for at 4x a whole board would take 50 MB."""
    left, upper, right, low = area
    images = [Image.new("RGB", (right - left, low - upper)) for _ in papers]
    for top in range(upper, low, BAND):
        size = (right - left) * FINE, min(BAND, low - top) * FINE
        bands = [Image.new("RGB", size, paper) for paper in papers]
        Pen(tuple(map(ImageDraw.Draw, bands)), (left * FINE, top * FINE)).draw(shapes)
        for image, band in zip(images, bands, strict=True):
            image.paste(band.reduce(FINE), (0, top - upper))
    return images


def _flat(name: str, tile: Tile) -> bytes:
    tile = tile.whole
    if tile.small:
        return _shrink(paint(tile.small), (tile.width, tile.height))
    if tile.layers:
        ground, *layers = tile.layers
        return _cover(_tile(name, ground), name, *layers)
    whole = 0, 0, tile.width, tile.height
    (image,) = _reduce(fit_to_pixels(tile.shapes), whole, "#000000")
    return palette(name).map_pixels(image.tobytes("raw", "RGBX"))


def _shrink(image: Indexed, size: tuple[int, int]) -> bytes:
    """Make a picture smaller, in its own colours; numbers that are none of them count as the first,
    which is found before them."""
    colours = Image.new("P", (1, 1))
    colours.putpalette(image.colours + image.colours[:3] * (256 - len(image.colours) // 3))
    whole = Image.frombytes("P", (LEFT + image.width, image.height), image.rows)
    whole.putpalette(image.colours)
    whole = whole.crop((LEFT, 0, *whole.size)).convert("RGB")
    small = whole.resize(size, Image.Resampling.LANCZOS)
    return small.quantize(palette=colours, dither=Image.Dither.NONE).tobytes()


def _layer(name: str, tile: Tile) -> _Layer:
    made_of = "layer", name, tile.name, tile.width, tile.height

    def read() -> _Layer:
        area, make = tile.width * tile.height, partial(_draw, name, tile)
        found = _find(made_of, make, partial(_is_layer, area)) if tile.name else make()
        covers = found[area : 2 * area]
        end = len(covers.rstrip(b"\0"))
        first = end - len(covers[:end].lstrip(b"\0"))
        solid, whole = (int.from_bytes(part[first:end], byteorder) for part in (found, covers))
        spared = whole ^ ((1 << 8 * (end - first)) - 1)
        return _Layer(first, end, solid & whole, spared, found[2 * area :])

    return KEPT.get(made_of, read)


def pack_parts(scenes: Iterable[Scene]) -> bytes:
    """Paint scenes; return what they are made of and no earlier ones were, for `take`."""
    known, PACKED.wanted = set(PACKED.things), True
    for scene in scenes:
        paint(scene)
    new = ((digest, thing) for digest, thing in PACKED.things.items() if digest not in known)
    return b"".join(_HEAD.pack(bytes.fromhex(digest), len(thing)) + thing for digest, thing in new)


def take(what: tuple[object, ...], make: Callable[[], bytes]) -> None:
    """Take what `pack_parts` has returned, unless the folder has it from this very code."""
    found = memoryview(STORED.get(_digest(what, _workshop()), lambda found: True, make))
    while found:
        digest, size = _HEAD.unpack_from(found)
        PACKED.things[digest.hex()] = bytes(found[_HEAD.size : _HEAD.size + size])
        found = found[_HEAD.size + size :]


def _find(
    made_of: tuple[object, ...], make: Callable[[], bytes], fits: Callable[[bytes], bool] | None
) -> bytes:
    """Return what has been made of this, from the folder if it is there and `fits` is given: else a
    file takes longer than making it. A tile without a name may show what people wrote: it is never
    written there."""
    digest = _digest(made_of, _painter(str(made_of[1])))
    if (packed := PACKED.things.get(digest)) is not None:
        return zlib.decompress(packed)
    found = STORED.get(digest, fits, make) if fits else make()
    if PACKED.wanted:
        PACKED.things[digest] = zlib.compress(found, 1)
    return found


def _digest(made_of: tuple[object, ...], key: bytes) -> str:
    return blake2b(repr(made_of).encode(), digest_size=_DIGEST, key=key).hexdigest()


def _of_size(area: int) -> Callable[[bytes], bool]:
    return lambda found: len(found) == area


def _is_layer(area: int, found: bytes) -> bool:
    rims = len(found) - 2 * area
    return rims >= 0 and rims % _RIM.size == 0


@cache
def _painter(name: str) -> bytes:
    """Digest what pixels depend on besides names: colours, and the workshop."""
    return blake2b(palette(name).packed, key=_workshop()).digest()


@cache
def _workshop() -> bytes:
    """Digest the code that gives tiles their names and shapes, fonts, and libraries."""
    digest = blake2b(repr((__version__, features.version("freetype2"), byteorder)).encode())
    for room in ("render", "games"):
        with as_file(files(room)) as folder:
            sources = sorted(path for path in folder.rglob("*") if path.suffix in SOURCES)
            for source in sources:
                digest.update(source.relative_to(folder).as_posix().encode() + source.read_bytes())
    return digest.digest()


def _draw(name: str, tile: Tile) -> bytes:
    """Draw a layer on black and on white, whose difference tells how much of it is there."""
    shapes = fit_to_pixels(tile.whole.shapes)
    area = reachable_area(shapes, tile.width, tile.height)
    black, white = _reduce(shapes, area, "#000000", "#FFFFFF")
    clear = reduce(ImageChops.darker, ImageChops.subtract(white, black).split())
    ground, over = (Image.new(mode, (tile.width, tile.height), "white") for mode in ("L", "RGB"))
    ground.paste(clear, area[:2])
    over.paste(black, area[:2])
    over.putalpha(ground)
    shares, colours = ground.tobytes(), memoryview(over.tobytes()).cast("I")
    numbers, nearest = bytearray(len(shares)), palette(name)
    for whole in _WHOLE.finditer(shares):
        begin, end = whole.span()
        numbers[begin:end] = bytes(map(nearest.__getitem__, colours[begin:end]))
    places = [shared.start() for shared in _SHARED.finditer(shares)]
    rims = array("I", (part for place in places for part in (place, colours[place])))
    return bytes(numbers) + shares.translate(_COVERED) + rims.tobytes()


def _cover(image: Image.Image, name: str, *tiles: Tile) -> bytes:
    size, pixels = image.size, image.tobytes()
    for tile in tiles:
        if (tile.width, tile.height) == size:
            pixels = _blend(pixels, name, tile)
            continue
        x, y = tile.left, tile.top
        below = Image.frombytes("L", size, pixels)
        part = below.crop((x, y, x + tile.width, y + tile.height))
        _put(below, Image.frombytes("L", part.size, _blend(part.tobytes(), name, tile)), x, y)
        pixels = below.tobytes()
    return pixels


def _blend(pixels: bytes, name: str, tile: Tile) -> bytes:
    """Return pixels as a clear tile of their size leaves them."""
    layer, over = _layer(name, tile), palette(name).over
    covered, whole = bytearray(pixels), slice(layer.first, layer.end)
    ground = int.from_bytes(covered[whole], byteorder) & layer.spared
    covered[whole] = (ground | layer.solid).to_bytes(layer.end - layer.first, byteorder)
    words = memoryview(layer.rims).cast("I")
    for place, shared in zip(words[::2].tolist(), words[1::2].tolist(), strict=True):
        covered[place] = over[covered[place]][shared]
    return bytes(covered)


def _write(image: Image.Image, name: str, text: Text) -> None:
    for column, y, run, across, below in _places(text):
        made_of = name, text.paper, run, across, below
        word, left, top = KEPT.get(("word", *made_of), partial(_word, *made_of))
        _put(image, word, LEFT + column + left, y + top)


@lru_cache(maxsize=1024)
def _places(text: Text) -> tuple[tuple[int, int, Run, int, int], ...]:
    """Return the column and row of each run, and how far it is right of them and below, at 4x."""
    x, y = start(text), floor(text.y)
    below, places = round((text.y - y) * FINE), list[tuple[int, int, Run, int, int]]()
    for run in in_order(text.runs):
        begin = x + run.space
        column = floor(begin)
        across = round((begin - column) * FINE)
        places.append((column, y, run.without_space(), across, below))
        x += width((run,))
    return tuple(places)


def _word(name: str, paper: str, run: Run, across: int, down: int) -> Placed:
    """Draw a run on its paper, cut to its ink, with its place from the line's start and middle."""
    size = int(run.size) + 2
    fine = Image.new("L", (FINE * (int(width((run,))) + 2 * size), FINE * 2 * size))
    x, y = size + across / FINE, size + down / FINE
    for cover, left, top in letters((run,), x, y):
        wide, high = cover.size
        fine.im.paste(255, (left, top, left + wide, top + high), cover.im)
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

    def make() -> bytes:
        nearest = palette(name).nearest
        return bytes(nearest(*channels(mix(paper, ink, cover / 2.55))) for cover in range(256))

    return _find(("ink", name, paper, ink), make, _of_size(256))
