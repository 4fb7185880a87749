"""Vacations: fourteen days a year in which somebody's clocks stand still."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.clock import DAY

from .quiet_hours import local_time

DAYS_A_YEAR = 14


@dataclass(frozen=True, slots=True)
class Vacation:
    """Whole days from a moment on; ended early, the day that has begun is taken all the same.

    Both ends are epoch milliseconds.
    """

    from_ms: int
    until_ms: int

    @classmethod
    def of(cls, from_ms: int, days: int) -> Vacation:
        """So many days from a moment on."""
        return cls(from_ms, from_ms + days * DAY)

    @property
    def days(self) -> tuple[int, ...]:
        """When each of its days begins."""
        return tuple(range(self.from_ms, self.until_ms, DAY))

    def lasts(self, at_ms: int) -> bool:
        """Whether a moment falls into it."""
        return self.from_ms <= at_ms < self.until_ms

    def ended(self, at_ms: int) -> Vacation:
        """As it was, if its owner comes back early."""
        return replace(self, until_ms=max(self.from_ms, min(self.until_ms, at_ms)))

    def meets(self, other: Vacation) -> bool:
        """Whether the two share a moment."""
        return self.from_ms < other.until_ms and other.from_ms < self.until_ms


def fits(vacations: Iterable[Vacation], wanted: Vacation, zone: str) -> bool:
    """Whether nobody would be away for too many days of any year, nor twice at once."""
    taken = list(vacations)
    if any(wanted.meets(one) for one in taken):
        return False
    years = {year_of(day, zone) for day in wanted.days}
    return all(days_left((*taken, wanted), year, zone) >= 0 for year in years)


def days_left(vacations: Iterable[Vacation], year: int, zone: str) -> int:
    """How many days of a year of their time zone somebody may still take."""
    taken = (day for one in vacations for day in one.days)
    return DAYS_A_YEAR - sum(year_of(day, zone) == year for day in taken)


def year_of(at_ms: int, zone: str) -> int:
    """The year that a moment (epoch milliseconds) falls into."""
    return local_time(at_ms, zone).year
