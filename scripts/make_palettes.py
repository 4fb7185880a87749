"""Make render/palettes.toml: the fixed colours of every game in every theme (ART, section 9).

    python -m scripts.make_palettes

Every colour that has a name comes first and is kept exactly; the rest are the commonest blends
along the edges of shapes and letters, found over reference pictures by median cut and rounds of
k-means in which the named colours do not move. Run it after any change of a colour or a shape.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate
from pathlib import Path
from typing import Any, get_args

from bot.ui.text import catalogue
from games.core import Act, Seat, Turn, play
from games.library import GAMES
from render import diablo, diablo_cells, murus, ponte
from render.look import Look, Theme
from render.murus_cells import tints
from render.paint import paint_in_full_colour
from render.scene import Scene
from render.theme import DIABLO, GRID_LINE, MURUS, NETWORKS, PONTE, TOKENS, channels, mixed

TARGET = Path(__file__).parent.parent / "render" / "palettes.toml"
ROUNDS = 4
Colour = tuple[int, int, int]

START = "tttttttt/......../......../......../......../......../TTTTTTTT"
MIDDLE = "tt....t./..w.cw../..t...ww/.....T../..C.WW../...T...W/T.T....W"
BEFORE = "tt....t./..w.cw../..t...ww/.....W../..C.W.../...T.T.W/T.T....W"
MURUS_POSITIONS = (
    (f"advanced {START} 0 -", "", ""),
    (f"advanced {BEFORE} 22 -", "f2-f4", ""),
    (f"advanced {BEFORE} 22 -", "f2-f4", "e6"),
    (f"advanced {MIDDLE} 23 -", "a7-c5", ""),
    (f"advanced {MIDDLE} 23 -", "a7-c5", "f4"),
    (f"advanced {MIDDLE} 24 -", "f4xg5", ""),
    (f"advanced {MIDDLE} 24 -", "f4xg5", "c5"),
    (f"advanced {MIDDLE} 24 -", "c3xc6", ""),
    (f"advanced {MIDDLE} 24 -", "c3-e5", ""),
    (f"advanced {MIDDLE} 23 -", "e6xe3", "c3"),
    (f"advanced {MIDDLE} 30 resign:0", "", ""),
    (f"basic+redistribution {START} 0 -", "", "a1"),
)
"""Positions of Murus Gallicus, the move made there, and what is picked in the picture after it."""

STACKS = (
    "g2..b1..g1b1/.......g1/b2b1...b1g1b1/..b1....g3/.b1g1.g1b1b4./..g1g4b11..g1/"
    "..g1g1.b1g1b1/g1g2b1.b1g1b1g1"
)
DIABLO_POSITIONS = (
    ("diablo1 8 " + STACKS + " b action1 3,1 3,1 17 - - 3,4 d7+d3=4,a2xd2=1", "", ""),
    ("diablo1 8 " + STACKS + " b action1 3,1 3,1 17 - - 3,4 d7+d3=4,a2xd2=1", "", "a6"),
    ("diablo1 8 " + STACKS + " g action1 3,1 3,1 18 - - 2,4 c1-a1=1,-g4=3", "", "h5"),
    ("diablo1 8 " + STACKS + " g remove1 3,1 - 18 - - 2,4 c1-a1=1,-g4=3", "", "@diablo.remove"),
    ("diablo1 8 " + STACKS + " b action2_any 3,1 3 17 - g4xg3=1 3,4 d7+d3=4", "", ""),
    ("diablo1 8 " + STACKS + " b roll - - 17 g:resign - 3,1 a6xa3=1", "", ""),
    ("size-12", "", ""),
    ("size-4", "", ""),
)
"""Positions (or variants at their beginning) of Diablo, and what is picked in the picture."""

BEGUN = (
    "ponte1 standard on ........o./.x.oooo.o./.xx.....oo/..xoo...../........../"
    ".ooo....../..o......./....x...../...xx...../...x......"
)
PONTE_POSITIONS = (
    (f"{BEGUN} d 27 0 0 - d7-f9 - 0 d7-f9", "", ""),
    (f"{BEGUN} l 28 0 0 - d7-f9 - 1 d1,d2", "", "e"),
    (f"{BEGUN} l 28 0 0 e6 d7-f9 - 1 d1,d2", "", ""),
    (f"{BEGUN} l 30 0 1 - d7-f9 score/0/3:1 1 pass", "", ""),
    ("size-8", "", ""),
    ("size-12", "", ""),
)
"""Positions (or variants at their beginning) of Ponte del Diavolo, and what is picked."""


def main() -> None:
    lines = ["# Made by scripts/make_palettes.py; the first colours are named ones, kept exactly."]
    for subject in SUBJECTS:
        for theme in get_args(Theme):
            named = list(dict.fromkeys(subject.colours(theme)))
            wanted = max(subject.sizes[theme] - len(named), 0)
            blends = commonest(seen(subject, theme), [channels(one) for one in named], wanted)
            colours = named + [f"#{r:02X}{g:02X}{b:02X}" for r, g, b in blends]
            lines += [f"{subject.game}-{theme} = [", *rows(colours), "]"]
            print(f"{subject.game}-{theme}: {len(named)} named colours of {len(colours)}")
    TARGET.write_text("\n".join(lines) + "\n", encoding="utf-8")


def rows(colours: Sequence[str]) -> Iterator[str]:
    """Colours as lines of TOML, eight on each."""
    for start in range(0, len(colours), 8):
        yield "    " + ", ".join(f'"{one}"' for one in colours[start : start + 8]) + ","


def murus_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that Murus Gallicus uses flat."""
    tokens, colours = TOKENS[theme], MURUS[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens) if field.name != "good")
    yield from (value for value in values if isinstance(value, str))
    for cell in colours.cells:
        yield cell
        yield from (mixed(cell, over, percent) for over, percent in tints(tokens).values())
    for side in colours.sides:
        yield from (side.fill, side.outline, side.trim, side.joints)
    if colours.shadow:
        yield colours.shadow
    else:
        yield from ("#FFFFFF", "#000000", GRID_LINE)


def diablo_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that Diablo uses flat."""
    tokens, colours = TOKENS[theme], DIABLO[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens))
    yield from (value for value in values if isinstance(value, str))
    for cell in colours.cells:
        yield cell
        yield from (mixed(cell, *tint) for tint in diablo_cells.tints(tokens).values())
    for stack in colours.stacks:
        yield from (getattr(stack, field.name) for field in fields(stack))
    yield from (*colours.die, *colours.used_die)
    if colours.shadow:
        yield colours.shadow
    else:
        yield from ("#FFFFFF", "#000000", GRID_LINE)


def ponte_colours(theme: Theme) -> Iterable[str]:
    """Every colour of a theme that Ponte del Diavolo uses flat."""
    tokens, colours = TOKENS[theme], PONTE[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens))
    yield from (value for value in values if isinstance(value, str))
    yield from (*colours.water, colours.grid, colours.foam, colours.shadow, *NETWORKS, "#14131F")
    if colours.wave:
        yield colours.wave
    for land in colours.lands:
        yield from (getattr(land, field.name) for field in fields(land))
    for bridge in colours.bridges:
        yield from (getattr(bridge, field.name) for field in fields(bridge))


@dataclass(frozen=True, slots=True)
class Subject:
    """A game whose palettes are made: its flat colours, its pictures, its number of colours."""

    game: str
    colours: Callable[[Theme], Iterable[str]]
    positions: tuple[tuple[str, str, str], ...]
    scene: Callable[[Any, Look], Scene]
    sizes: dict[Theme, int]


SUBJECTS = (
    Subject(
        "murus",
        murus_colours,
        MURUS_POSITIONS,
        murus.scene,
        {"light": 64, "dark": 64, "contrast": 18},
    ),
    Subject(
        "diablo",
        diablo_colours,
        DIABLO_POSITIONS,
        diablo.scene,
        {"light": 64, "dark": 64, "contrast": 40},
    ),
    Subject(
        "ponte",
        ponte_colours,
        PONTE_POSITIONS,
        ponte.scene,
        {"light": 48, "dark": 48, "contrast": 24},
    ),
)
"""High contrast has few colours to blend; more would make its files larger and no better."""


def seen(subject: Subject, theme: Theme) -> Counter[Colour]:
    """How often each colour is seen in the reference pictures."""
    count: Counter[Colour] = Counter()
    game = GAMES[subject.game]
    for number, (position, text, picked) in enumerate(subject.positions):
        state = game.load(position) if " " in position else game.initial(position)
        if text:
            state, _ = play(game, state, mover(game.turn(state)), text)
        view = game.view(state, mover(game.turn(state)))
        words = catalogue("zh-CN" if number % 4 == 3 else "en")
        steps = tuple(picked.split())
        look = Look(words, theme, ("Livia", "Brennus"), picked=steps, private=bool(steps))
        image = paint_in_full_colour(subject.scene(view, look), fit=True)
        for times, colour in image.getcolors(1 << 24) or []:
            if isinstance(colour, tuple):
                count[colour[0], colour[1], colour[2]] += times
    return count


def mover(turn: Turn) -> Seat:
    """Who is to act; the first seat when nobody is."""
    return min(turn.seats) if isinstance(turn, Act) else Seat(0)


def distance(one: Colour, other: Colour) -> int:
    return sum(w * (a - b) ** 2 for w, a, b in zip((2, 4, 3), one, other, strict=True))


def commonest(count: Counter[Colour], fixed: Sequence[Colour], wanted: int) -> list[Colour]:
    """More colours, so that whatever is seen lies near one of them or a fixed one."""
    left = {colour: times for colour, times in count.items() if colour not in set(fixed)}
    centres = cut(left, wanted)
    for _ in range(ROUNDS):
        groups: dict[Colour, list[Colour]] = {centre: [] for centre in centres}
        everything = [*fixed, *centres]
        for colour in left:
            nearest = min(everything, key=lambda centre: distance(centre, colour))
            if nearest in groups:
                groups[nearest].append(colour)
        centres = [mean(group, left) if group else centre for centre, group in groups.items()]
        centres = list(dict.fromkeys(centres))
    return centres


def cut(count: dict[Colour, int], wanted: int) -> list[Colour]:
    """Median cut: halve the box with the most weight times spread until there are enough."""
    boxes = [sorted(count)]
    while len(boxes) < wanted:
        box = max(boxes, key=lambda box: sum(count[c] for c in box) * max(spread(box)))
        boxes.remove(box)
        axis = max(range(3), key=lambda axis: spread(box)[axis])
        box = sorted(box, key=lambda colour: (colour[axis], colour))
        sums = list(accumulate(count[colour] for colour in box))
        place = min(max(bisect_left(sums, sums[-1] / 2) + 1, 1), len(box) - 1)
        boxes += [box[:place], box[place:]]
    return [mean(box, count) for box in boxes]


def spread(box: list[Colour]) -> list[float]:
    return [
        (max(c[axis] for c in box) - min(c[axis] for c in box)) * weight
        for axis, weight in enumerate((2**0.5, 2, 3**0.5))
    ]


def mean(colours: list[Colour], count: dict[Colour, int]) -> Colour:
    total = sum(count[c] for c in colours)
    red, green, blue = (round(sum(c[i] * count[c] for c in colours) / total) for i in range(3))
    return red, green, blue


if __name__ == "__main__":
    main()
