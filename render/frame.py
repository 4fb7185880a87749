"""The surroundings of every board: header, coordinates, frame and footer, alike in all games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, floor
from typing import Literal

from games.core import Act, Over, Seat, View
from games.quitting import WITHOUT_RESULT

from .look import Look, Theme
from .painting.lettering import cut, fitting, is_turned, shown_name, width
from .scene import (
    Anchor,
    Box,
    Oval,
    Point,
    Polygon,
    Run,
    Shape,
    Sketch,
    Stamp,
    Stroke,
    Text,
    Tile,
    place_at,
)
from .theme import TOKENS, Tokens
from .words import Sides, endings

WIDTH = 800
MARGIN = 14
TOP = 126
PANEL = (320, 66)
"""A player's panel where there are two; more players share the room on both sides of the middle."""
GAP = 4
"""The room between two panels on one side."""
CHIP, SMALL_CHIP = 50, 34
"""The side of a cell in which the chips of header and footer would be pieces."""
BESIDE_CHIP = 72
"""The start of a name, from the outer edge of its panel."""
BESIDE_SIGN, BESIDE_EDGE = 58, 16
"""The room a name leaves at the inner edge: for a triangle or a crown, and without one."""

PLATE = 114
"""The width of the plate over a preview."""
LONG_NAME = 230
"""The longest name in a sentence, in px."""

Standing = Literal["waiting", "moving", "winner", "out"]
Wording = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The place of a board of square cells on the picture, and whether it is turned round."""

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
        return self.bottom + 16

    def corner(self, file: int, rank: int) -> tuple[int, int]:
        """Return the upper left corner of a cell; file and rank count from 0 at a1."""
        column = self.files - 1 - file if self.flipped else file
        row = rank if self.flipped else self.ranks - 1 - rank
        return self.left + column * self.cell, TOP + row * self.cell

    def middle(self, file: int, rank: int) -> Point:
        """Return the middle of a cell."""
        x, y = self.corner(file, rank)
        return x + self.cell / 2, y + self.cell / 2

    def under(
        self, left: float, top: float, right: float, bottom: float
    ) -> Iterator[tuple[int, int]]:
        """Yield file and rank of the cells that reach between these edges."""
        side, x, y = self.cell, self.left, TOP
        for row in range(
            max(0, floor((top - y) / side)), min(ceil((bottom - y) / side), self.ranks)
        ):
            for column in range(
                max(0, floor((left - x) / side)), min(ceil((right - x) / side), self.files)
            ):
                yield (
                    self.files - 1 - column if self.flipped else column,
                    row if self.flipped else self.ranks - 1 - row,
                )

    def seams(self, x: int, y: int) -> str:
        """List the sides ("lrtb") on which the cell with its corner at (x, y) has a neighbour."""
        sides = {
            "l": x > self.left,
            "r": x + self.cell < self.right,
            "t": y > TOP,
            "b": y + self.cell < self.bottom,
        }
        return "".join(side for side, inner in sides.items() if inner)

    def height(self, lines: int) -> int:
        """Return the picture's height with this number of lines in the footer."""
        return self.rule + {0: 58, 1: 58, 2: 84}.get(lines, 176)


def surround(field: Field, tokens: Tokens, lines: int) -> tuple[Shape, ...]:
    """Draw the page, the frame, the coordinates above and on the left, and the footer's rule."""
    left, right, bottom = field.left, field.right, field.bottom
    shapes: list[Shape] = [
        Box(0, 0, WIDTH, field.height(lines), tokens.page),
        Box(left - 6, TOP - 6, right + 6, bottom + 6, tokens.frame, 9),
        Box(MARGIN, field.rule, WIDTH - MARGIN, field.rule + 2, tokens.line),
    ]
    half = field.cell / 2
    for file in range(field.files):
        letter = (Run(chr(ord("a") + file), 22, tokens.ink2, "SemiBold"),)
        shapes.append(Text(field.corner(file, 0)[0] + half, TOP - 26, "middle", letter))
    for rank in range(field.ranks):
        number = (Run(str(rank + 1), 22, tokens.ink2, "SemiBold"),)
        shapes.append(Text(left - 27, field.corner(0, rank)[1] + half, "middle", number))
    return tuple(shapes)


def standing(view: View, seat: Seat, look: Look) -> Standing:
    """Tell why a seat's panel is lit or not; a preview is still its owner's turn."""
    if look.preview and view.seat is not None:
        return "moving" if seat == view.seat else "waiting"
    match view.turn:
        case Act(seats=seats) if seat in seats:
            return "moving"
        case Over(winners=winners) if seat in winners:
            return "winner"
        case _:
            return "out" if seat in view.out else "waiting"


def name_of(look: Look, seat: int) -> str:
    """Return a player's name as it can be drawn, "" without one."""
    return shown_name(look.names[seat]) if seat < len(look.names) else ""


def papers(tokens: Tokens, lit: bool) -> tuple[str, str, str]:
    """Return the colours of a panel, lit or not, and of both inks on it."""
    if lit:
        return tokens.panelon, tokens.on, tokens.on2
    return tokens.panel, tokens.ink, tokens.ink2


def second_line(text: str, ink: str) -> tuple[Run, float]:
    """Return the second line of a panel and its middle, smaller where letters reach further down,
    to the panel's edge."""
    run = Run(text, 22, ink)
    return (replace(run, size=19), 57) if is_turned(run) else (run, 60)


def header(
    view: View,
    look: Look,
    sides: Sides,
    unlit: Sequence[Sketch],
    lit_chips: Sequence[Sketch] | None = None,
) -> tuple[list[Stamp], list[Text]]:
    """Show all players, and whose turn it is or who won: even seats on the left, odd on the right.
    Two have large panels; more of them share the room in rows of one line. The chips of lit panels
    may differ."""
    tokens = TOKENS[look.theme]
    stamps: list[Stamp] = []
    words: list[Text] = []
    rows = (len(sides) + 1) // 2
    high = (PANEL[1] - GAP * (rows - 1)) // rows
    for number, side in enumerate(sides):
        seat, right, word = Seat(number), bool(number % 2), look.words(side.code)
        state = standing(view, seat, look)
        lit = state in ("moving", "winner")
        chip = (lit_chips or unlit)[number] if lit else unlit[number]
        paper, ink, ink2 = papers(tokens, lit)
        name, top = name_of(look, seat), 12 + (high + GAP) * (number // 2)
        x = WIDTH - MARGIN - PANEL[0] if right else MARGIN
        stamps.append(Stamp(x, top, _panel(look.theme, high, right, state, chip)))
        room = PANEL[0] - BESIDE_CHIP - (BESIDE_SIGN if lit else BESIDE_EDGE)
        first = Run(name or word, 26, ink2 if state == "out" else ink, "Bold")
        start = x + PANEL[0] - BESIDE_CHIP if right else x + BESIDE_CHIP
        anchor: Anchor = "right" if right else "left"
        lines = [(first, top + high / 2 if rows > 1 or not name else 34.0)]
        if name and rows == 1:
            lines.append(second_line(word, ink2))
        for run, y in lines:
            words.append(Text(start, y, anchor, (cut(run, room),), paper))
    return stamps, words


def ordinal(view: View, look: Look, number: int) -> int:
    """Return the number of the turn to come as a picture has it: over a past board of the last."""
    return number - (look.past and not view.free)


def centre(view: View, look: Look, number: int, score: str = "") -> tuple[list[Stamp], list[Text]]:
    """Write the number of a turn between the panels; at the end the result over the number played;
    over a preview a plate that says so."""
    tokens, words = TOKENS[look.theme], look.words
    if look.preview:
        return [Stamp(WIDTH // 2 - PLATE // 2, 24, plate(look.theme, 42))], [said_plate(look, 45)]
    over, under = words("frame.turn_word"), str(ordinal(view, look, number))
    if isinstance(view.turn, Over):
        over, under = score or _points(view.turn), words("frame.turns", n=number)
        top, low = Run(over, 32, tokens.ink, "Bold"), Run(under, 22, tokens.ink2)
        return [], _middle(tokens, (top, 32), (low, 62))
    top, low = Run(over, 22, tokens.ink2), Run(under, 32, tokens.ink, "Bold")
    return [], _middle(tokens, (top, 33), (low, 60))


def _middle(tokens: Tokens, *lines: tuple[Run, float]) -> list[Text]:
    return [Text(WIDTH / 2, y, "middle", (run,), tokens.page) for run, y in lines]


def _points(over: Over) -> str:
    """Return the result as a score, seat 0 on the left: a win is 1, a draw half a point."""
    if over.reason in WITHOUT_RESULT:
        return "–"
    if not over.winners:
        return "½ – ½"
    return "1 – 0" if Seat(0) in over.winners else "0 – 1"


@lru_cache(maxsize=8)
def plate(theme: Theme, high: int) -> Tile:
    """Draw the plate under a preview's word."""
    tokens, wide = TOKENS[theme], PLATE
    ground = Box(0, 0, wide, high, tokens.page)
    return Tile(("plate", high), wide, high, (ground, Box(0, 0, wide, high, tokens.pick, 12)))


def said_plate(look: Look, y: float) -> Text:
    """Write the word for a preview on its plate."""
    tokens = TOKENS[look.theme]
    word = Run(look.words("frame.preview"), 24, tokens.pickink, "Bold")
    return Text(WIDTH / 2, y, "middle", (word,), tokens.pick)


@lru_cache(maxsize=128)
def _panel(theme: Theme, high: int, right: bool, state: Standing, chip: Sketch) -> Tile:
    tokens, wide = TOKENS[theme], PANEL[0]
    lit, part = state in ("moving", "winner"), high / PANEL[1]
    edge, line = (tokens.last, 5 if part == 1 else 3) if lit else (tokens.line, 2)
    if not lit and tokens.panel != tokens.page:
        line = 0
    fill = tokens.panelon if lit else tokens.panel
    x, middle = wide - 38 if right else 38, high / 2
    shapes: list[Shape] = [
        Box(0, 0, wide, high, tokens.page),
        Box(0, 0, wide, high, fill, 14 * part, edge if line else None, line),
        *place_at(chip.shapes, x, middle + part, CHIP * part),
    ]
    turned = -1 if right else 1
    sign = 27 if right else wide - 27
    if state == "moving":
        tip, base = sign - 12 * turned, sign + 12 * turned
        corners = ((tip, middle), (base, middle - 16 * part), (base, middle + 16 * part))
        shapes.append(Polygon(corners, tokens.pointer))
    elif state == "winner":
        shapes += place_at(crown(tokens.pointer), sign - 4 * turned, middle, part)
    elif state == "out":
        strike = ((x - 24 * part, middle + 20 * part), (x + 24 * part, middle - 20 * part))
        shapes.append(Stroke(strike, 5 * part, tokens.ink2))
    return Tile(("panel", high, right, state, chip.name), wide, high, tuple(shapes))


def crown(ink: str) -> tuple[Shape, ...]:
    """Draw a crown of three points, 36 wide."""
    outline = ((-15, 9), (-18, -8), (-8, 0), (0, -13), (8, 0), (18, -8), (15, 9))
    tips = ((-18, -9), (0, -14), (18, -9))
    return (
        Polygon(outline, ink),
        *(Oval(x, y, 3, 3, ink) for x, y in tips),
        Box(-15, 11, 15, 15, ink),
    )


@dataclass(frozen=True, slots=True)
class Footer:
    """A line under a board; the wording on the left, longest first, gives way to the right. `chip`
    is the piece of the side the first line is about."""

    left: tuple[Wording, ...]
    right: Wording = ()
    chip: Sketch | None = None


def only_you(look: Look) -> Wording:
    """Say at the right end of the second line that only its reader sees a private picture."""
    if not look.private:
        return ()
    return (Run(look.words("frame.only_you"), 22, TOKENS[look.theme].ink2),)


def result(over: Over, look: Look, sides: Sides, size: int = 25) -> tuple[Wording, ...]:
    """Say how the game ended, in wordings of a line, with players' names that can be drawn."""
    ink = TOKENS[look.theme].ink
    names = tuple(
        cut(Run(shown_name(name), size, ink, "Bold"), LONG_NAME).text for name in look.names
    )
    wordings = dict.fromkeys(endings(over, look, sides, names))
    return tuple((Run(saying, size, ink, "Bold"),) for saying in wordings)


def prompt(look: Look, text: str, asked: str) -> tuple[Wording, ...]:
    """Write what is picked, and what to pick next, "" if it does not go on."""
    tokens = TOKENS[look.theme]
    bold = (Run(text, 25, tokens.ink, "Bold"),) if text else ()
    if not asked:
        return (bold,)
    return (*bold, Run(asked, 25, tokens.ink2, space=14 if text else 0)), bold


def footer(rule: int, theme: Theme, lines: tuple[Footer, ...]) -> tuple[list[Stamp], list[Text]]:
    """Write one or two lines under the rule whose top is given, in a language from right to left
    the other way round."""
    tokens = TOKENS[theme]
    stamps, words = [], []
    wordings = [wording for line in lines for wording in (*line.left, line.right)]
    turned = any(is_turned(run) for wording in wordings for run in wording)
    ends: tuple[Anchor, Anchor] = ("right", "left") if turned else ("left", "right")
    for line, down in zip(lines, (28, 58), strict=False):
        y, left = rule + down, 18
        if line.chip:
            left = 54
            x = WIDTH - MARGIN - SMALL_CHIP if turned else MARGIN
            stamps.append(Stamp(x, y - 17, _small_chip(theme, line.chip)))
        room = WIDTH - 18 - left - width(line.right) - (24 if line.right else 0)
        sides = (left, fitting(line.left, room)), (WIDTH - 18, line.right)
        for anchor, (x, runs) in zip(ends, sides, strict=True):
            if runs:
                words.append(Text(WIDTH - x if turned else x, y, anchor, runs, tokens.page))
    return stamps, words


@lru_cache(maxsize=64)
def _small_chip(theme: Theme, chip: Sketch) -> Tile:
    shapes = place_at(chip.shapes, 17, 17, SMALL_CHIP)
    return Tile(("chip", chip.name), 34, 34, (Box(0, 0, 34, 34, TOKENS[theme].page), *shapes))
