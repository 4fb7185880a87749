"""Diablo: its public half, every question that a view can answer."""

from __future__ import annotations

from ..core import Game, Info
from . import notation, view
from .board import SIZES, Action
from .view import DiabloView

DIABLO: Game[Action, DiabloView] = Game(
    info=Info(
        id="diablo",
        version=1,
        seats=2,
        variants=tuple(f"size-{size}" for size in SIZES),
        designer="Mark Steere",
        source="Mark Steere's rule sheet of 2022",
        joint=" ",
        draws=False,
        dice=True,
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
