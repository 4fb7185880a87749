"""The games Tetrarch knows, by id and the easiest first: their public halves, for those who hold
views."""

from collections.abc import Mapping

from .core import AnyGame
from .diablo.game import DIABLO
from .junqi.dark.game import DARK_JUNQI
from .junqi.flip.game import FLIP_JUNQI
from .junqi.four.game import FOUR_JUNQI
from .murus.game import MURUS
from .ponte.game import PONTE

GAMES: Mapping[str, AnyGame] = {
    game.info.id: game
    for game in (
        MURUS,
        DIABLO,
        PONTE,
        FLIP_JUNQI,
        DARK_JUNQI,
        FOUR_JUNQI,
    )
}
