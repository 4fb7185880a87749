"""The pictures of Ponte del Diavolo: the functions that draw them, colours, and sample views."""

from collections.abc import Iterable, Iterator
from itertools import islice

from games.core import Act, Over, Seat
from games.ponte.notation import load
from games.ponte.view import PonteView, news

from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..scene import Box, Scene, Stamp, Tile
from ..squares import square_field
from ..theme import TOKENS, inks
from .cells import EDGE, coasts
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


AT_ONCE = 50
"""The coasts that are painted in one picture."""
TURNS = (Act(frozenset({Seat(0)})), Act(frozenset({Seat(1)})))
WON = Over(frozenset({Seat(0)}), "score")
LARGE = (
    "ponte1 standard on oo.oxoxxox/ox.ox..oo./...xo.o..x/.ox...x.oo/x.x.xx..o./o.o..x.oxo/"
    "o..xo.xoxx/xxo...o..o/.xooxxoxoo/x.xxox.xox d 47 0 0 - j5-j7,e9-g7,d2-e4,e2-g4,d4-e6,h9-i7,"
    "f10-g8,a9-b7,b9-c7,b10-d9,a1-a3,a5-c3,d8-f6,h4-i2,j8-j10 - 0 e1,i9"
)
LANDS = (
    LARGE,
    LARGE.replace("standard", "unlimited"),
    "ponte1 size-8 on x.xo.o.o/o.ox.oxo/o..o..xo/o.o.xxo./x.xooo.o/x..xx.xo/o.x..o.x/ox.xx..o"
    " d 33 0 0 - a6-c5,d3-e1,d6-f7,e3-g3,a3-c2,f8-h8,f4-h4,b1-d1,f2-h1,a8-c8,a7-c7,a4-c4,e5-g7"
    " - 0 a1,d8",
    "ponte1 size-12 on oxxox.xxo.xo/x......ox..o/.x.xxoox.o.x/x.x....o..../.xo.xxo..oox/"
    "ooo.ox.xoo.x/....ox.x.x.o/ooxoo.oo.oox/o.....oxo..o/.oxx.oxoox.x/o..o...x.o.x/"
    "ooxxoxx.xoo. d 73 0 0 - h9-i7,h5-j5,g1-i1,a9-c9,d2-f3,e8-e10,j6-l7,c12-d10,b3-b5,a5-b7,"
    "f1-g3,j10-l11,l8-l10,e12-g12,i3-k5,f6-h6,h3-j1,j3-l5,e5-g4,c5-d3 - 0 c5-d3",
)


def portraits() -> Iterator[PonteView]:
    """Yield lands and bridges in play, and counted."""
    for position in map(load, LANDS):
        for turn in (*TURNS, WON):
            yield PonteView(None, turn, news(position), position)


def prepared(theme: Theme, below: int) -> Iterator[Scene]:
    """Yield land with all neighbours it may have, which chance positions show few of."""
    if below:
        return
    for size in {load(text).variant.size for text in LANDS}:
        side = square_field(size, False).cell
        page = Tile(("page", side), side, side, (Box(0, 0, side, side, COLOURS[theme].water[0]),))
        stamps = (Stamp(0, 0, tile, clear=True) for tile in coasts(theme, side))
        while some := tuple(islice(stamps, AT_ONCE)):
            yield Scene(f"ponte-{theme}", page, some, ())


PONTE = Drawing(
    game="ponte",
    view=PonteView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    prepared=prepared,
    paintbox=Paintbox("ponte", flat, {"light": 48, "dark": 48, "contrast": 22}, level=4),
    liveries=liveries,
    cloth=lambda theme: COLOURS[theme].water[1],
    marked=None,
    measured="standard pie=off",
)
