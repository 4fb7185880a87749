"""Murus Gallicus: its public half, every question that a view can answer."""

from __future__ import annotations

from ..core import Game, Info
from . import notation, view
from .board import VARIANTS, Action
from .view import MurusView

MURUS: Game[Action, MurusView] = Game(
    info=Info(
        id="murus",
        version=1,
        seats=2,
        variants=tuple(VARIANTS),
        designer="Phil Leduc",
        source="Phil Leduc's rules of 2009; draws by repetition are a house rule",
    ),
    legal=view.legal,
    check=view.check,
    preview=view.preview,
    parse=notation.parse,
    format=notation.written,
    path=view.path,
    weight=view.weight,
    last=notation.last,
    cells=notation.cells,
    facts=notation.facts,
    diagram=notation.diagram,
    takeback_refusal=view.takeback_refusal,
    variant=notation.variant,
    material=view.material,
)
