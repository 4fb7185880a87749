"""Flags that fall soon: a match's times are put back in the database, past the bot."""

import time

from sqlalchemy import text

from tests import databases

MOMENTS = {
    "matches": ("id", "created_ms", "updated_ms", "clock_ms", "due_ms"),
    "players": ("match", "deadline_ms", "flag_ms", "acted_ms", "seen_ms", "reminded_ms"),
    "log": ("match", "at_ms"),
    "clock_events": ("match", "at_ms"),
    "unfollowed": ("match", "at_ms"),
}
"""The columns that hold the times of a match, after the column that names the match."""


async def hurry(url: str, match: str, ahead_ms: int) -> bool:
    """Let time pass in a match until a flag is `ahead_ms` from falling; False if no clock runs."""
    async with databases.connected(url) as connection:
        running = text(
            "SELECT deadline_ms FROM players WHERE match = :match AND deadline_ms IS NOT NULL"
        )
        deadline_ms = await connection.scalar(running, {"match": match})
        if deadline_ms is None:
            return False
        span = deadline_ms - time.time_ns() // 1_000_000 - ahead_ms
        for table, (name, *columns) in MOMENTS.items():
            earlier = ", ".join(f"{column} = {column} - :span" for column in columns)
            statement = text(f"UPDATE {table} SET {earlier} WHERE {name} = :match")  # noqa: S608
            await connection.execute(statement, {"span": span, "match": match})
        await connection.commit()
    return True


async def fallen(url: str, match: str) -> int:
    """Count the flags that have fallen in a match."""
    query = "SELECT count(*) AS n FROM clock_events WHERE match = :match AND kind = 'flag'"
    (row,) = await databases.read(url, query, match=match)
    return int(row["n"])
