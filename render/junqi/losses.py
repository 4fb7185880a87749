"""The column next to Junqi's board: what every side has lost, and the turns it missed."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.junqi.pieces import CODES

from ..frame import TOP
from ..look import Look, Theme
from ..scene import Box, Run, Shape, Stamp, Text, Tile, place_at
from ..theme import TOKENS
from .board import SIDE, Plan
from .cells import PieceTile
from .colours import JUNQI
from .pieces import back, chip, glyph, small

LEFT, RIGHT = SIDE
MIDDLE = (LEFT + RIGHT) // 2
EDGE = 6
GAP = 11
ALIVE = 25
WIDE = 44
"""The width of a piece in a list."""
ROOMY = 8
"""The most kinds in a list that leaves room for its heading."""


@dataclass(frozen=True, slots=True)
class Losses:
    """One side's losses, hidden ones without a code; `missed` turns of at most `limit`."""

    colour: str
    lost: tuple[PieceTile, ...]
    missed: int
    limit: int


def panels(theme: Theme, plan: Plan, *, flip: bool) -> tuple[Shape, ...]:
    """Draw the empty column, for the ground."""
    fill = TOKENS[theme].panel
    line = TOKENS[theme].line if fill == TOKENS[theme].page else None
    return tuple(
        Box(LEFT, top, RIGHT, low, fill, 12, line, 2 if line else 0)
        for top, low in _spans(plan, flip=flip)
    )


def _spans(plan: Plan, *, flip: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    top, low = TOP - EDGE, plan.bottom + EDGE
    middle = (top + low) // 2
    half = 35 if flip else GAP // 2
    return (top, middle - half), (middle + half, low)


def column(
    look: Look, plan: Plan, sides: Iterable[Losses], face_down: int | None = None
) -> tuple[list[Stamp], list[Text]]:
    """Fill both panels, the upper side's first; between them count the pieces lying face down."""
    flip = face_down is not None
    stamps: list[Stamp] = []
    words: list[Text] = []
    for side, (top, low) in zip(sides, _spans(plan, flip=flip), strict=True):
        more, texts = _panel(look, side, top, low)
        stamps += more
        words += texts
    if face_down is not None:
        tokens, y = TOKENS[look.theme], (TOP + plan.bottom) // 2
        shapes = (Box(0, 0, 44, 28, tokens.page), *place_at(back(look.theme, ""), 22, 14, 0.42))
        stamps.append(Stamp(LEFT - 2, y - 14, Tile(("face down",), 44, 28, shapes)))
        number = Run(str(face_down), 28, tokens.ink, "Bold")
        words.append(Text(RIGHT + 1, y, "right", (number,), tokens.page))
    return stamps, words


def _panel(look: Look, side: Losses, top: int, low: int) -> tuple[list[Stamp], list[Text]]:
    tokens = TOKENS[look.theme]
    paper = tokens.panel
    sign = (Box(0, 0, 32, 28, paper), *place_at(chip(look.theme, side.colour).shapes, 16, 14, 32))
    stamps = [Stamp(LEFT + 6, top + 14, Tile(("sign", side.colour), 32, 28, sign))]
    number = Run(str(len(side.lost)), 28, tokens.ink, "Bold")
    words = [Text(RIGHT - 6, top + 28, "right", (number,), paper)]
    full = len({piece.code for piece in side.lost}) > ROOMY
    if not full:
        label = Run(look.words("junqi.lost"), 22, tokens.ink2)
        words.append(Text(MIDDLE, top + 60, "middle", (label,), paper))
    if all(piece.code for piece in side.lost):
        start = top + (50 if full else 76)
        more, counts = _list(look, side, start, low - (26 if side.missed else 6))
        stamps += more
        words += counts
    else:
        stamps.append(Stamp(LEFT + 3, top + 80, pips(look.theme, side.colour, len(side.lost))))
    if side.missed:
        turns = chances(look.theme, side.missed, side.limit, 12, paper)
        row = place_at(turns, 38 - 7 * min(side.limit, SHOWN), 3)
        tile = Tile(("missed", side.missed, side.limit), 74, 18, (Box(0, 0, 74, 18, paper), *row))
        stamps.append(Stamp(LEFT + 3, low - 24, tile))
    return stamps, words


def _list(look: Look, side: Losses, top: int, low: int) -> tuple[list[Stamp], list[Text]]:
    """List the kinds lost, the highest first, with their numbers where above 1."""
    tokens = TOKENS[look.theme]
    kinds = count_kinds(piece.code for piece in side.lost)
    step = min(36, (low - top) // max(1, len(kinds)))
    high = min(32, step - 2)
    stamps, words = [], []
    for row, (code, number) in enumerate(kinds):
        y = top + step * row
        stamps.append(
            Stamp(LEFT + 6, y, _small(look.theme, side.colour, code, glyph(look, code), high))
        )
        if number > 1:
            run = Run(str(number), 28, tokens.ink, "Bold")
            words.append(Text(RIGHT - 8, y + high / 2, "right", (run,), tokens.panel))
    return stamps, words


def count_kinds(codes: Iterable[str]) -> list[tuple[str, int]]:
    """Return the kinds among these, the highest first, with their numbers."""
    held = Counter(codes)
    return [(code, held[code]) for code in CODES if held[code]]


@lru_cache(maxsize=256)
def _small(theme: Theme, colour: str, code: str, glyph: str, high: int) -> Tile:
    run = Run(glyph or code, min(28, high), JUNQI[theme].text, "Bold" if glyph else "ExtraBold")
    shapes = place_at(small(theme, colour, (WIDE, high), run), WIDE / 2, high / 2)
    paper = Box(0, 0, WIDE, high, TOKENS[theme].panel)
    return Tile(("small", colour, code, glyph, high), WIDE, high, (paper, *shapes))


@lru_cache(maxsize=256)
def pips(theme: Theme, colour: str, lost: int) -> Tile:
    """Draw a square for every piece of a side, hollow for those lost."""
    tile, paper = JUNQI[theme].tile(colour), TOKENS[theme].panel
    line = tile.outline if theme == "light" else TOKENS[theme].ink2
    left = alive(lost, 5, 15, (tile.fill, line, paper), 3 if colour == "r" else 0)
    shapes = (Box(0, 0, 74, 74, paper), *place_at(left, 1, 1))
    return Tile(("pips", colour, lost), 74, 74, shapes)


def alive(
    lost: int, a_line: int, step: int, inks: tuple[str, str, str], radius: float
) -> Iterator[Box]:
    """Draw a square for every piece of a side from (0, 0) on, `step` px from each other, hollow for
    those lost; `inks` are those of a piece left, of the line and of the paper."""
    fill, line, paper = inks
    for n in range(ALIVE):
        x, y = step * (n % a_line), step * (n // a_line)
        yield Box(x, y, x + 12, y + 12, fill if n < ALIVE - lost else paper, radius, line, 1.5)


SHOWN = 5


def chances(theme: Theme, missed: int, limit: int, side: int, paper: str) -> Iterator[Box]:
    """Draw the turns a side may miss from (0, 0) on, struck as they go; a long row is cut."""
    tokens, shown = TOKENS[theme], min(limit, SHOWN)
    for n in range(shown):
        gone = n < missed - (limit - shown)
        fill, line = (tokens.bad, tokens.bad) if gone else (paper, tokens.ink2)
        yield Box(14 * n, 0, 14 * n + side, side, fill, 2, line, 1.5)
