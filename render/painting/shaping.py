"""Scripts whose letters join, stack or run from right to left, put together by HarfBuzz."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import uharfbuzz
from bidi import get_base_level, get_display

TURNED = ("Arabic", "Hebrew")
SCRIPTS = (*TURNED, "Armenian", "Bengali", "Devanagari", "Georgian", "Thai")
"""The faces of these scripts, one each: in `NotoSans<script>-Bold.ttf`."""
SPECIAL = re.compile("[\u0530-\u10ff\u1c90-\u1cbf\u200e\u200f\u2066-\u2069]")
"""A sign of theirs, or one that turns a line or keeps a part of it as it is."""
RIGHT = "\u200f"
"""What a line from right to left begins with."""
MARKS = f"\u200e{RIGHT}\u2066\u2067\u2068\u2069"
BY_NUMBER = 0xF0000
"""Fonts have their glyphs as characters from here on (scripts/subset_fonts.py)."""
PROBE = "\u034f"
"""A sign without a form, which goes the way of the sign before it."""
MIRRORED = "()[]{}<>«»‹›"
_MIRRORS = dict(zip(MIRRORED, ")(][}{><»«›‹", strict=True))
_BRACKET = f"([{re.escape(MIRRORED)}])"
_PROBED = re.compile(f"{PROBE}{_BRACKET}|{_BRACKET}{PROBE}")
_UNMARKED = str.maketrans("", "", MARKS)


class Shape(NamedTuple):
    """A glyph as a character of its face; its advance and shifts are in 1000ths of the size."""

    sign: str
    advance: float
    right: float
    up: float


def visual(text: str) -> str:
    """Return a line's characters as they stand from left to right. Its first letter says which way
    it goes. The library leaves brackets as they are: one whose probe has come before it turns."""
    base = "R" if get_base_level(text) else "L"
    ordered = get_display(re.sub(_BRACKET, rf"\1{PROBE}", text), base_dir=base)
    turned = _PROBED.sub(lambda found: _MIRRORS.get(found[1] or "", found[2]), str(ordered))
    return turned.translate(_UNMARKED)


def shape(script: str, text: str) -> Iterator[Shape]:
    """Put together letters of a script, given as they stand from left to right."""
    font, buffer = _font(script), uharfbuzz.Buffer()
    buffer.add_str(text[::-1] if script in TURNED else text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if script in TURNED else "ltr"
    uharfbuzz.shape(font, buffer)
    part = 1000 / font.face.upem
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        moved = place.x_advance * part, place.x_offset * part, place.y_offset * part
        yield Shape(chr(BY_NUMBER + info.codepoint), *moved)


@cache
def _font(script: str) -> uharfbuzz.Font:
    font = files("render") / "fonts" / f"NotoSans{script}-Bold.ttf"
    return uharfbuzz.Font(uharfbuzz.Face(font.read_bytes()))
