"""The computer players, by the id of their game. A game without one is played by people alone."""

from __future__ import annotations

from collections.abc import Mapping

from .core import AnyPlayer

PLAYERS: Mapping[str, AnyPlayer] = {}
