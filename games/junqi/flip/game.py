"""Flip Junqi: its public half, every question that a view can answer."""

from __future__ import annotations

from ...core import Game, Info
from ..codes import PIECES
from ..options import FLIP
from . import notation, view
from .board import Action
from .view import FlipView

FLIP_JUNQI: Game[Action, FlipView] = Game(
    info=Info(
        id="junqi-flip",
        version=1,
        seats=2,
        variants=tuple(notation.VARIANTS),
        designer="traditional",
        source="platform rules for two players, flip mode",
        options={key: option.values for key, option in FLIP.items()},
        secrets=True,
        lapses=True,
        dice=True,
        free_draws=True,
        counts_from=30,
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
    shown=notation.shown,
    pieces=PIECES,
)
