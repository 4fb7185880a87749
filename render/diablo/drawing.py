"""The pictures of Diablo: the functions that draw them, and their colours."""

from collections.abc import Iterable

from games.core import Seat
from games.diablo.view import Code, DiabloView

from .. import squares
from ..colours import inks
from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS
from .colours import DIABLO as COLOURS
from .pieces import chip
from .portraits import portraits
from .reading import READING
from .scene import scene
from .words import SIDES, describe


def flat(theme: Theme) -> Iterable[str]:
    """Yield every colour of a theme used flat."""
    tokens, colours = TOKENS[theme], COLOURS[theme]
    yield from squares.flat(tokens, colours.cells, colours.shadow)
    yield from inks((colours.stacks, colours.die, colours.used_die))


def liveries(view: DiabloView, theme: Theme) -> tuple[Livery, ...]:
    """Return what stands for each seat."""
    return tuple(
        Livery(SIDES[seat], chip(theme, Seat(seat)), stack.top, stack.outline)
        for seat, stack in enumerate(COLOURS[theme].stacks)
    )


DIABLO = Drawing(
    game="diablo",
    view=DiabloView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    paintbox=Paintbox("diablo", flat, {"light": 64, "dark": 64, "contrast": 40}, level=5),
    liveries=liveries,
    cloth=lambda theme: COLOURS[theme].cells[1],
    shows_turns=True,
    notable=frozenset((Code.MERGED, Code.TOOK)),
)
