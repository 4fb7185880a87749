"""The places of letters in a line: widths, kerning, cutting. No font is opened for it."""

import json
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import groupby
from typing import NamedTuple

from ..scene import Run, Weight
from .shaping import MARKS, RIGHT, SCRIPTS, SPECIAL, shape, visual

ELLIPSIS = "…"
CHINESE = "Chinese"


class Glyph(NamedTuple):
    """One letter: the face that draws it, its start in px from the start of its line, and how far
    it is raised."""

    face: str
    sign: str
    size: float
    ink: str
    x: float
    up: float = 0


class Face(NamedTuple):
    """Widths by character, and shifts by pairs of characters, both in 1000ths of the size."""

    widths: Mapping[str, int]
    kerning: Mapping[str, int]


@cache
def faces() -> Mapping[str, Face]:
    """Load every face shipped by name: the weights of Inter, Chinese, and other scripts."""
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
    """Tell whether a weight, or another script beside it, has a glyph for every character."""
    own, chinese = faces()[weight].widths, faces()[CHINESE].widths
    return all(sign in own or sign in chinese or sign in _further() for sign in text)


@cache
def _further() -> Mapping[str, str]:
    """Map the letters of other scripts to their faces; marks of direction need none."""
    signs = {sign: name for name in SCRIPTS for sign in faces()[name].widths}
    return dict.fromkeys(MARKS, "") | signs


def glyphs(runs: Sequence[Run]) -> Iterator[Glyph]:
    """Yield the letters of a line one after the other from 0, each at its place."""
    x = 0.0
    for run in in_order(runs):
        x += run.space
        for sign, face, width, right, up in _measure(run.text, run.size, run.weight):
            yield Glyph(face, sign, run.size, run.ink, x + right, up)
            x += width


@lru_cache(maxsize=256)
def _measure(
    text: str, size: float, weight: Weight
) -> tuple[tuple[str, str, float, float, float], ...]:
    """Place letters in their faces, with how far each is moved right and up; a weight that lacks
    some gives way to Bold, which has most."""
    usual: Weight = weight if drawable(text, weight) else "Bold"
    if not SPECIAL.search(text):
        return tuple(_alone(text, size, usual))
    measured: list[tuple[str, str, float, float, float]] = []
    for script, signs in groupby(visual(text), lambda sign: _further().get(sign, "")):
        part = "".join(signs)
        if not script:
            measured += _alone(part, size, usual)
            continue
        for sign, *moved in shape(script, part):
            wide, right, up = (size * length / 1000 for length in moved)
            measured.append((sign, script, wide, right, up))
    return tuple(measured)


def _alone(text: str, size: float, usual: Weight) -> Iterator[tuple[str, str, float, float, float]]:
    """Place letters that stand one after the other."""
    known = faces()
    own, chinese = known[usual].widths, known[CHINESE].widths
    for sign, after in zip(text, [*text[1:], ""], strict=False):
        name = CHINESE if sign not in own and sign in chinese else usual
        widths, kerning = known[name]
        shift = widths.get(sign, 600) + kerning.get(sign + after, 0)
        yield sign, name, size * shift / 1000, 0, 0


def in_order(runs: Sequence[Run]) -> Sequence[Run]:
    """Return runs as they stand from left to right: backward, with the same room between them, if
    they are written from right to left."""
    if not any(map(is_turned, runs)):
        return runs
    spaces = [0.0, *(run.space for run in reversed(runs))]
    return [replace(run, space=space) for run, space in zip(reversed(runs), spaces, strict=False)]


def is_turned(run: Run) -> bool:
    """Tell whether a run begins with the mark of a line from right to left."""
    return run.text[:1] == RIGHT


def width(runs: Sequence[Run]) -> float:
    """Return the length of a line in px."""
    return sum(run.space + _wide(run.text, run.size, run.weight) for run in runs)


@lru_cache(maxsize=1024)
def _wide(text: str, size: float, weight: Weight) -> float:
    return sum(wide for _, _, wide, _, _ in _measure(text, size, weight))


def fitting(wordings: Sequence[tuple[Run, ...]], room: float) -> tuple[Run, ...]:
    """Return the first wording not longer than `room` px, or the last where none fits."""
    return next((runs for runs in wordings if width(runs) <= room), wordings[-1])


def cut(run: Run, room: float) -> Run:
    """Return the run, ended by "…" where it would be longer than `room` px."""
    if width((run,)) <= room:
        return run

    def shorten(most: int) -> Run:
        return run.saying(run.text[:most].rstrip() + ELLIPSIS)

    fits = bisect_right(range(len(run.text)), room, key=lambda most: width((shorten(most),)))
    return shorten(max(0, fits - 1))


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
