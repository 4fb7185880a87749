"""Shards: the connections to Discord, each of which hears of its own part of the servers."""

from __future__ import annotations

import re
from dataclasses import dataclass

SERVERS_APART = 1 << 22
"""A server belongs to shard (server >> 22) % shards; what has no server, to the first."""
_NAMED = re.compile(r"([0-9]{1,4}(?:-[0-9]{1,4})?(?:,[0-9]{1,4}(?:-[0-9]{1,4})?)*)/([0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Shards:
    """Some shards, by number, and how many there are in all: those of a process, or those of them
    that can hear people just now."""

    there: frozenset[int] = frozenset({0})
    of: int = 1

    @classmethod
    def read(cls, text: str) -> Shards:
        """Read "0-3/16" or "0,1/4"; nothing is all of them. Raises ValueError."""
        if not text:
            return WHOLE
        found = _NAMED.fullmatch(text)
        if found is None:
            raise ValueError(text)
        there: set[int] = set()
        for part in found[1].split(","):
            first, _, last = part.partition("-")
            there.update(named := range(int(first), int(last or first) + 1))
            if not named:
                raise ValueError(text)
        of = int(found[2])
        if max(there) >= of:
            raise ValueError(text)
        return cls(frozenset(there), of)

    @property
    def whole(self) -> bool:
        """True if every server is heard."""
        return len(self.there) == self.of

    def hear(self, server: int | None) -> bool:
        """Tell whether a server is heard; what has no server, such as direct messages, is None."""
        return (server or 0) // SERVERS_APART % self.of in self.there


WHOLE = Shards()
"""The one connection of a small bot, which hears of every server."""
