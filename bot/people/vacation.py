"""Vacations: fourteen days a year in which a person's clocks stand still."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.clock import DAY

from .quiet_hours import local_time

DAYS_A_YEAR = 14


@dataclass(frozen=True, slots=True)
class Vacation:
    """Whole days from a moment on (epoch milliseconds); if ended early, the day begun counts."""

    from_ms: int
    until_ms: int

    @classmethod
    def of(cls, from_ms: int, days: int) -> Vacation:
        """Make a vacation of some days from a moment on."""
        return cls(from_ms, from_ms + days * DAY)

    @property
    def days(self) -> tuple[int, ...]:
        """The moments at which its days begin."""
        return tuple(range(self.from_ms, self.until_ms, DAY))

    def lasts(self, at_ms: int) -> bool:
        return self.from_ms <= at_ms < self.until_ms

    def end(self, at_ms: int) -> Vacation:
        """Cut it short for an owner who comes back early."""
        return replace(self, until_ms=max(self.from_ms, min(self.until_ms, at_ms)))

    def meets(self, other: Vacation) -> bool:
        return self.from_ms < other.until_ms and other.from_ms < self.until_ms


def fits(vacations: Iterable[Vacation], wanted: Vacation, zone: str) -> bool:
    """Tell whether a vacation overlaps no other and leaves no year with too many days."""
    taken = list(vacations)
    if any(wanted.meets(other) for other in taken):
        return False
    years = {year_of(day, zone) for day in wanted.days}
    return all(days_left((*taken, wanted), year, zone) >= 0 for year in years)


def days_left(vacations: Iterable[Vacation], year: int, zone: str) -> int:
    """Count the days of a year, by a time zone, that are left to be taken."""
    taken = (day for vacation in vacations for day in vacation.days)
    return DAYS_A_YEAR - sum(year_of(day, zone) == year for day in taken)


def midnight(at_ms: int, zone: str) -> int:
    """Return when the day of a moment began by a time zone; both are epoch milliseconds."""
    begun = local_time(at_ms, zone).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
    return int(begun.timestamp() * 1000)


def year_of(at_ms: int, zone: str) -> int:
    """Return the year that a moment (epoch milliseconds) falls into."""
    return local_time(at_ms, zone).year
