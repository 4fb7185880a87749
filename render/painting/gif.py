"""GIF files of palette pictures that follow each other: every frame is only what has changed."""

import struct

from PIL import Image, ImageChops

from .palette import Indexed, Palette

SIGNATURE = b"GIF89a"
FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
END = b";"
BITS = 7
"""A frame's numbers take this many bits: the palette's (at most 127), and `CLEAR`."""
CLEAR = (1 << BITS) - 1
"""The number of a pixel that stays as it was in the frame before."""
STAYS = 0b00000101
"""The frame stays under the next one, and has a clear number (GIF89a, 23)."""


def opening(width: int, height: int, colours: bytes) -> bytes:
    """Begin a file that plays for ever, all its frames in these colours."""
    if len(colours) > 3 * CLEAR:
        raise ValueError(f"a GIF of ours has at most {CLEAR} colours")
    screen = struct.pack("<HHBBB", width, height, 0x80 | (BITS - 1) << 4 | (BITS - 1), 0, 0)
    return SIGNATURE + screen + colours.ljust(3 << BITS, b"\0") + FOR_EVER


def frame(image: Indexed, before: Indexed | None, hundredths: int) -> bytes:
    """Write a frame, shown for `hundredths` of a second, over the one before of its size."""
    pixels = _pixels(image)
    left, top, right, bottom = box = 0, 0, image.width, image.height
    if before is not None:
        differs = ImageChops.difference(pixels, _pixels(before))
        left, top, right, bottom = box = differs.getbbox() or (0, 0, 1, 1)
        differs = differs.crop(box).point([0] + 255 * [255])
        changed = Image.new("L", differs.size, CLEAR)
        changed.paste(pixels.crop(box), (0, 0), differs)
        pixels = changed
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, STAYS, hundredths, CLEAR, 0)
    place = struct.pack("<BHHHHB", 0x2C, left, top, right - left, bottom - top, 0)
    return control + place + bytes((BITS,)) + pixels.tobytes("gif", "L", BITS, 0) + b"\0"


def reduce_colours(image: Indexed, size: tuple[int, int], colours: Palette) -> Indexed:
    """Reduce a picture, in its own colours."""
    full = _pixels(image).convert("P")
    full.putpalette(image.colours)
    numbers = colours.map_pixels(full.convert("RGB").resize(size).tobytes("raw", "RGBX"))
    width, height = size
    rows = b"".join(
        b"\0" + numbers[start : start + width] for start in range(0, width * height, width)
    )
    return Indexed(width, height, rows, image.colours)


def _pixels(image: Indexed) -> Image.Image:
    rows = Image.frombytes("L", (image.width + 1, image.height), image.rows)
    return rows.crop((1, 0, image.width + 1, image.height))
