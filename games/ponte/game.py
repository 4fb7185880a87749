"""Ponte del Diavolo: its public half, every question that a view can answer."""

from __future__ import annotations

from ..core import Game, Info
from . import notation, view
from .board import Action
from .view import PonteView

PONTE: Game[Action, PonteView] = Game(
    info=Info(
        id="ponte",
        version=1,
        seats=2,
        variants=notation.VARIANTS,
        designer="Martin Ebel",
        source="the published rules of 2007",
        joint=",",
        unordered=True,
        options={"pie": ("on", "off")},
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
)
