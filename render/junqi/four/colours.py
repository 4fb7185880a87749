"""The four seats in every theme (rules/junqi-four.md, section 6): fill, outline and text.

Partners share light or dark text and the shape of their tiles.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...look import Theme

DARK_TEXT, LIGHT_TEXT = "#1A1200", "#FFFFFF"


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours of one seat's tile."""

    fill: str
    outline: str
    text: str


def _seats(*outlines: str) -> tuple[SeatColours, ...]:
    fills = ("#E69F00", "#0072B2", "#CC79A7", "#009E73")
    texts = (DARK_TEXT, LIGHT_TEXT, DARK_TEXT, LIGHT_TEXT)
    return tuple(map(SeatColours, fills, outlines, texts))


SEATS: dict[Theme, tuple[SeatColours, ...]] = {
    "light": _seats("#5C3F00", "#00263C", "#5A2744", "#00382A"),
    "dark": _seats("#3A2800", "#CDE8F8", "#4A1E38", "#C9F2E4"),
    "contrast": _seats("#000000", "#000000", "#000000", "#000000"),
}
