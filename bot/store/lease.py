"""The lease of some shards: one process at a time has it, and others wait to take over.

PostgreSQL keeps it, as advisory locks of one connection, and they end with that connection: when a
process is killed, or its machine is gone, the next one in line goes on from there. A file of SQLite
belongs to one process anyway.
"""

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress

from sqlalchemy import NullPool, event, make_url, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from .database import split_options, using
from .scrubbed_errors import keep_quiet

log = logging.getLogger(__name__)

LOOK_S = 5
"""The seconds between two looks: of those who wait, and of the holder at its connection."""
PATIENCE_S = 10
"""The seconds that PostgreSQL has to answer. Those who wait leave it in peace for as long when it
has failed them, so that the holder is the first to be back."""
SILENCE = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"}
"""Settings by which PostgreSQL ends a connection to a machine that is gone after 25 seconds."""
_LOCK = text("SELECT pg_try_advisory_lock(2121705156, :shard)")
"""The number is Tetrarch's own."""
_FAILURES = (SQLAlchemyError, OSError)


class Lease:
    """The lease of some shards, by number, at a database."""

    def __init__(self, url: str, shards: Collection[int]) -> None:
        self._url = url
        self._shards = shards
        self._shared = url.startswith("postgresql")
        self._connection: AsyncConnection | None = None
        self.waiting = False
        """True while another process has it."""

    async def got(self) -> None:
        """Wait until this process has it. Raises DatabaseUnusable unless it came to wait."""
        if not self._shared or self._connection is not None:
            return
        with using(self._url):
            self.waiting = not await self._take()
        if self.waiting:
            log.info("another process has these shards: this one waits to take over")
        while self.waiting:
            await asyncio.sleep(LOOK_S)
            try:
                self.waiting = not await self._take()
            except _FAILURES as failure:
                log.warning("nobody can take over: %s", type(failure).__name__)
                await asyncio.sleep(PATIENCE_S)

    async def wait_until_lost(self) -> None:
        """Wait until another process has it. A connection that is lost alone is made anew: while
        PostgreSQL is away, nobody has a lease and nothing can be sent twice."""
        if not self._shared:
            await asyncio.Event().wait()
        while True:
            await asyncio.sleep(LOOK_S)
            if not (await self._there() or await self._regain()):
                return

    async def _there(self) -> bool:
        if self._connection is None:
            return False
        try:
            await self._connection.execute(text("SELECT 1"))
        except _FAILURES as failure:
            log.warning("the lease of the shards is in doubt: %s", type(failure).__name__)
            return False
        return True

    async def _regain(self) -> bool:
        """Take it again as soon as PostgreSQL is back; False if another has been faster."""
        while True:
            try:
                return await self._take()
            except _FAILURES:
                await asyncio.sleep(1)

    async def _take(self) -> bool:
        """Take the locks of all shards, or none if another process has one."""
        await self.give_back()
        url, options = split_options(make_url(self._url))
        options["server_settings"] |= SILENCE
        engine = create_async_engine(
            url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"timeout": PATIENCE_S, "command_timeout": PATIENCE_S} | options,
        )
        event.listen(engine.sync_engine, "handle_error", keep_quiet)
        connection = await engine.connect()
        try:
            for shard in sorted(self._shards):
                if not await connection.scalar(_LOCK, {"shard": shard}):
                    return False
            self._connection = connection
            return True
        finally:
            if self._connection is not connection:  # nobody takes some of them for all
                await _end(connection)

    async def give_back(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await _end(connection)


async def _end(connection: AsyncConnection) -> None:
    """End a connection at once, whether it still answers or not."""
    with suppress(*_FAILURES):
        await connection.invalidate()
        await connection.close()
