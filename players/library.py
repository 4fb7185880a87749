"""The computer players and their games, by id. A game without one is played by people alone."""

from collections.abc import Mapping
from dataclasses import replace

from games.library import GAMES

from .core import AnyPlayer, Choose, Opponent
from .diablo.player import DIABLO
from .junqi.opponents import DARK_JUNQI, FLIP_JUNQI, FOUR_JUNQI
from .murus.player import MURUS
from .ponte.player import PONTE
from .random import random_turns

OPPONENTS: Mapping[str, Opponent] = {
    opponent.game: opponent
    for opponent in (
        DIABLO,
        DARK_JUNQI,
        FLIP_JUNQI,
        FOUR_JUNQI,
        MURUS,
        PONTE,
    )
}
PLAYERS: Mapping[str, AnyPlayer] = {name: opponent.player for name, opponent in OPPONENTS.items()}
WITHOUT_MASTER: Mapping[str, AnyPlayer] = {
    name: replace(player, master=None) for name, player in PLAYERS.items()
}
"""The players of a host who does not allow Master."""
GREEDY: Mapping[str, Choose] = {name: opponent.greedy for name, opponent in OPPONENTS.items()}
"""Sensible players that look one turn ahead; every player is measured against them."""
RANDOM: Mapping[str, Choose] = {name: random_turns(game) for name, game in GAMES.items()}
"""Players that take any turn at all."""
