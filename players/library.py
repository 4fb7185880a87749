"""The computer players and their games, by id. A game without one is played by people alone."""

from __future__ import annotations

from collections.abc import Mapping

from games.library import GAMES

from .core import AnyPlayer, Choose
from .diablo.greedy import greedy as diablo_greedy
from .diablo.player import DIABLO_PLAYER
from .junqi.dark import DARK_PLAYER
from .junqi.flip import FLIP_PLAYER
from .junqi.flip_greedy import greedy as flip_greedy
from .junqi.four import FOUR_PLAYER
from .junqi.plain import dark_greedy, four_greedy
from .murus.greedy import greedy as murus_greedy
from .murus.player import MURUS_PLAYER
from .ponte.greedy import greedy as ponte_greedy
from .ponte.player import PONTE_PLAYER
from .random import random_turns

PLAYERS: Mapping[str, AnyPlayer] = {
    "diablo": DIABLO_PLAYER,
    "junqi-dark": DARK_PLAYER,
    "junqi-flip": FLIP_PLAYER,
    "junqi-four": FOUR_PLAYER,
    "murus": MURUS_PLAYER,
    "ponte": PONTE_PLAYER,
}
GREEDY: Mapping[str, Choose] = {
    "diablo": diablo_greedy,
    "junqi-dark": dark_greedy,
    "junqi-flip": flip_greedy,
    "junqi-four": four_greedy,
    "murus": murus_greedy,
    "ponte": ponte_greedy,
}
"""Sensible players that look one turn ahead; every player is measured against them."""
RANDOM: Mapping[str, Choose] = {name: random_turns(game) for name, game in GAMES.items()}
"""Players that take any turn at all."""
