"""What people have reported of those they play with by letter, for whoever runs the bot."""

from dataclasses import asdict

import sqlalchemy as sa

from bot.store.store import StorePart
from bot.store.tables.matches import reports

from ..match.remarks import Report


class Reports(StorePart):
    """The reports of one store."""

    async def add(self, report: Report) -> None:
        """Write a report down, in the place of an earlier one by the same person."""
        await self._store.write(self._store.put(reports), asdict(report))

    async def all(self) -> list[Report]:
        """Read all reports, the latest first."""
        found = await self._store.rows(sa.select(reports).order_by(reports.c.at_ms.desc()))
        return [Report(**row._mapping) for row in found]
