"""The games Tetrarch knows, by id."""

from __future__ import annotations

from .core import AnyGame
from .diablo.rules import DIABLO
from .junqi.dark.rules import DARK_JUNQI
from .junqi.flip.rules import FLIP_JUNQI
from .murus.rules import MURUS
from .ponte.rules import PONTE

GAMES: dict[str, AnyGame] = {
    game.info.id: game for game in (DIABLO, DARK_JUNQI, FLIP_JUNQI, MURUS, PONTE)
}
