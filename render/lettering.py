"""Where the letters of a line of text stand: widths, kerning, cutting; no font is opened for it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from .scene import Run, Weight

ELLIPSIS = "…"
CHINESE = "Chinese"


class Glyph(NamedTuple):
    """One letter: the face that draws it, and where it begins, in px from the start of its line."""

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
    """Every face shipped, by its name: the weights of Inter, and Chinese."""
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


def face_of(sign: str, weight: Weight) -> str:
    """The face that draws a character; the weight's own, with an empty box, where none can."""
    if sign not in faces()[weight].widths and sign in faces()[CHINESE].widths:
        return CHINESE
    return weight


def drawable(text: str, weight: Weight = "Medium") -> bool:
    """Whether there is a glyph for every character."""
    return all(sign in faces()[face_of(sign, weight)].widths for sign in text)


def glyphs(runs: Sequence[Run]) -> Iterator[Glyph]:
    """The letters of a line, one after the other from 0, each at its place."""
    x = 0.0
    for run in runs:
        x += run.space
        for sign, face, width in _measured(run):
            yield Glyph(face, sign, run.size, run.ink, x)
            x += width


def _measured(run: Run) -> Iterator[tuple[str, str, float]]:
    for sign, after in zip(run.text, [*run.text[1:], ""], strict=False):
        name = face_of(sign, run.weight)
        face = faces()[name]
        yield (
            sign,
            name,
            run.size * (face.widths.get(sign, 600) + face.kerning.get(sign + after, 0)) / 1000,
        )


def baseline(glyph: Glyph) -> float:
    """How far below the middle of its line a letter stands, in px (ART, section 2)."""
    return glyph.size * (0.38 if glyph.face == CHINESE else 0.364)


def width(runs: Sequence[Run]) -> float:
    """How long a line is, in px."""
    return sum(run.space + sum(wide for _, _, wide in _measured(run)) for run in runs)


def fitting(wordings: Sequence[tuple[Run, ...]], room: float) -> tuple[Run, ...]:
    """The first wording not longer than `room` px; the last one where none fits."""
    return next((runs for runs in wordings if width(runs) <= room), wordings[-1])


def cut(run: Run, room: float) -> Run:
    """The run, ended by "…" where it would be longer than `room` px."""
    if width((run,)) <= room:
        return run
    text = run.text
    while text and width((run.saying(text.rstrip() + ELLIPSIS),)) > room:
        text = text[:-1]
    return run.saying(text.rstrip() + ELLIPSIS)


def shown_name(name: str) -> str:
    """A player's name as it can be drawn, in one line; "" where no letter or digit remains.

    A sign without a glyph is written plainly (NFKC: full width, circled, fancy) or left out.
    """
    plain = "".join(map(_drawn, unicodedata.normalize("NFC", name)))
    line = " ".join(unicodedata.normalize("NFC", plain).split())
    return line if any(sign.isalnum() for sign in line) else ""


def _drawn(sign: str) -> str:
    """What stands for one sign of a name: blanks stay, invisible signs do not."""
    if sign.isspace():
        return " "
    if unicodedata.category(sign).startswith("C"):
        return ""
    plain = sign if drawable(sign, "Bold") else unicodedata.normalize("NFKC", sign)
    return "".join(one for one in plain if drawable(one, "Bold"))
