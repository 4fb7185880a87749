"""Junqi's pieces as tiles: faces with code and name, backs, small ones for lists, flags, slips.

Red is rounded, blue cut at its corners with an inner line, a piece face down nearly square: no side
needs its colour.
"""

from games.junqi.pieces import CODES

from ..look import Look, Script, Theme
from ..scene import Box, Oval, Point, Polygon, Run, Shape, Sketch, Stroke, Text, place_at
from .board import TILE
from .colours import JUNQI

_WRITTEN: dict[Script, str] = {
    "simplified": "司令 军长 师长 旅长 团长 营长 连长 排长 工兵 炸弹 地雷 军旗",
    "traditional": "司令 軍長 師長 旅長 團長 營長 連長 排長 工兵 炸彈 地雷 軍旗",
}
NAMES = {script: dict(zip(CODES, names.split(), strict=True)) for script, names in _WRITTEN.items()}
"""The characters on a piece, in every language."""


def glyph(look: Look, code: str) -> str:
    """Return the one character that stands for a piece, "" where its code does or it is hidden."""
    return "" if look.coded or not code else NAMES[look.script][code][code in "LF"]


def face(
    theme: Theme, colour: str, code: str, script: Script, *, large: bool = False
) -> tuple[Shape, ...]:
    """Draw a piece that is known; with `large` its code leads."""
    ink, name = JUNQI[theme].text, NAMES[script][code]
    if large:
        words = _text(-50 + 27, code, 37, ink), _name(50 - 33, name, 22, ink)
    else:
        words = _text(-50 + 16.5, code, 22, ink, bold=True), _name(50 - 40, name, 30.5, ink)
    return (*_blank(theme, colour, inner=colour == "b"), *words)


def _text(x: float, code: str, size: float, ink: str, *, bold: bool = False) -> Text:
    return Text(x, 0, "middle", (Run(code, size, ink, "Bold" if bold else "ExtraBold"),))


def _name(x: float, name: str, size: float, ink: str) -> Text:
    return Text(x, 0, "middle", (Run(name, size, ink, "Bold"),))


REFUGEE = (86, 34)


def hiding(
    theme: Theme, colour: str, code: str, script: Script, *, large: bool = False
) -> tuple[Shape, ...]:
    """Draw a known piece, small enough to stand on a mountain."""
    ink, (first, second) = JUNQI[theme].text, (31, 23) if large else (23, 27)
    words = Run(code, first, ink, "ExtraBold"), Run(NAMES[script][code], second, ink, "Bold", 4)
    return (*_blank(theme, colour, REFUGEE, inner=False), Text(0, 0, "middle", words))


def back(theme: Theme, colour: str) -> tuple[Shape, ...]:
    """Draw a hidden piece: of a side, or "" for face down; all of a colour are alike."""
    return (*_blank(theme, colour, inner=colour == "b"), *_emblem(theme, colour))


def _emblem(theme: Theme, colour: str) -> tuple[Shape, ...]:
    tile = JUNQI[theme].tile(colour)
    if colour == "r":
        frame = Box(-43.5, -17.5, 43.5, 17.5, None, 4, tile.inner, 2)
        dots = (Oval(x, 0, 3, 3, tile.inner) for x in (-28, 28))
        return (frame, Polygon(star(13), tile.inner), *dots)
    if colour == "b":
        return tuple(Stroke(lozenge(10, 10, x), 3.5, tile.inner, closed=True) for x in (-27, 0, 27))
    frame = Box(-43.5, -17.5, 43.5, 17.5, None, 1, tile.inner, 2)
    return frame, Polygon(lozenge(13, 8), tile.inner)


def _blank(
    theme: Theme, colour: str, size: tuple[int, int] = TILE, *, inner: bool
) -> tuple[Shape, ...]:
    colours, (wide, high) = JUNQI[theme], size
    tile, shapes = colours.tile(colour), []
    if colours.shadow:
        shapes += _body(colour, wide / 2, high / 2, colours.shadow, 3.5)
    shapes += _body(colour, wide / 2, high / 2, tile.outline)
    shapes += _body(colour, wide / 2 - 2.6, high / 2 - 2.6, tile.fill)
    if inner:
        shapes += [Stroke(octagon(wide / 2 - 6, high / 2 - 6, 9), 2, tile.inner, closed=True)]
    return tuple(shapes)


def _body(colour: str, wide: float, high: float, fill: str, down: float = 0) -> list[Shape]:
    if colour == "b":
        return [Polygon(tuple((x, y + down) for x, y in octagon(wide, high, high / 2)), fill)]
    return [Box(-wide, down - high, wide, down + high, fill, 8 if colour == "r" else 3)]


def octagon(wide: float, high: float, cut: float) -> tuple[Point, ...]:
    """Return a rectangle round (0, 0), given by half its sides, with its corners cut off."""
    return (
        (-wide + cut, -high),
        (wide - cut, -high),
        (wide, -high + cut),
        (wide, high - cut),
        (wide - cut, high),
        (-wide + cut, high),
        (-wide, high - cut),
        (-wide, -high + cut),
    )


def star(radius: float) -> tuple[Point, ...]:
    """Return a star of five points, one of them up."""
    outer = [(0, -1), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309)]
    points: list[Point] = []
    for (right, down), (right2, down2) in zip(outer, [*outer[1:], outer[0]], strict=True):
        points.append((right * radius, down * radius))
        points.append(((right + right2) * radius * 0.236, (down + down2) * radius * 0.236))
    return tuple(points)


def lozenge(wide: float, high: float, x: float = 0) -> tuple[Point, ...]:
    return (x - wide, 0), (x, -high), (x + wide, 0), (x, high)


def chip(theme: Theme, colour: str) -> Sketch:
    """Draw a side's sign for panels, in cells."""
    tile = JUNQI[theme].tile(colour)
    wide, high = 0.48, 0.38
    shapes: tuple[Shape, ...]
    if colour == "b":
        shapes = (
            Polygon(octagon(wide, high, 0.2), tile.outline),
            Polygon(octagon(wide - 0.05, high - 0.05, 0.2 - 0.02), tile.fill),
            Stroke(lozenge(0.16, 0.18), 0.06, tile.inner, closed=True),
        )
    else:
        radius = 0.13 if colour == "r" else 0.03
        outer = Box(-wide, -high, wide, high, tile.outline, radius)
        inner = Box(-wide + 0.05, -high + 0.05, wide - 0.05, high - 0.05, tile.fill, radius - 0.02)
        sign = star(0.2) if colour == "r" else lozenge(0.24, 0.16)
        shapes = (outer, inner, Polygon(sign, tile.inner))
    return Sketch(f"chip {colour}", shapes)


def small(theme: Theme, colour: str, size: tuple[float, float], *text: Run) -> tuple[Shape, ...]:
    """Draw a piece of a list round (0, 0), with this text."""
    tile, (wide, high) = JUNQI[theme].tile(colour), size
    shapes: list[Shape] = []
    for inset, fill, corner in ((0, tile.outline, 5), (1.5, tile.fill, 4)):
        x, y = wide / 2 - inset, high / 2 - inset
        if colour == "b":
            shapes.append(Polygon(octagon(x, y, 7 - inset / 3), fill))
        else:
            shapes.append(Box(-x, -y, x, y, fill, corner))
    return (*shapes, Text(0, 0, "middle", text))


def flag(theme: Theme, colour: str, *, left: bool = False) -> tuple[Shape, ...]:
    """Draw a flag on its pole at a piece's upper corner, round that piece's middle."""
    colours = JUNQI[theme]
    tile = colours.tile(colour)
    foot, top = (47, -6), (47, -52)
    cloth: tuple[Point, ...] = ((49, -52), (82, -38), (49, -24))
    if colour == "b":
        cloth = ((49, -52), (82, -52), (73, -38), (82, -24), (49, -24))
    white = "#FFFFFF"
    shapes = (
        Stroke((foot, top), 9, tile.outline if colours.shadow else "#000000"),
        Stroke(cloth, 8, white, closed=True),
        Stroke((foot, top), 5.5, white),
        Stroke(cloth, 4, "#10141C", closed=True),
        Polygon(cloth, tile.fill),
    )
    return place_at(shapes, 0, 0, mirrored=left)


def note_tag(theme: Theme, text: str, wide: int = 40) -> tuple[Shape, ...]:
    """Write a note at a piece's upper right corner; "≥" and "≤", missing in the fonts, are
    drawn."""
    ink = JUNQI[theme].slip_text
    paper = (
        Box(54 - wide, -29, 54, -2, ink, 3),
        Box(55.5 - wide, -27.5, 52.5, -3.5, JUNQI[theme].slip, 2),
    )
    bare = text.strip("≥≤")
    x = 54 - wide / 2
    if bare == text:
        return (*paper, Text(x, -15.5, "middle", (Run(text, 22, ink, "ExtraBold"),)))
    turned = 1 if text.startswith("≥") else -1
    arms = ((x - 9 - 5 * turned, -24), (x - 9 + 5 * turned, -18.5), (x - 9 - 5 * turned, -13))
    return (
        *paper,
        Stroke(arms, 2.6, ink),
        Stroke(((x - 14, -7.5), (x - 4, -7.5)), 2.6, ink),
        Text(x + 8, -15.5, "middle", (Run(bare, 22, ink, "ExtraBold"),)),
    )
