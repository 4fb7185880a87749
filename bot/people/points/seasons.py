"""Seasons: the quarters of a year, by the clocks of UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

QUARTERS = (1, 2, 3, 4)
EPOCH = 1970
_MONTHS = 3


@dataclass(frozen=True, slots=True)
class Season:
    """A quarter of a year; the first is winter, from January to March."""

    year: int
    quarter: int

    @classmethod
    def at(cls, moment_ms: int) -> Season:
        """Return the season of a moment (epoch ms)."""
        day = datetime.fromtimestamp(moment_ms / 1000, UTC)
        return cls(day.year, (day.month - 1) // _MONTHS + 1)

    @classmethod
    def read(cls, text: str) -> Season | None:
        """Read a season as `str` writes it, "2026-1"; None for anything else."""
        year, _, quarter = text.partition("-")
        if quarter not in map(str, QUARTERS) or not (year.isascii() and year.isdecimal()):
            return None
        found = cls(int(year[:4]), int(quarter))
        return found if str(found) == text and found.year >= EPOCH else None

    def __str__(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def before(self) -> Season:
        return (
            Season(self.year - 1, 4) if self.quarter == 1 else Season(self.year, self.quarter - 1)
        )

    @property
    def until_ms(self) -> int:
        """The last moment of it, in epoch milliseconds."""
        year, month = divmod(self.quarter * _MONTHS, 12)
        return int(datetime(self.year + year, month + 1, 1, tzinfo=UTC).timestamp()) * 1000 - 1
