"""The public half of a mode with layouts, put together from its rooms."""

from ..core import Game, Info, SetUp, Word
from ..plain import Sight, Writing, plain_game
from . import layout
from .codes import PIECES
from .hidden import Action
from .hidden_notation import Script
from .hidden_view import Seeing, V
from .pieces import RANKS


def hidden_game(
    info: Info, view: Sight[Action, V], notation: Writing[Action, V], seeing: Seeing, script: Script
) -> Game[Action, V]:
    """Return the public half of a mode with layouts."""
    return plain_game(
        info,
        view,
        notation,
        fought=seeing.fought,
        shown=script.write_for_board,
        pieces=PIECES,
        set_up=SetUp(
            presets=layout.PRESETS,
            squares=seeing.ground.squares,
            random=layout.random_layout,
            varied=layout.vary_preset,
            read=layout.read,
            written=layout.write_layout,
            faults=seeing.faults,
            swapped=layout.swapped,
            mirrored=layout.mirrored,
            drafted=seeing.with_draft,
            hidden=seeing.hidden_pieces,
            possible=seeing.possible,
            ranks=RANKS,
            letters=Word("junqi.letters"),
        ),
    )
