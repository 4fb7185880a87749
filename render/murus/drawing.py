"""The pictures of Murus Gallicus: the functions that draw them, and their colours."""

from collections.abc import Iterable

from games.core import Seat
from games.murus.view import Code, MurusView

from .. import squares
from ..colours import inks
from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS
from .colours import MURUS as COLOURS
from .pieces import chip
from .portraits import portraits
from .reading import READING
from .scene import scene
from .words import SIDES, describe


def flat(theme: Theme) -> Iterable[str]:
    """Yield every colour of a theme used flat."""
    tokens, colours = TOKENS[theme], COLOURS[theme]
    named = squares.flat(tokens, colours.cells, colours.shadow)
    yield from (ink for ink in (*named, *inks(colours.sides)) if ink != tokens.good)


def liveries(view: MurusView, theme: Theme) -> tuple[Livery, ...]:
    """Return what stands for each seat."""
    return tuple(
        Livery(SIDES[seat], chip(theme, Seat(seat)), side.fill, side.outline)
        for seat, side in enumerate(COLOURS[theme].sides)
    )


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
