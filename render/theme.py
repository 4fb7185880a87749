"""The colours all games share, by purpose: light, dark and high contrast."""

from dataclasses import dataclass, replace
from functools import cache

from .colours import themes
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


TOKENS = themes(Tokens)

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
