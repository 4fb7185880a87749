"""The pictures of Murus Gallicus: the functions that draw them, their colours, sample views."""

from collections.abc import Iterable, Iterator

from games.core import Act, Seat
from games.murus.board import GRID, Move, Sign, Variant
from games.murus.view import Code, MurusView

from .. import squares
from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS, inks
from .pieces import MURUS as COLOURS
from .pieces import chip
from .reading import READING
from .scene import scene
from .words import SIDES, describe


def flat(theme: Theme) -> Iterable[str]:
    tokens, colours = TOKENS[theme], COLOURS[theme]
    named = squares.flat(tokens, colours.cells, colours.shadow)
    yield from (ink for ink in (*named, *inks(colours.sides)) if ink != tokens.good)


def liveries(view: MurusView, theme: Theme) -> tuple[Livery, ...]:
    return tuple(
        Livery(SIDES[seat], chip(theme, Seat(seat)), side.fill, side.outline)
        for seat, side in enumerate(COLOURS[theme].sides)
    )


TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))


def portraits() -> Iterator[MurusView]:
    return map(_portrait, range(12))


def _portrait(number: int) -> MurusView:
    board = [(3 * square + square // 8 + number) % 7 for square in range(len(GRID))]
    origin = GRID.square("d4") + number // 6
    names = ("d6", "f6", "f4", "f2", "d2", "b2")
    target = GRID.square(names[number % 6]) + number // 6
    if number % 2:
        board[origin] = 0
    sign = Sign.TO if number % 2 else Sign.TAKE
    last = Move(origin, sign, target)
    ply = 20 + number // 2 % 2
    return MurusView(None, TURNS[ply % 2], (), bytes(board), Variant(advanced=True), ply, last)


MURUS = Drawing(
    game="murus",
    view=MurusView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    paintbox=Paintbox("murus", flat, {"light": 64, "dark": 64, "contrast": 18}),
    liveries=liveries,
    cloth=lambda theme: COLOURS[theme].cells[1],
    notable=frozenset((Code.HIT, Code.SACRIFICED, Code.SACRIFICED_TWO)),
    measured="advanced",
)
