"""Make the palettes, render/<game>/palette.toml: the fixed colours in every theme (ART, section 9).

    python -m scripts.make_palettes                  # all that no longer serve
    python -m scripts.make_palettes --anew murus     # those of Murus Gallicus, whatever they were

Every colour that has a name is kept exactly; the rest are the commonest blends along the edges of
shapes and letters, found over reference pictures by median cut and rounds of k-means in which the
named colours do not move. The commonest of all come first, for a picture that shows none but the
first 16 is a smaller file (render/painting/png.py). Run it after any change of a colour or a shape.

Blends that were chosen once stay as long as the pictures look nearly as good in them as in others,
so that a game that is added, or a shape that moves a little, repaints no other game. The curve of a
match is painted from its game's colours.
"""

import argparse
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, groupby
from pathlib import Path
from typing import get_args

from PIL import Image, ImageDraw

from bot.ui.words.catalogue import catalogue
from games.core import read_pick
from games.rulebook import RULES
from render.draw import scene
from render.drawing import Drawing, Paintbox
from render.library import DRAWINGS
from render.look import Look, Theme
from render.painting.fitting import fit_to_pixels
from render.painting.pen import FINE, Pen
from render.profile import profile
from render.profile.standing import Place, Profile
from render.scene import Scene
from render.theme import channels

from . import positions
from .positions import RENDER, mover, played

ROUNDS = 4
WORSE = 1.1
"""The limit of the old colours' distance from the pictures, beside that of new ones."""
NAMES = ("Livia", "Brennus")
Colour = tuple[int, int, int]
SAMPLE = Profile(
    "Livia",
    tuple(
        Place(
            drawing.game,
            1512 + 31 * number,
            140 - 17 * number,
            number < 2,
            12 - number,
            3,
            4 + number,
            ("won", "lost", "drawn", "won", "lost", "won", "won", "drawn", "won", "won"),
            (0, 4)[number % 2],
            number,
            "2026-03-14",
        )
        for number, drawing in enumerate(DRAWINGS.values())
    ),
    ("First wins: Diablo, Murus Gallicus", "50 matches finished"),
)
"""A profile of nobody, from which the palette is chosen."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A paintbox, and the reference pictures that are painted from it."""

    paintbox: Paintbox
    scenes: Callable[[Theme], Iterator[Scene]]

    @property
    def file(self) -> Path:
        """The file of its colours."""
        return RENDER.joinpath(*self.paintbox.name.split("-"), "palette.toml")


def main() -> None:
    known = {subject.paintbox.name: subject for subject in subjects()}
    parser = argparse.ArgumentParser(prog="python -m scripts.make_palettes")
    parser.add_argument("names", nargs="*", metavar="name", help=f"of {', '.join(known)}")
    parser.add_argument("--anew", action="store_true", help="keep no blend that was chosen before")
    wanted = parser.parse_args()
    if unknown := set(wanted.names) - set(known):
        parser.error(f"no such palette: {', '.join(sorted(unknown))}")
    for name, subject in known.items():
        if not wanted.names or name in wanted.names:
            old = {} if wanted.anew else kept(subject)
            subject.file.write_text(written(subject, old), encoding="utf-8")
            print(f"{name}: {'kept' if old == kept(subject) else 'made'}")


def subjects() -> Iterator[Subject]:
    """List every paintbox once; games that share one give it their pictures in turn."""
    drawings = sorted(DRAWINGS.values(), key=lambda drawing: drawing.paintbox.name)
    for _, sharing in groupby(drawings, key=lambda drawing: drawing.paintbox.name):
        games = tuple(sharing)
        yield Subject(games[0].paintbox, partial(references, games))
    yield Subject(profile.PAINTBOX, profiles)


def profiles(theme: Theme) -> Iterator[Scene]:
    """Give the scenes of a profile, in both languages."""
    for locale in ("en", "zh-CN"):
        yield profile.scene(SAMPLE, Look(catalogue(locale), theme))


def kept(subject: Subject) -> Mapping[str, Sequence[str]]:
    """Read the colours in every theme as they were made before, if they were."""
    return tomllib.loads(subject.file.read_text("utf-8")) if subject.file.exists() else {}


def written(subject: Subject, old: Mapping[str, Sequence[str]]) -> str:
    """Write out the file of a paintbox."""
    lines = ["# Made by scripts/make_palettes.py; colours that have a name are kept exactly."]
    for theme in get_args(Theme):
        lines += [f"{theme} = [", *rows(made(subject, theme, old.get(theme, ()))), "]"]
    return "\n".join(lines) + "\n"


def rows(colours: Sequence[str]) -> Iterator[str]:
    """Write colours as lines of TOML, eight on each."""
    for start in range(0, len(colours), 8):
        yield "    " + ", ".join(f'"{colour}"' for colour in colours[start : start + 8]) + ","


def made(subject: Subject, theme: Theme, old: Sequence[str]) -> Sequence[str]:
    """Choose the colours of a theme: those of old where they are the right ones and serve."""
    named = list(dict.fromkeys(subject.paintbox.flat(theme)))
    wanted = max(subject.paintbox.sizes[theme] - len(named), 0)
    count = seen(subject.scenes(theme))
    blends = commonest(count, [channels(colour) for colour in named], wanted)
    new = named + [f"#{r:02X}{g:02X}{b:02X}" for r, g, b in blends]
    right = len(old) == len(new) and set(named) <= set(old)
    if right and error(count, old) <= WORSE * error(count, new):
        return old
    common = shown(count, new)
    return sorted(new, key=lambda colour: -common[colour])


def references(games: Sequence[Drawing], theme: Theme) -> Iterator[Scene]:
    """Give the scenes of the reference positions, one in four of them in Chinese; those of the
    portraits where a game has none."""
    for drawing in games:
        if not positions.references(drawing.game):
            look = Look(catalogue("en"), theme, NAMES)
            yield from (scene(view, look) for view in drawing.portraits())
    listed = [(game.game, known) for game in games for known in positions.references(game.game)]
    for number, (game, reference) in enumerate(listed):
        rules = RULES[game]
        state = played(rules, reference.position, reference.turn)
        view = rules.view(state, mover(rules.turn(state)))
        words = catalogue("zh-CN" if number % 4 == 3 else "en")
        steps = tuple(map(read_pick, reference.picked.split()))
        yield scene(view, Look(words, theme, NAMES, picked=steps, private=bool(steps)))


def paint_in_full_colour(scene: Scene, fit: bool = False) -> Image.Image:
    """Draw the scene anew at 4x in RGB and reduce it, to make and measure palettes by. Shapes stay
    where they are; only with `fit` are they fitted to pixels, as `paint` does."""
    image = Image.new("RGB", (scene.ground.width * FINE, scene.ground.height * FINE))
    pen = Pen((ImageDraw.Draw(image),))
    for x, y, tile in ((0, 0, scene.ground), *((s.x, s.y, s.tile) for s in scene.stamps)):
        for part in (tile.whole, *tile.whole.layers):
            shapes = fit_to_pixels(part.shapes) if fit else part.shapes
            pen.draw(shapes, x + part.left, y + part.top)
    pen.draw(scene.words)
    return image.reduce(FINE)


def seen(scenes: Iterator[Scene]) -> Counter[Colour]:
    """Count the pixels of each colour in these pictures."""
    count: Counter[Colour] = Counter()
    for picture in scenes:
        for times, colour in paint_in_full_colour(picture, fit=True).getcolors(1 << 24) or []:
            if isinstance(colour, tuple):
                count[colour[0], colour[1], colour[2]] += times
    return count


def error(count: Mapping[Colour, int], colours: Sequence[str]) -> int:
    """Sum up the distances of all pixels from the nearest of these colours."""
    known = [channels(colour) for colour in colours]
    return sum(n * min(distance(colour, other) for other in known) for colour, n in count.items())


def shown(count: Mapping[Colour, int], colours: Sequence[str]) -> Counter[str]:
    """Count the pixels that are shown in each of these colours."""
    shown: Counter[str] = Counter()
    for colour, times in count.items():
        shown[min(colours, key=lambda other: distance(colour, channels(other)))] += times
    return shown


def distance(one: Colour, other: Colour) -> int:
    return sum(w * (a - b) ** 2 for w, a, b in zip((2, 4, 3), one, other, strict=True))


def commonest(count: Counter[Colour], fixed: Sequence[Colour], wanted: int) -> list[Colour]:
    """Find more colours, so that every pixel lies near one of them or a fixed one."""
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
    """Halve the box with the most weight times spread until there are enough (median cut)."""
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
