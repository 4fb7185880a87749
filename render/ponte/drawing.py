"""The pictures of Ponte del Diavolo: the functions that draw them, and their colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from games.ponte.view import PonteView

from ..drawing import Drawing, Livery, Paintbox
from ..look import Theme
from ..theme import TOKENS
from .colours import NETWORKS
from .colours import PONTE as COLOURS
from .portraits import portraits
from .reading import READING
from .references import EXAMPLES, REFERENCES
from .scene import chip, scene
from .words import SIDES, describe


def flat(theme: Theme) -> Iterable[str]:
    """Yield every colour of a theme used flat."""
    tokens, colours = TOKENS[theme], COLOURS[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens))
    yield from (value for value in values if isinstance(value, str))
    yield from (*colours.water, colours.grid, colours.foam, colours.shadow, *NETWORKS, "#14131F")
    if colours.wave:
        yield colours.wave
    for land in colours.lands:
        yield from (getattr(land, field.name) for field in fields(land))
    for bridge in colours.bridges:
        yield from (getattr(bridge, field.name) for field in fields(bridge))


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
    references=REFERENCES,
    liveries=liveries,
    cloth=lambda theme: COLOURS[theme].water[1],
    examples=EXAMPLES,
    measured="standard pie=off",
)
