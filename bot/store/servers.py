"""Servers' settings for all who read there."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from .store import Store, upsert
from .upkeep_tables import server_limits, servers


class Servers:
    """The language of public messages and the limits for everybody there, by server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def languages(self) -> dict[int, str]:
        """Read the languages chosen so far; a server without one follows its own locale."""
        return {row.guild: row.locale for row in await self._store.rows(select(servers))}

    async def speak(self, guild: int, locale: str | None) -> None:
        """Choose a server's language; None follows its own locale again."""
        async with self._store.writing() as connection:
            await connection.execute(delete(servers).where(servers.c.guild == guild))
            if locale is not None:
                await connection.execute(insert(servers), {"guild": guild, "locale": locale})

    async def limits(self) -> dict[int, dict[str, int]]:
        """Read the limits chosen so far, each by its name."""
        names = [column.name for column in server_limits.c if column.name != "guild"]
        return {
            row.guild: {name: row[at] for at, name in enumerate(names, 1) if row[at] is not None}
            for row in await self._store.rows(select(server_limits))
        }

    async def limit(self, guild: int, name: str, figure: int | None) -> None:
        """Choose one of a server's limits; None leaves it to the host again."""
        async with self._store.writing() as connection:
            await upsert(connection, server_limits, {"guild": guild, name: figure}, name)
