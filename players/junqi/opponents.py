"""The computer players of Junqi's three games, and what belongs to them. That of the game for four
takes any seat, whoever its partner is."""

from functools import partial

from games.junqi.dark.board import GROUND as DARK
from games.junqi.dark.view import DarkView
from games.junqi.four.board import GROUND as FOUR
from games.junqi.four.view import FourView

from ..core import Budget, Opponent, Player, in_one_go
from .flip.greedy import greedy as flip_greedy
from .flip.player import FLIP_PLAYER
from .plain import dark_greedy, four_greedy
from .turns import SLICE, chooser

DARK_MASTER, FOUR_MASTER = Budget(25_000), Budget(15_000)
"""Some 3 seconds of CPU."""

_DARK_GO_ON, _DARK_JUDGE = chooser(DARK)
_FOUR_GO_ON, _FOUR_JUDGE = chooser(FOUR)
DARK_PLAYER: Player[DarkView] = Player(
    10,
    (Budget(1, 0.105), Budget(20, 0.08), Budget(80, 0.025), Budget(300, 0.01), Budget(2500)),
    partial(in_one_go, _DARK_GO_ON),
    _DARK_JUDGE,
    (0.0, 0.01, 0.06, 0.14, 0.24, 0.35, 0.49, 0.61, 0.71, 0.75, 0.8, 0.84, 1.0),
    master=DARK_MASTER,
    slice=SLICE,
    go_on=_DARK_GO_ON,
)
"""The curve is from 600 games before any were played on."""
FOUR_PLAYER: Player[FourView] = Player(
    12,
    (Budget(1, 0.09), Budget(20, 0.065), Budget(80, 0.025), Budget(300, 0.005), Budget(1500)),
    partial(in_one_go, _FOUR_GO_ON),
    _FOUR_JUDGE,
    (0.0, 0.09, 0.16, 0.29, 0.32, 0.42, 0.5, 0.54, 0.66, 0.72, 0.87, 0.9, 1.0),
    master=FOUR_MASTER,
    slice=SLICE,
    go_on=_FOUR_GO_ON,
)
"""The curve is from 600 games before any were played on."""
DARK_JUNQI = Opponent("junqi-dark", DARK_PLAYER, dark_greedy, middle=range(20, 60, 8))
FLIP_JUNQI = Opponent("junqi-flip", FLIP_PLAYER, flip_greedy, middle=range(60, 100, 8))
FOUR_JUNQI = Opponent("junqi-four", FOUR_PLAYER, four_greedy, middle=range(20, 60, 8))
