"""The commands Discord knows, in the database: those published last, and their ids."""

from collections.abc import Mapping

from sqlalchemy import delete, insert, select

from .store import StorePart
from .tables.upkeep import commands


class KeptCommands(StorePart):
    """The commands that each application has published."""

    async def read(self, application: int) -> tuple[str, dict[str, int]]:
        """Read the digest of the last publication, "" for none, and the commands' ids by name."""
        statement = select(commands).where(commands.c.application == application)
        found = await self._store.rows(statement)
        return found[0].digest if found else "", {row.name: row.id for row in found}

    async def write(self, application: int, digest: str, ids: Mapping[str, int]) -> None:
        """Remember a publication, in the place of the one before."""
        rows = [
            {"application": application, "name": name, "id": id_, "digest": digest}
            for name, id_ in ids.items()
        ]
        async with self._store.writing() as connection:
            await connection.execute(delete(commands).where(commands.c.application == application))
            if rows:
                await connection.execute(insert(commands), rows)
