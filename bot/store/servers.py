"""Servers' settings for all who read there."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from .store import Store
from .upkeep_tables import servers


class Servers:
    """The language of public messages, by server."""

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
