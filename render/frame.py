"""What surrounds every board: header, coordinates, frame and footer, alike in all games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from games.core import Act, Over, Seat, View

from .lettering import NAME_ROOM, cut, fitting, shown_name, width
from .look import Look, Theme
from .scene import Anchor, Box, Drawing, Polygon, Run, Shape, Stamp, Text, Tile, placed
from .theme import TOKENS, Tokens

WIDTH = 800
MARGIN = 14
TOP = 126
PANEL = (320, 66)
CHIP, SMALL_CHIP = 50, 34
"""The side of a cell in which the chips of header and footer would be pieces."""

Standing = Literal["waiting", "moving", "winner"]
Wording = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """Where a board of square cells lies on the picture, and how it is turned."""

    files: int
    ranks: int
    cell: int
    flipped: bool = False

    @property
    def left(self) -> int:
        return (WIDTH - self.files * self.cell) // 2

    @property
    def right(self) -> int:
        return self.left + self.files * self.cell

    @property
    def bottom(self) -> int:
        return TOP + self.ranks * self.cell

    @property
    def rule(self) -> int:
        """The top of the line above the footer."""
        return self.bottom + 42

    def corner(self, file: int, rank: int) -> tuple[int, int]:
        """The upper left corner of a cell; file and rank count from 0 at a1."""
        column = self.files - 1 - file if self.flipped else file
        row = rank if self.flipped else self.ranks - 1 - rank
        return self.left + column * self.cell, TOP + row * self.cell

    def seams(self, x: int, y: int) -> str:
        """The sides ("lrtb") on which the cell whose corner is at (x, y) has a neighbour."""
        sides = {
            "l": x > self.left,
            "r": x + self.cell < self.right,
            "t": y > TOP,
            "b": y + self.cell < self.bottom,
        }
        return "".join(side for side, inner in sides.items() if inner)

    def height(self, lines: int) -> int:
        """The picture's height with so many lines in the footer."""
        return self.rule + {0: 58, 1: 58, 2: 84}.get(lines, 150)


def surround(field: Field, tokens: Tokens, lines: int) -> tuple[Shape, ...]:
    """The page, the board's frame, its coordinates, and the footer's rule."""
    left, right, bottom = field.left, field.right, field.bottom
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, field.height(lines), tokens.page),
        Box(left - 6, TOP - 6, right + 6, bottom + 6, tokens.frame, 9),
        Box(MARGIN, field.rule, WIDTH - MARGIN, field.rule + 2, tokens.line),
    ]
    half = field.cell / 2
    for file in range(field.files):
        letter = (Run(chr(ord("a") + file), 22, tokens.ink2, "SemiBold"),)
        x = field.corner(file, 0)[0] + half
        shapes += (Text(x, y, "middle", letter) for y in (TOP - 26, bottom + 26))
    for rank in range(field.ranks):
        number = (Run(str(rank + 1), 22, tokens.ink2, "SemiBold"),)
        y = field.corner(0, rank)[1] + half
        shapes += (Text(x, y, "middle", number) for x in (left - 27, right + 27))
    return tuple(shapes)


@dataclass(frozen=True, slots=True)
class Chair:
    """One side of the header: the seat's word, and its piece for a lit panel and for others."""

    word: str
    lit: Drawing
    unlit: Drawing


def standing(view: View, seat: Seat) -> Standing:
    """Whether a seat's panel is lit, and why."""
    match view.turn:
        case Act(seats=seats) if seat in seats:
            return "moving"
        case Over(winners=winners) if seat in winners:
            return "winner"
        case _:
            return "waiting"


def header(view: View, look: Look, chairs: tuple[Chair, Chair]) -> tuple[list[Stamp], list[Text]]:
    """Both players, and whose turn it is or who has won."""
    tokens = TOKENS[look.theme]
    stamps, words = [], []
    for seat, chair in zip((Seat(0), Seat(1)), chairs, strict=True):
        state = standing(view, seat)
        if state == "waiting":
            chip, paper, ink, ink2 = chair.unlit, tokens.panel, tokens.ink, tokens.ink2
        else:
            chip, paper, ink, ink2 = chair.lit, tokens.panelon, tokens.on, tokens.on2
        x = WIDTH - MARGIN - PANEL[0] if seat else MARGIN
        stamps.append(Stamp(x, 12, _panel(look.theme, seat, state, chip)))
        name = cut(Run(_name(look, seat, chair.word), 26, ink, "Bold"), NAME_ROOM)
        start = WIDTH - MARGIN - 72 if seat else MARGIN + 72
        for run, y in ((name, 34), (Run(chair.word, 22, ink2), 60)):
            words.append(Text(start, y, "right" if seat else "left", (run,), paper))
    return stamps, words


def _name(look: Look, seat: Seat, otherwise: str) -> str:
    return shown_name(look.names[seat], otherwise) if seat < len(look.names) else otherwise


def centre(tokens: Tokens, word: str, number: str) -> list[Text]:
    """What stands between the panels: a word over a number."""
    return [
        Text(WIDTH / 2, 33, "middle", (Run(word, 22, tokens.ink2),), tokens.page),
        Text(WIDTH / 2, 60, "middle", (Run(number, 32, tokens.ink, "Bold"),), tokens.page),
    ]


@lru_cache(maxsize=64)
def _panel(theme: Theme, seat: Seat, state: Standing, chip: Drawing) -> Tile:
    tokens = TOKENS[theme]
    wide, high = PANEL
    lit = state != "waiting"
    edge, line = (tokens.last, 5) if lit else (tokens.line, 2)
    if not lit and tokens.panel != tokens.page:
        line = 0
    fill = tokens.panelon if lit else tokens.panel
    shapes: list[Shape] = [
        Box(0, 0, wide, high, tokens.page),
        Box(0, 0, wide, high, fill, 14, edge if line else None, line),
        *placed(chip.shapes, wide - 38 if seat else 38, high / 2 + 1, CHIP),
    ]
    if state == "moving":
        base, tip = (17, 36) if seat else (wide - 17, wide - 36)
        shapes.append(Polygon(((tip, 33), (base, 20), (base, 46)), tokens.pointer))
    return Tile(("panel", seat, state, chip.name), wide, high, tuple(shapes))


@dataclass(frozen=True, slots=True)
class Footer:
    """The lines under a board: what stands left, the longest wording first, gives way to the right.

    `chip` is the piece of the one it is about, for the first line.
    """

    left: tuple[Wording, ...]
    right: Wording = ()
    chip: Drawing | None = None


def footer(field: Field, theme: Theme, lines: tuple[Footer, ...]) -> tuple[list[Stamp], list[Text]]:
    """One or two lines under a board of square cells."""
    return below(field.rule, theme, lines)


def below(rule: int, theme: Theme, lines: tuple[Footer, ...]) -> tuple[list[Stamp], list[Text]]:
    """One or two lines under the rule whose top is given."""
    tokens = TOKENS[theme]
    stamps, words = [], []
    ends: tuple[Anchor, Anchor] = ("left", "right")
    for line, down in zip(lines, (28, 58), strict=False):
        y, left = rule + down, 18
        if line.chip:
            left = 54
            stamps.append(Stamp(MARGIN, y - 17, _small_chip(theme, line.chip)))
        room = WIDTH - 18 - left - width(line.right) - (24 if line.right else 0)
        sides = (left, fitting(line.left, room)), (WIDTH - 18, line.right)
        for anchor, (x, runs) in zip(ends, sides, strict=True):
            if runs:
                words.append(Text(x, y, anchor, runs, tokens.page))
    return stamps, words


@lru_cache(maxsize=64)
def _small_chip(theme: Theme, chip: Drawing) -> Tile:
    shapes = placed(chip.shapes, 17, 17, SMALL_CHIP)
    return Tile(("chip", chip.name), 34, 34, (Box(0, 0, 34, 34, TOKENS[theme].page), *shapes))
