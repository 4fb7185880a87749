"""The poster of a finished match: the result in large letters, the last board, the turning point
beside the curve, and when and where it was; and the curve as a picture of its own, which Analysis
shows."""

from collections.abc import Sequence
from dataclasses import replace

from games.core import Over, Seat, View
from games.quitting import WITHOUT_RESULT

from ..draw import Picture, describe
from ..draw import scene as board
from ..frame import MARGIN, WIDTH, crown
from ..library import DRAWINGS
from ..look import Look
from ..painting.lettering import cut, shown_name, width
from ..painting.paint import paint
from ..painting.png import pack
from ..scene import Box, Run, Scene, Shape, Stamp, Text, Tile, place_at
from ..theme import TOKENS
from ..words import capital, together
from .graph import ABOVE, LEFT, UNDER, Course, describe_course, draw_course, drawable_name

TITLE = 112
LARGE, LESS, SMALL = 58, 40, 24
"""The sizes of the result, of one that is too long for that, and of the game's name."""
ROOM = 640
"""The widest result, in px; a crown stands on both sides of a win."""
GRAPH = 150
BESIDE = 368
"""The longer side of the board after the turning point, beside the curve."""
FOOT = 44
"""The room for the line that says when and where a match was, under everything else."""


def poster(
    view: View, look: Look, course: Course | None = None, setting: Sequence[str] = ()
) -> Picture:
    """Draw the poster of a match that has ended, with its course where that is known; below both
    stands its `setting`: when and where it was, and the like."""
    sentences = [look.words("poster.alt", result=_result(view, look, look.spoken or look.names))]
    if setting:
        sentences.append(look.words("alt.news", saying=look.words("alt.comma").join(setting)))
    sentences += describe_course(view, course, look) if course else ()
    words = together((*sentences, describe(view, look)), look)
    return Picture(pack(paint(scene(view, look, course, setting))), words)


def scene(
    view: View, look: Look, course: Course | None = None, setting: Sequence[str] = ()
) -> Scene:
    tokens, below = TOKENS[look.theme], board(view, look)
    foot = TITLE + below.ground.height
    turning, graph = _turning(course, look), GRAPH
    if turning:
        graph = max(GRAPH, turning.height - UNDER)
    high = foot + (ABOVE + graph + UNDER if course else 0) + (FOOT if setting else 0)
    result = _title(view, look)
    game = Run(look.words(f"{DRAWINGS[type(view)].game}.name"), SMALL, tokens.ink2)
    shapes: list[Shape] = [Box(0, 0, WIDTH, high, tokens.page)]
    words = [
        Text(WIDTH / 2, 24, "middle", (game,), tokens.page),
        Text(WIDTH / 2, 72, "middle", (result,), tokens.page),
    ]
    if _winners(view):
        for side in (-1, 1):
            x = WIDTH / 2 + side * (width((result,)) / 2 + 44)
            shapes += place_at(crown(tokens.last), x, 70, 1.4)
    if course:
        left = LEFT + (turning.width + 24 if turning else 0)
        lines, names = draw_course(view, course, look, foot + ABOVE, foot + ABOVE + graph, left)
        shapes += lines
        words += names
    if setting:
        said = " · ".join(filter(None, map(shown_name, setting)))
        under = cut(Run(said, SMALL, tokens.ink2), WIDTH - 2 * MARGIN)
        words.append(Text(WIDTH / 2, high - 24, "middle", (under,), tokens.page))
    return Scene(
        below.palette,
        Tile((), WIDTH, high, tuple(shapes)),
        (
            *([Stamp(LEFT, foot + ABOVE, turning)] if turning else []),
            Stamp(0, TITLE, below.ground),
            *(replace(stamp, y=stamp.y + TITLE) for stamp in below.stamps),
        ),
        (*words, *(replace(text, y=text.y + TITLE) for text in below.words)),
    )


def _turning(course: Course | None, look: Look) -> Tile | None:
    """Draw the board after the turning point, where that is known, small."""
    if course is None or course.turning is None:
        return None
    drawn = board(course.turning, replace(look, past=True, before=()))
    unit = BESIDE / max(drawn.ground.width, drawn.ground.height)
    size = round(unit * drawn.ground.width), round(unit * drawn.ground.height)
    return Tile((), *size, small=drawn)


def _title(view: View, look: Look) -> Run:
    """Write the result as large as it goes; where the winners' names are cut, they share the
    room."""
    ink = TOKENS[look.theme].ink
    liveries = DRAWINGS[type(view)].liveries(view, look.theme)
    everybody = [drawable_name(seat, liveries, look) for seat in range(len(liveries))]
    text = _result(view, look, everybody)
    for run in (Run(text, size, ink, "ExtraBold") for size in (LARGE, LESS)):
        if width((run,)) <= ROOM:
            return run
    rest = width((run.saying(_result(view, look, ["" for _ in liveries])),))
    room = (ROOM - rest) / max(1, len(_winners(view)))
    return run.saying(_result(view, look, [cut(run.saying(name), room).text for name in everybody]))


def _result(view: View, look: Look, names: Sequence[str]) -> str:
    """Say who won, without the reason, which the board's own lines give."""
    if winners := _winners(view):
        return look.words("poster.won", winner=" + ".join(names[seat] for seat in winners))
    even = isinstance(view.turn, Over) and view.turn.reason not in WITHOUT_RESULT
    return capital(look.words("frame.draw" if even else "frame.no_result"))


def _winners(view: View) -> list[Seat]:
    over = view.turn
    if not isinstance(over, Over) or over.reason in WITHOUT_RESULT:
        return []
    return sorted(over.winners)


HEIGHT = 400


def curve(view: View, course: Course, look: Look) -> Picture:
    """Draw how a match went, in the colours its seats have in a view."""
    return Picture(
        pack(paint(curve_scene(view, course, look))),
        together(describe_course(view, course, look), look),
    )


def curve_scene(view: View, course: Course, look: Look) -> Scene:
    shapes, words = draw_course(view, course, look, ABOVE, HEIGHT - UNDER)
    page = Box(0, 0, WIDTH, HEIGHT, TOKENS[look.theme].page)
    box = DRAWINGS[type(view)].paintbox.name
    return Scene(f"{box}-{look.theme}", Tile((), WIDTH, HEIGHT, (page, *shapes)), (), tuple(words))
