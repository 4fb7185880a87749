"""The pictures of Ponte del Diavolo: the functions that draw them, and their colours."""

from collections.abc import Iterable

from games.ponte.view import PonteView

from ..colours import inks
from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS
from .cells import EDGE
from .colours import NETWORKS
from .colours import PONTE as COLOURS
from .portraits import portraits
from .reading import READING
from .scene import chip, scene
from .words import SIDES, describe


def flat(theme: Theme) -> Iterable[str]:
    """Yield every colour of a theme used flat."""
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
    measured="standard pie=off",
)
