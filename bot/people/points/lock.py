"""One lock of all points: ends of matches share it; whoever settles a pool again has it alone."""

from collections.abc import Iterator

from sqlalchemy import BigInteger, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.direct import Statement

_NUMBER = 0x7E76A6C5
_KEY = bindparam("key", _NUMBER, BigInteger)
_SHARING = select(func.pg_advisory_xact_lock_shared(_KEY))
_LOCKING = select(func.pg_advisory_xact_lock(_KEY))


async def lock(connection: AsyncConnection) -> None:
    """Let no points change but by this transaction; call it first. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        await connection.execute(_LOCKING)


def sharing(dialect: str) -> Iterator[Statement]:
    """List the first statement of a transaction with a settlement, which waits for `lock`."""
    if dialect == "postgresql":
        yield Statement(_SHARING, [{"key": _NUMBER}])
