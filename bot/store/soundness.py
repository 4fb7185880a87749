"""What SQLite itself finds wrong in its file; a server looks after its own."""

from collections import Counter

from sqlalchemy import text
from sqlalchemy.exc import DatabaseError

from .store import Store

MOST_TOLD = 20
"""The most faults of a file that are listed."""


async def damage(store: Store) -> tuple[str, ...]:
    """List what is wrong with the file; SQLite quotes no values."""
    if store.dialect != "sqlite":
        return ()
    try:
        found = await store.rows(text(f"PRAGMA integrity_check({MOST_TOLD})"))
    except DatabaseError as broken:  # it cannot even be gone through
        return (str(broken.orig),)
    return tuple(line for (line,) in found if line != "ok")


async def strays(store: Store) -> tuple[tuple[str, str, int], ...]:
    """Count the rows of each table that refer to a row of another one that is gone."""
    if store.dialect != "sqlite":
        return ()
    found = await store.rows(text("PRAGMA foreign_key_check"))
    counted = Counter((row.table, row.parent) for row in found)
    return tuple((table, parent, count) for (table, parent), count in sorted(counted.items()))
