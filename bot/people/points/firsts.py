"""What a person has done for the first time, as the matches they have finished tell it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from .seasons import Season

MILESTONES = (10, 50, 200)
"""The numbers of finished matches that are worth a word."""
LEAST_TIMED = 10
"""The fewest matches with a clock of which it is said how many were in time."""
LEAST_OF_SEASON = 5
"""The fewest matches with a clock in a season that went by without a flag."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that a person has finished, at `at_ms` (epoch ms), against computers of a `level` at
    the lowest, or people (None). It was `timed` with a clock; `kept`: no flag of theirs fell."""

    game: str
    at_ms: int
    won: bool
    level: int | None
    timed: bool
    kept: bool


@dataclass(frozen=True, slots=True)
class Firsts:
    """The games won at least once, the first first; the levels beaten; the last milestone reached;
    the last `season` without a flag; and how many of the `timed` matches were `kept` in time."""

    games: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()
    milestone: int = 0
    season: Season | None = None
    kept: int = 0
    timed: int = 0


def firsts(finished: Sequence[Finished], now_ms: int) -> Firsts:
    """Find the firsts in somebody's matches, given in the order of their ends."""
    won = [match for match in finished if match.won]
    timed = [match for match in finished if match.timed]
    seasons: dict[Season, list[bool]] = defaultdict(list)
    for match in timed:
        seasons[Season.at(match.at_ms)].append(match.kept)
    clean = (
        season
        for season, kept in seasons.items()
        if all(kept) and len(kept) >= LEAST_OF_SEASON and season.until_ms < now_ms
    )
    enough = len(timed) >= LEAST_TIMED
    return Firsts(
        tuple(dict.fromkeys(match.game for match in won)),
        tuple(sorted({match.level for match in won if match.level is not None})),
        max((most for most in MILESTONES if len(finished) >= most), default=0),
        max(clean, key=lambda season: season.until_ms, default=None),
        sum(match.kept for match in timed) if enough else 0,
        len(timed) if enough else 0,
    )
