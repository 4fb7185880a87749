"""The pictures of four-player Junqi: the functions that draw them, and their colours."""

from collections.abc import Iterable

from games.junqi.codes import NOTABLE
from games.junqi.four.view import SIDES, FourView

from ...colours import inks
from ...drawing import Drawing, Livery, Paintbox
from ...look import Theme
from ...theme import PICKED, TOKENS, mixed
from ..colours import JUNQI
from .colours import SEATS
from .pieces import chip
from .portraits import portraits
from .reading import READING
from .scene import scene
from .words import describe


def flat(theme: Theme) -> Iterable[str]:
    """Yield every colour of a theme used flat."""
    tokens, colours = TOKENS[theme], JUNQI[theme]
    yield from (ink for ink in inks(tokens) if ink != tokens.good)
    yield from (colours.board, colours.station, colours.edge, colours.road, colours.rail)
    yield from (colours.dash, colours.camp, colours.camp_line, colours.home)
    yield from (colours.slip, colours.slip_text)
    yield from inks(SEATS[theme])
    for over, share in ((tokens.last, tokens.source), (tokens.last, tokens.target)):
        yield mixed(colours.station, over, share)
        yield mixed(colours.camp, over, share)
    yield mixed(colours.station, tokens.pick, PICKED)


def liveries(view: FourView, theme: Theme) -> tuple[Livery, ...]:
    """Return what stands for each seat."""
    return tuple(
        Livery(SIDES[seat], chip(theme, seat), colours.fill, colours.outline)
        for seat, colours in enumerate(SEATS[theme])
    )


FOUR_JUNQI = Drawing(
    game="junqi-four",
    view=FourView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    paintbox=Paintbox("junqi-four", flat, {"light": 64, "dark": 64, "contrast": 40}),
    liveries=liveries,
    cloth=lambda theme: JUNQI[theme].board,
    notable=NOTABLE,
    sides=4,
    parts=True,
)
