"""Shards: the connections to Discord, each of which hears of its own part of the servers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards that can hear people, by number, and how many there are in all."""

    there: frozenset[int] = frozenset({0})
    of: int = 1

    @property
    def whole(self) -> bool:
        """True if every server is heard."""
        return len(self.there) == self.of


WHOLE = Shards()
"""The one connection of a small bot, which hears of every server."""
