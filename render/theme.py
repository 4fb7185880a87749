"""The colours all games share, by purpose: light, dark and high contrast."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from .look import Theme


@dataclass(frozen=True, slots=True)
class Tokens:
    """Colours common to all games; `on` and `on2` are ink and second ink on the panel of the mover.

    `source` and `target` are the shares of `last` in a marked cell's colour, in per cent; its lines
    are in `lastink`, and have a `keyline` where they cross pieces.
    """

    page: str
    panel: str
    panelon: str
    ink: str
    ink2: str
    on: str
    on2: str
    line: str
    frame: str
    last: str
    lastink: str
    keyline: str
    pointer: str
    pick: str
    pickink: str
    bad: str
    good: str
    badge: str
    source: int
    target: int


TOKENS: dict[Theme, Tokens] = {
    "light": Tokens(
        page="#F6F1E7",
        panel="#EBE3D4",
        panelon="#FFFFFF",
        ink="#2A2521",
        ink2="#655B50",
        on="#2A2521",
        on2="#655B50",
        line="#CDC1AC",
        frame="#5C4A3A",
        last="#E8A317",
        lastink="#7A4E00",
        keyline="#F6F1E7",
        pointer="#C98500",
        pick="#4340C9",
        pickink="#FFFFFF",
        bad="#B3261E",
        good="#1F7A4D",
        badge="#FFFFFF",
        source=40,
        target=65,
    ),
    "dark": Tokens(
        page="#1E1F24",
        panel="#2B2D34",
        panelon="#41444F",
        ink="#F4F0E8",
        ink2="#B9B3A8",
        on="#F4F0E8",
        on2="#B9B3A8",
        line="#4A4C55",
        frame="#0F1013",
        last="#FFC24A",
        lastink="#FFC24A",
        keyline="#1E1F24",
        pointer="#FFC24A",
        pick="#BDBAFF",
        pickink="#14131F",
        bad="#FF7A6B",
        good="#6BD19B",
        badge="#1A0E0C",
        source=28,
        target=50,
    ),
    "contrast": Tokens(
        page="#000000",
        panel="#000000",
        panelon="#FFFFFF",
        ink="#FFFFFF",
        ink2="#FFFFFF",
        on="#000000",
        on2="#000000",
        line="#FFFFFF",
        frame="#FFFFFF",
        last="#FFD400",
        lastink="#000000",
        keyline="#FFFFFF",
        pointer="#000000",
        pick="#0077C8",
        pickink="#FFFFFF",
        bad="#FF5A4F",
        good="#3DDC84",
        badge="#1A0E0C",
        source=55,
        target=100,
    ),
}

PICKED = 38
"""The share of `pick` in a chosen cell's colour, in per cent."""
GRID_LINE = "#9A9A9A"
"""The line between cells of the high-contrast board, whose colours differ little."""


@cache
def marking(theme: Theme, planned: bool) -> Tokens:
    """Return the colours that mark a turn; one only planned is a choice, not yet past."""
    tokens = TOKENS[theme]
    if not planned:
        return tokens
    pick = tokens.pick
    return replace(tokens, last=pick, lastink=pick, source=PICKED, target=PICKED)


def tints(tokens: Tokens) -> dict[str, tuple[str, float]]:
    """Return the colours that marks lay over a cell, with their shares in per cent."""
    return {
        "source": (tokens.last, tokens.source),
        "target": (tokens.last, tokens.target),
        "chosen": (tokens.pick, PICKED),
    }


def mixed(under: str, over: str, percent: float) -> str:
    """Lay one colour over another in this percentage."""
    pairs = zip(channels(under), channels(over), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * percent / 100):02X}" for a, b in pairs)


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue of "#RRGGBB"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
