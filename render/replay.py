"""A match as one picture that moves: its boards turn by turn, in pieces drawn one after another.

Every piece is a pure function of views, so any process may draw it; joined they are a GIF.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.core import View

from .draw import scene
from .library import DRAWINGS
from .look import Look
from .painting import gif
from .painting.paint import paint
from .painting.palette import Indexed, palette
from .theme import TOKENS, channels

FRAMES = 200
FIRST, USUAL, LAST = 150, 80, 400
"""The time a frame is shown, in hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """The size of all frames, in px of boards; `smaller` ones are reduced to three quarters."""

    width: int
    height: int
    smaller: bool = False


def select_boards(views: Sequence[View], most: int = FRAMES) -> tuple[int, ...]:
    """Choose at most `most` boards: the first, the last, those on which much has happened, and
    of the others every second, third and so on."""
    count = len(views)
    if count <= most:
        return tuple(range(count))
    notable = [place for place in range(1, count - 1) if _notable(views[place - 1], views[place])]
    kept = {0, count - 1, *_evenly(notable, most - 2)}
    others = [place for place in range(count) if place not in kept]
    return tuple(sorted(kept.union(_evenly(others, most - len(kept)))))


def canvas(views: Sequence[View], look: Look, smaller: bool = False) -> Canvas:
    """Return the canvas on which every one of these boards has room."""
    grounds = [scene(view, look).ground for view in views]
    return Canvas(
        max(ground.width for ground in grounds), max(ground.height for ground in grounds), smaller
    )


def open_file(view: View, look: Look, canvas: Canvas) -> bytes:
    """Begin the file of boards such as this one."""
    size = _reduce(canvas.width, canvas), _reduce(canvas.height, canvas)
    return gif.opening(*size, palette(scene(view, look).palette).packed)


def frames(
    before: View | None, views: Sequence[View], look: Look, canvas: Canvas, ends: bool
) -> tuple[bytes, ...]:
    """Draw boards that follow one `before`, the first of them all if there is none; with `ends` the
    last of these is the last of all."""
    shown = None if before is None else _paint(before, look, canvas)
    made = []
    for place, view in enumerate(views):
        now = _paint(view, look, canvas)
        time = LAST if ends and place == len(views) - 1 else USUAL if shown else FIRST
        made.append(gif.frame(now, shown, time))
        shown = now
    return tuple(made)


def close_file(pieces: Sequence[bytes]) -> bytes:
    """Join the opening of a file and all frames."""
    return b"".join((*pieces, gif.END))


def _notable(before: View, view: View) -> bool:
    notable = DRAWINGS[type(view)].notable
    return len(view.out) > len(before.out) or any(event.code in notable for event in view.news)


def _evenly(places: Sequence[int], most: int) -> Sequence[int]:
    """Keep every second place, or every third and so on, so that at most `most` are left."""
    return places[:: -(-len(places) // most)] if places and most > 0 else ()


def _reduce(length: int, canvas: Canvas) -> int:
    return length * 3 // 4 if canvas.smaller else length


def _paint(view: View, look: Look, canvas: Canvas) -> Indexed:
    prepared = scene(view, look)
    image, colours = paint(prepared), palette(prepared.palette)
    if image.height < canvas.height:
        page = colours.nearest(*channels(TOKENS[look.theme].page))
        row = bytes((0, *image.width * (page,)))
        rows = image.rows + (canvas.height - image.height) * row
        image = replace(image, height=canvas.height, rows=rows)
    if not canvas.smaller:
        return image
    size = _reduce(image.width, canvas), _reduce(image.height, canvas)
    return gif.reduce_colours(image, size, colours)
