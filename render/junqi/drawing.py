"""The pictures of both modes of Junqi: the functions that draw them, and their colours."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.junqi.board import COLOURS as RED_AND_BLUE
from games.junqi.codes import DRAWN, NOTABLE
from games.junqi.dark.view import SIDES, DarkView
from games.junqi.flip.view import FlipView

from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS, inks, mix, tints
from ..words import Sides
from .colours import JUNQI as COLOURS
from .pieces import chip
from .portraits import boards, dark_portraits, flip_portraits
from .reading import DARK_READING, FLIP_READING
from .scene import dark_scene, flip_scene
from .words import describe_dark, describe_flip, flip_sides


def flat(theme: Theme) -> Iterable[str]:
    tokens, colours = TOKENS[theme], COLOURS[theme]
    yield from (*inks(tokens), *inks(colours))
    for ground in (colours.station, colours.camp):
        yield from (mix(ground, *tint) for tint in tints(tokens).values())
    yield "#10141C"


def liveries(colours: Sequence[str], sides: Sides, theme: Theme) -> tuple[Livery, ...]:
    """Return what stands for each seat, grey until the colours are decided."""
    return tuple(
        Livery(side, chip(theme, colour), tile.fill, tile.outline)
        for colour, side in zip(colours, sides, strict=True)
        for tile in (COLOURS[theme].tile(colour),)
    )


PAINTBOX = Paintbox("junqi", flat, {"light": 64, "dark": 64, "contrast": 34}, level=5)
DARK_JUNQI = Drawing(
    game="junqi-dark",
    view=DarkView,
    scene=dark_scene,
    words=describe_dark,
    reading=DARK_READING,
    portraits=dark_portraits,
    paintbox=PAINTBOX,
    liveries=lambda view, theme: liveries(RED_AND_BLUE, SIDES, theme),
    cloth=lambda theme: COLOURS[theme].board,
    marked=DRAWN,
    notable=NOTABLE,
    prepared=boards,
)
FLIP_JUNQI = Drawing(
    game="junqi-flip",
    view=FlipView,
    scene=flip_scene,
    words=describe_flip,
    reading=FLIP_READING,
    portraits=flip_portraits,
    paintbox=replace(PAINTBOX, contrast_level=5),
    liveries=lambda view, theme: liveries(view.colours, flip_sides(view), theme),
    cloth=lambda theme: COLOURS[theme].board,
    marked=DRAWN,
    notable=NOTABLE,
)
