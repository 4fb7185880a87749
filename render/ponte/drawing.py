"""The pictures of Ponte del Diavolo: the functions that draw them, colours, and sample views."""

from collections.abc import Iterable, Iterator

from games.core import Act, Over, Seat
from games.ponte.notation import load
from games.ponte.view import PonteView, news

from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS, inks
from .cells import EDGE
from .colours import NETWORKS
from .colours import PONTE as COLOURS
from .reading import READING
from .scene import chip, scene
from .words import SIDES, describe


def flat(theme: Theme) -> Iterable[str]:
    colours = COLOURS[theme]
    water = colours.water, colours.grid, colours.wave, colours.foam, colours.shadow
    yield from inks((TOKENS[theme], water, colours.lands, colours.bridges, NETWORKS, EDGE))


def liveries(view: PonteView, theme: Theme) -> tuple[Livery, ...]:
    """Return what stands for each seat: light or dark, whichever it has now."""
    return tuple(
        Livery(SIDES[colour], chip(theme, colour), land.sandbank, land.outline)
        for colour in view.position.seated
        for land in (COLOURS[theme].lands[colour],)
    )


TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))
WON = Over(frozenset({Seat(0)}), "score")
LANDS = (
    "ponte1 standard on ........o./.x.oooo.o./.xx.....oo/..xooxx.xx/.....xooxx/"
    ".ooo.xoo../..o.....x./....x.xxx./...xx...../...x.oooo. d 27 0 0 - "
    "g9-i10,g6-i8,e3-f5,e2-g3,i4-i6,d7-f9 - 0 d7-f9"
)


def portraits() -> Iterator[PonteView]:
    """Yield lands and bridges in play, and counted."""
    position = load(LANDS)
    for turn in TURNS:
        yield PonteView(None, turn, news(position), position)
    yield PonteView(None, WON, news(position), position)


PONTE = Drawing(
    game="ponte",
    view=PonteView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    paintbox=Paintbox("ponte", flat, {"light": 48, "dark": 48, "contrast": 24}, level=4),
    liveries=liveries,
    cloth=lambda theme: COLOURS[theme].water[1],
    marked=None,
    measured="standard pie=off",
)
