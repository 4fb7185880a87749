"""Four-player Junqi: its public half, every question that a view can answer."""

from __future__ import annotations

from ...core import Game, Info, SetUp
from .. import layout
from ..codes import PIECES
from ..hidden import Action
from ..hidden_view import takeback_refusal
from ..options import FOUR
from ..pieces import RANKS
from . import notation, view
from .board import TEAMS
from .view import FourView

FOUR_JUNQI: Game[Action, FourView] = Game(
    info=Info(
        id="junqi-four",
        version=2,
        seats=4,
        variants=tuple(notation.VARIANTS),
        designer="traditional",
        source="platform rules for four players, two against two",
        options={key: option.values for key, option in FOUR.items()},
        secrets=True,
        private=True,
        host_first=True,
        teams=TEAMS,
        lapses=True,
        last_only=True,
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
    takeback_refusal=takeback_refusal,
    variant=notation.variant,
    fought=view.fought,
    confers=notation.confers,
    shown=notation.shown,
    pieces=PIECES,
    set_up=SetUp(
        presets=layout.PRESETS,
        squares=view.squares,
        random=layout.chosen,
        varied=layout.varied,
        read=layout.read,
        written=layout.written,
        faults=view.faults,
        swapped=layout.swapped,
        mirrored=layout.mirrored,
        drafted=view.drafted,
        hidden=view.hidden,
        possible=view.possible,
        ranks=RANKS,
    ),
)
