"""Dark Junqi: its public half, every question that a view can answer."""

from __future__ import annotations

from ...core import Game, Info, SetUp
from .. import layout
from ..codes import PIECES
from ..hidden import Action
from ..hidden_notation import facts
from ..hidden_view import takeback_refusal
from ..options import DARK
from ..pieces import RANKS
from . import notation, view
from .view import DarkView

DARK_JUNQI: Game[Action, DarkView] = Game(
    info=Info(
        id="junqi-dark",
        version=1,
        seats=2,
        variants=("standard",),
        designer="traditional",
        source="platform rules for two players, dark mode with a referee",
        options={key: option.values for key, option in DARK.items()},
        secrets=True,
        lapses=True,
        private=True,
        host_first=True,
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
    facts=facts,
    diagram=notation.diagram,
    takeback_refusal=takeback_refusal,
    variant=notation.variant,
    fought=view.fought,
    shown=notation.shown,
    pieces=PIECES,
    set_up=SetUp(
        presets=layout.PRESETS,
        squares=layout.squares,
        random=layout.chosen,
        varied=layout.varied,
        read=layout.read,
        written=layout.written,
        faults=layout.faults,
        swapped=layout.swapped,
        mirrored=layout.mirrored,
        drafted=view.drafted,
        hidden=view.hidden,
        possible=view.possible,
        ranks=RANKS,
    ),
)
