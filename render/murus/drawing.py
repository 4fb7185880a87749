"""The pictures of Murus Gallicus: the functions that draw them, and their colours."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from games.murus.view import MurusView

from ..drawing import Drawing, Paintbox
from ..look import Theme
from ..theme import GRID_LINE, TOKENS, mixed, tints
from .colours import MURUS as COLOURS
from .portraits import portraits
from .reading import READING
from .references import EXAMPLES, REFERENCES
from .scene import scene
from .words import describe


def flat(theme: Theme) -> Iterable[str]:
    """Yield every colour of a theme used flat."""
    tokens, colours = TOKENS[theme], COLOURS[theme]
    values = (getattr(tokens, field.name) for field in fields(tokens) if field.name != "good")
    yield from (value for value in values if isinstance(value, str))
    for cell in colours.cells:
        yield cell
        yield from (mixed(cell, over, percent) for over, percent in tints(tokens).values())
    for side in colours.sides:
        yield from (side.fill, side.outline, side.trim, side.joints)
    if colours.shadow:
        yield colours.shadow
    else:
        yield from ("#FFFFFF", "#000000", GRID_LINE)


MURUS = Drawing(
    game="murus",
    view=MurusView,
    scene=scene,
    words=describe,
    reading=READING,
    portraits=portraits,
    paintbox=Paintbox("murus", flat, {"light": 64, "dark": 64, "contrast": 18}),
    references=REFERENCES,
    examples=EXAMPLES,
    measured="advanced",
)
