"""The Tour: every fortnight another game, the same everywhere, and a table of twelve of them."""

from __future__ import annotations

from typing import NamedTuple

from games.clock import DAY
from games.library import GAMES

FORTNIGHT_MS = 14 * DAY
FIRST_MS = 123 * DAY
"""The Monday from which fortnights are counted, 4 May 1970."""
SEASON, BEST = 12, 6
"""The fortnights of a season, and how many of them count for somebody."""
WORTH = {"won": 3, "drawn": 2, "lost": 1}


def fortnight_at(moment_ms: int) -> int:
    """Return the number of the fortnight of a moment (epoch ms)."""
    return (moment_ms - FIRST_MS) // FORTNIGHT_MS


def begins_ms(fortnight: int) -> int:
    return FIRST_MS + fortnight * FORTNIGHT_MS


def kind_of(fortnight: int) -> str:
    """Return what the Tour plays in a fortnight: a game in its usual variant, "murus basic"."""
    game = [*GAMES][fortnight % len(GAMES)]
    return f"{game} {GAMES[game].info.variants[0]}"


class TourSeason(NamedTuple):
    """Twelve fortnights of the Tour, by their number."""

    number: int

    @classmethod
    def at(cls, moment_ms: int) -> TourSeason:
        """Return the season of a moment (epoch ms)."""
        return cls(fortnight_at(moment_ms) // SEASON)

    @classmethod
    def read(cls, text: str) -> TourSeason | None:
        """Read a season as `str` writes it, "123"; None for anything else."""
        return cls(int(text)) if text.isascii() and text.isdecimal() and len(text) < 5 else None

    def __str__(self) -> str:
        return str(self.number)

    @property
    def before(self) -> TourSeason:
        return TourSeason(self.number - 1)

    @property
    def until_ms(self) -> int:
        """The last moment of it, in epoch milliseconds."""
        return begins_ms((self.number + 1) * SEASON) - 1

    @property
    def fortnights(self) -> range:
        return range(self.number * SEASON, (self.number + 1) * SEASON)
