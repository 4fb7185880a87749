"""Shapes and letters drawn by Pillow at 4x, before they are reduced to the pixels of a picture."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.resources import as_file, files
from itertools import pairwise
from math import floor
from threading import Lock
from typing import Protocol, TypeAlias

from PIL import Image, ImageDraw, ImageFont

from ..scene import Box, Oval, Point, Polygon, Run, Shape, Stroke, Text
from .lettering import CHINESE, glyphs, width
from .shaping import SCRIPTS
from .tile_cache import MIB, Kept

FINE = 4
"""The factor by which shapes are drawn larger, then reduced by a box filter."""
FACES = {
    CHINESE: "NotoSansSC-Bold.otf",
    **{script: f"NotoSans{script}-Bold.ttf" for script in SCRIPTS},
}
BASELINES = {CHINESE: 0.38, "": 0.364}
"""From the middle of a line down to the baseline, in sizes of its letters (ART, section 2)."""
NAME = 1024
"""The bytes counted for whatever is kept beside its pixels: its name, and Pillow's own."""
_FREETYPE = Lock()

Placed: TypeAlias = tuple[Image.Image, int, int]
"""Letters, and where they belong: px from their line's start, and from its middle or baseline."""


class Roomy(Protocol):
    """Something that tells how many bytes it takes."""

    @property
    def room(self) -> int: ...


def _bytes(thing: Roomy | Image.Image | Placed) -> int:
    """Tell the bytes of something kept; Pillow has an address for every row of pixels."""
    match thing:
        case Image.Image(width=wide, height=high):
            return NAME + (wide + 8) * high
        case image, _, _:
            return _bytes(image)
        case _:
            return NAME + thing.room


KEPT = Kept(80 * MIB, _bytes)
"""Everything painted that the next pictures may need again."""


@lru_cache(maxsize=128)
def _font(face: str, size: int) -> ImageFont.FreeTypeFont:
    source = files("render") / "fonts" / FACES.get(face, f"Inter-{face}.otf")
    with as_file(source) as path:  # which FreeType maps: read as bytes, each size is two copies
        return ImageFont.truetype(str(path), size, layout_engine=ImageFont.Layout.BASIC)


def glyph(face: str, size: int, sign: str) -> Placed:
    """Return the cover of one letter, and its place from the letter's start on the baseline."""
    return KEPT.get(("letter", face, size, sign), partial(_cover, face, size, sign))


def _cover(face: str, size: int, sign: str) -> Placed:
    with _FREETYPE:
        font = _font(face, size)
        left, top, right, bottom = map(floor, font.getbbox(sign, anchor="ls"))
        cover = Image.new("L", (max(1, right - left), max(1, bottom - top)))
        ImageDraw.Draw(cover).text((-left, -top), sign, 255, font, anchor="ls")
    return cover, left, top


def letters(runs: tuple[Run, ...], x: float, y: float) -> Iterator[Placed]:
    """Yield the letters of a line from x, its middle at y, with their places at 4x."""
    for letter in glyphs(runs):
        cover, left, top = glyph(letter.face, round(letter.size * FINE), letter.sign)
        low = y + letter.size * BASELINES.get(letter.face, BASELINES[""]) - letter.up
        yield cover, round((x + letter.x) * FINE) + left, round(low * FINE) + top


@dataclass(frozen=True, slots=True)
class Pen:
    """Draws the same on one or more images at 4x, whose first pixel is `corner`: its column
    and row at 4x, from the origin of the shapes."""

    images: tuple[ImageDraw.ImageDraw, ...]
    corner: tuple[int, int] = (0, 0)

    def draw(self, shapes: Iterable[Shape], x: float = 0, y: float = 0) -> None:
        """Draw shapes from (x, y) on."""
        for shape in shapes:
            match shape:
                case Polygon():
                    self._polygon(shape.points, x, y, shape.fill)
                case Stroke():
                    self._stroke(shape, x, y)
                case Box():
                    self._box(shape, x, y)
                case Oval():
                    self._oval(shape, x, y)
                case Text():
                    self._write(shape.runs, x + start(shape), y + shape.y)

    def _write(self, runs: tuple[Run, ...], x: float, y: float) -> None:
        right, under = self.corner
        inks = (letter.ink for letter in glyphs(runs))
        for ink, (cover, left, top) in zip(inks, letters(runs, x, y), strict=True):
            for image in self.images:
                image.bitmap((left - right, top - under), cover, ink)

    def _polygon(self, points: Iterable[Point], x: float, y: float, fill: str) -> None:
        """Scale points for Pillow, which counts from the middle of the first pixel and cuts."""
        left, top = self.corner
        fine = [
            (int((x + right) * FINE - 0.5) - left, int((y + down) * FINE - 0.5) - top)
            for right, down in points
        ]
        for image in self.images:
            image.polygon(fine, fill)

    def _edges(self, left: float, top: float, right: float, low: float) -> list[tuple[int, int]]:
        """Scale a rectangle for Pillow, which includes its last row and column."""
        x, y = self.corner
        return [
            (round(left * FINE) - x, round(top * FINE) - y),
            (round(right * FINE) - 1 - x, round(low * FINE) - 1 - y),
        ]

    def _stroke(self, stroke: Stroke, x: float, y: float) -> None:
        ends = [*stroke.points, stroke.points[0]] if stroke.closed else list(stroke.points)
        half = stroke.width / 2
        for (x1, y1), (x2, y2) in pairwise(ends):
            length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1
            over, down = (y2 - y1) / length * half, (x1 - x2) / length * half
            quad = [(x1 + over, y1 + down), (x2 + over, y2 + down)]
            quad += [(x2 - over, y2 - down), (x1 - over, y1 - down)]
            self._polygon(quad, x, y, stroke.ink)
        for right, down in stroke.points:
            self._oval(Oval(right, down, half, half, stroke.ink), x, y)

    def _box(self, box: Box, x: float, y: float) -> None:
        edges = self._edges(x + box.left, y + box.top, x + box.right, y + box.bottom)
        radius, wide = round(box.radius * FINE), round(box.width * FINE)
        for image in self.images:
            image.rounded_rectangle(edges, radius, box.fill, box.ink, wide)

    def _oval(self, oval: Oval, x: float, y: float) -> None:
        left, top = x + oval.x - oval.across, y + oval.y - oval.down
        edges = self._edges(left, top, left + 2 * oval.across, top + 2 * oval.down)
        for image in self.images:
            image.ellipse(edges, oval.fill, oval.ink, round(oval.width * FINE))


def start(text: Text) -> float:
    """Return where a line begins, in px."""
    return text.x - {"left": 0.0, "middle": 0.5, "right": 1.0}[text.anchor] * width(text.runs)
