"""The fixed colours of a picture, and the nearest of them to any other colour."""

import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from ..theme import channels


@dataclass(frozen=True, slots=True)
class Indexed:
    """A finished picture: palette numbers, and red, green and blue of every number. Every row
    begins with a 0 more, which is the filter type "None" of PNG (9.2)."""

    width: int
    height: int
    rows: bytes | bytearray = field(repr=False)
    colours: bytes = field(repr=False)


class Palette(dict[int, int]):
    """A map from a pixel, as four bytes read as one number, to the nearest of the fixed colours."""

    def __init__(self, colours: Iterable[str]) -> None:
        super().__init__()
        self.colours = tuple(channels(colour) for colour in colours)
        self.over = tuple(Cover(self, colour) for colour in self.colours)
        """What becomes of every colour of the ground where a layer covers it in part."""
        self._distances = tuple(
            (2 * r * r + 4 * g * g + 3 * b * b, 4 * r, 8 * g, 6 * b) for r, g, b in self.colours
        )
        self.packed = bytes(part for colour in self.colours for part in colour)

    def __missing__(self, pixel: int) -> int:
        red, green, blue, _ = pixel.to_bytes(4, sys.byteorder)
        number = self[pixel] = self.nearest(red, green, blue)
        return number

    def nearest(self, red: int, green: int, blue: int) -> int:
        """Return the number of the nearest colour; green counts most, then blue (ART, section
        9). What all distances have in common is left out of them."""
        distances = [own - r * red - g * green - b * blue for own, r, g, b in self._distances]
        return distances.index(min(distances))

    def map_pixels(self, pixels: bytes) -> bytes:
        """Turn pixels of four bytes (red, green, blue, anything) into numbers of this palette."""
        return bytes(map(self.__getitem__, memoryview(pixels).cast("I")))


class Cover(dict[int, int]):
    """A map from a part of a layer over one ground to the nearest of the fixed colours. The four
    bytes of its number are the layer's red, green and blue, and the ground's share in 255ths."""

    def __init__(self, palette: Palette, ground: tuple[int, int, int]) -> None:
        super().__init__()
        self._palette, self._ground = palette, ground

    def __missing__(self, part: int) -> int:
        *layer, share = part.to_bytes(4, sys.byteorder)
        colour = (
            over + (below * share + 127) // 255
            for over, below in zip(layer, self._ground, strict=True)
        )
        number = self[part] = self._palette[int.from_bytes((*colour, 0), sys.byteorder)]
        return number


@cache
def palette(name: str) -> Palette:
    """Load the colours of a paintbox in a theme, such as "junqi-four-light", from the folder named
    after the paintbox: render/junqi/four."""
    box, _, theme = name.rpartition("-")
    return Palette(_themes(box)[theme])


@cache
def _themes(box: str) -> dict[str, list[str]]:
    source = files("render").joinpath(*box.split("-"), "palette.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
