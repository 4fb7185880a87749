"""The places of letters in a line: widths, kerning, cutting. No font is opened for it."""

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from ..scene import Run, Weight

ELLIPSIS = "…"
CHINESE = "Chinese"


class Glyph(NamedTuple):
    """One letter: the face that draws it, and its start in px from the start of its line."""

    face: str
    sign: str
    size: float
    ink: str
    x: float


class Face(NamedTuple):
    """Widths by character, and shifts by pairs of characters, both in 1000ths of the size."""

    widths: Mapping[str, int]
    kerning: Mapping[str, int]


@cache
def faces() -> Mapping[str, Face]:
    """Load every face shipped by name: the weights of Inter, and Chinese."""
    text = (files("render") / "fonts" / "metrics.json").read_text(encoding="utf-8")
    return {
        name: Face(
            {sign: int(width) for width, signs in tables["widths"].items() for sign in signs},
            {
                first + second: int(shift)
                for first, shifts in tables["kerning"].items()
                for shift, seconds in shifts.items()
                for second in seconds
            },
        )
        for name, tables in json.loads(text).items()
    }


def drawable(text: str, weight: Weight = "Bold") -> bool:
    """Tell whether a weight, or Chinese beside it, has a glyph for every character."""
    own, chinese = faces()[weight].widths, faces()[CHINESE].widths
    return all(sign in own or sign in chinese for sign in text)


def glyphs(runs: Sequence[Run]) -> Iterator[Glyph]:
    """Yield the letters of a line one after the other from 0, each at its place."""
    x = 0.0
    for run in runs:
        x += run.space
        for sign, face, width in _measure(run.text, run.size, run.weight):
            yield Glyph(face, sign, run.size, run.ink, x)
            x += width


@lru_cache(maxsize=256)
def _measure(text: str, size: float, weight: Weight) -> tuple[tuple[str, str, float], ...]:
    """Place letters in their faces; a weight that lacks some gives way to Bold, which has most."""
    measured, known = [], faces()
    usual: Weight = weight if drawable(text, weight) else "Bold"
    own, chinese = known[usual].widths, known[CHINESE].widths
    for sign, after in zip(text, [*text[1:], ""], strict=False):
        name = CHINESE if sign not in own and sign in chinese else usual
        widths, kerning = known[name]
        shift = widths.get(sign, 600) + kerning.get(sign + after, 0)
        measured.append((sign, name, size * shift / 1000))
    return tuple(measured)


def width(runs: Sequence[Run]) -> float:
    """Return the length of a line in px."""
    return sum(run.space + _wide(run.text, run.size, run.weight) for run in runs)


@lru_cache(maxsize=1024)
def _wide(text: str, size: float, weight: Weight) -> float:
    return sum(wide for _, _, wide in _measure(text, size, weight))


def fitting(wordings: Sequence[tuple[Run, ...]], room: float) -> tuple[Run, ...]:
    """Return the first wording not longer than `room` px, or the last where none fits."""
    return next((runs for runs in wordings if width(runs) <= room), wordings[-1])


def cut(run: Run, room: float) -> Run:
    """Return the run, ended by "…" where it would be longer than `room` px."""
    if width((run,)) <= room:
        return run
    text = run.text
    while text and width((run.saying(text.rstrip() + ELLIPSIS),)) > room:
        text = text[:-1]
    return run.saying(text.rstrip() + ELLIPSIS)


@lru_cache(maxsize=256)
def shown_name(name: str) -> str:
    """Return a player's name as it can be drawn in one line, its letters plain if need be (NFKC:
    full width, circled, fancy) and without ornaments that have no glyph; "" without a letter or
    digit, or with one that cannot be drawn."""
    plain = "".join(map(_plain, unicodedata.normalize("NFC", name)))
    line = " ".join(unicodedata.normalize("NFC", plain).split())
    return line if drawable(line) and any(map(str.isalnum, line)) else ""


def _plain(sign: str) -> str:
    """Replace one sign of a name by what can be drawn; what cannot stays if it is a letter (white
    ones on a square too) or an accent, and not if it is an ornament."""
    if sign.isspace():
        return " "
    if unicodedata.category(sign).startswith("C"):
        return ""
    for plain in (sign, unicodedata.normalize("NFKC", sign)):
        if drawable(plain):
            return plain
    name = unicodedata.name(sign, "")
    accent = unicodedata.category(sign) in ("Mn", "Mc") and "VARIATION" not in name
    return sign if sign.isalnum() or accent or "LATIN" in name else ""
