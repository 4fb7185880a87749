"""A person's profile as a picture: a row for every game they have rated matches in, and firsts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache

from ..draw import Picture
from ..drawing import Paintbox
from ..library import DRAWINGS
from ..look import Look, Theme
from ..painting.lettering import cut, is_turned, shown_name, width
from ..painting.paint import paint
from ..painting.png import pack
from ..painting.shaping import SPECIAL
from ..scene import (
    Anchor,
    Box,
    Oval,
    Polygon,
    Run,
    Scene,
    Shape,
    Sketch,
    Stroke,
    Text,
    Tile,
    place_at,
)
from ..theme import TOKENS, Tokens
from .standing import MOST_SIGNS, Place, Profile, Sign, alt_text, further, score, standing

WIDTH = 800
HEAD, ROW, FOOT = 112, 132, 14
"""The height of the name, of a game's row, and of what is left free under the last."""
LEFT, RIGHT, INSET = 16, 784, 100
"""The edges of the rows, and the start of what is written in them."""
NAME, GAME, NUMBER, SMALL = 52, 30, 38, 24
"""The sizes of letters; the least are 11 px high on a phone that shows 360."""
CHIP = 46
STEP, SIGN = 32, 24
LINE = 36
TURNED: Mapping[Anchor, Anchor] = {"left": "right", "right": "left"}
"""The ends of lines where a profile is read from right to left."""


def profile(seen: Profile, look: Look) -> Picture:
    """Draw a profile."""
    return Picture(pack(paint(scene(seen, look))), alt_text(seen, look))


def scene(seen: Profile, look: Look) -> Scene:
    tokens = TOKENS[look.theme]
    comma, room = look.words("alt.comma"), RIGHT - LEFT - 16
    lines = [line for first in seen.firsts for line in _wrap(first, comma, room)]
    rows = HEAD + ROW * max(len(seen.places), not lines)
    high = rows + LINE * len(lines) + FOOT
    shapes: list[Shape] = [Box(0, 0, WIDTH, high, tokens.page)]
    title = Run(look.words("profile.title"), SMALL, tokens.ink2)
    name = shown_name(seen.name) or shown_name(seen.handle) or look.words("profile.unnamed")
    called = cut(Run(name, NAME, tokens.ink, "ExtraBold"), RIGHT - LEFT - 16)
    words = [
        Text(LEFT + 8, 26, "left", (title,), tokens.page),
        Text(LEFT + 8, 68 if SPECIAL.search(name) else 72, "left", (called,), tokens.page),
    ]
    for number, place in enumerate(seen.places):
        drawn, written = _row(place, HEAD + number * ROW, look, tokens)
        shapes += drawn
        words += written
    if not seen.places and not lines:
        none = Run(look.words("profile.none"), SMALL, tokens.ink2)
        words.append(Text(LEFT + 8, HEAD + ROW / 2, "left", (none,), tokens.page))
    for number, line in enumerate(lines):
        run = cut(Run(line, SMALL, tokens.ink), room)
        words.append(Text(LEFT + 8, rows + LINE * (number + 0.5), "left", (run,), tokens.page))
    if is_turned(title):
        words = [replace(word, x=WIDTH - word.x, anchor=TURNED[word.anchor]) for word in words]
    return Scene(f"profile-{look.theme}", Tile((), WIDTH, high, tuple(shapes)), (), tuple(words))


def _wrap(sentence: str, comma: str, room: float) -> Iterator[str]:
    """Break a sentence after commas into lines as wide as the picture."""
    line = ""
    for part in sentence.split(comma):
        longer = f"{line}{comma}{part}" if line else part
        if line and width((Run(longer, SMALL, ""),)) > room:
            yield line + comma.rstrip()
            longer = part
        line = longer
    yield line


def _row(place: Place, top: int, look: Look, tokens: Tokens) -> tuple[list[Shape], list[Text]]:
    paper, middle = tokens.panel, top + ROW / 2 - 6
    edge = tokens.line if look.theme == "contrast" else None
    shapes: list[Shape] = [Box(LEFT, top, RIGHT, top + ROW - 12, paper, 14, edge, 2 if edge else 0)]
    first, second = chips(place.game, look.theme)
    game = Run(look.words(f"{place.game}.name"), GAME, tokens.ink, "Bold")
    origin, way = (WIDTH, -1) if is_turned(game) else (0, 1)
    shapes += place_at(second.shapes, origin + way * (LEFT + 54), middle + 13, CHIP)
    shapes += place_at(first.shapes, origin + way * (LEFT + 34), middle - 13, CHIP)
    bold = place.rating is not None
    right = Run(
        standing(place, look),
        NUMBER if bold else SMALL,
        tokens.ink if bold else tokens.ink2,
        "ExtraBold" if bold else "Medium",
    )
    room = RIGHT - INSET - 40 - width((right,))
    words = [
        Text(INSET, top + 28, "left", (cut(game, room),), paper),
        Text(RIGHT - 18, top + 28, "right", (right,), paper),
    ]
    if place.rating is None:
        return shapes, words
    words.append(
        Text(INSET, top + 64, "left", (Run(score(place), GAME, tokens.ink, "SemiBold"),), paper)
    )
    for at, result in enumerate(place.last[-MOST_SIGNS:]):
        x = RIGHT - 18 - STEP * (min(len(place.last), MOST_SIGNS) - at) + STEP / 2
        shapes += place_at(sign(result, tokens), origin + way * x, top + 64, SIGN)
    words.append(Text(INSET, top + 98, "left", (_rest(place, look, tokens.ink2),), paper))
    return shapes, words


def _rest(place: Place, look: Look, ink: str) -> Run:
    """Write what else there is about a game, as much of it as a line has room for."""
    parts = [*further(place, look)]
    line = Run(" · ".join(parts), SMALL, ink)
    while len(parts) > 1 and width((line,)) > RIGHT - 18 - INSET:
        parts.pop()
        line = Run(" · ".join(parts), SMALL, ink)
    return cut(line, RIGHT - 18 - INSET)


def sign(one: Sign, tokens: Tokens) -> Iterator[Shape]:
    """Draw a result round (0, 0), 1 high: won points up and is full, lost is hollow, down."""
    match one:
        case "won":
            yield Polygon(((-0.5, 0.42), (0.5, 0.42), (0, -0.5)), tokens.good)
        case "drawn":
            yield Box(-0.42, -0.26, 0.42, -0.04, tokens.ink2)
            yield Box(-0.42, 0.1, 0.42, 0.32, tokens.ink2)
        case "lost":
            corners = ((-0.4, -0.34), (0.4, -0.34), (0, 0.4))
            yield Stroke((*corners, corners[0]), 0.13, tokens.bad)


@cache
def chips(game: str, theme: Theme) -> tuple[Sketch, Sketch]:
    """Return a game's mark: the chips of the first two seats."""
    drawing = next(drawing for drawing in DRAWINGS.values() if drawing.game == game)
    first, second, *_ = drawing.liveries(next(drawing.portraits()), theme)
    return first.chip, second.chip


def _flat(theme: Theme) -> Iterator[str]:
    tokens = TOKENS[theme]
    yield from (tokens.page, tokens.panel, tokens.ink, tokens.ink2, tokens.good, tokens.bad)
    if theme == "contrast":
        yield tokens.line
    for drawing in DRAWINGS.values():
        for chip in chips(drawing.game, theme):
            yield from _inks(chip.shapes)


def _inks(shapes: Iterable[Shape]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Polygon():
                yield shape.fill
            case Stroke():
                yield shape.ink
            case Box() | Oval():
                yield from filter(None, (shape.fill, shape.ink))
            case Text():
                yield from (run.ink for run in shape.runs)


PAINTBOX = Paintbox("profile", _flat, {"light": 64, "dark": 64, "contrast": 32})
