"""What is wrong with a database as such: with the file of SQLite, as SQLite itself finds it (a
server looks after its own), with its tables, and with rows that refer to others."""

from collections import Counter
from collections.abc import Iterable, Iterator

from sqlalchemy import Connection, MetaData, Table, inspect, select, text
from sqlalchemy.exc import DatabaseError

from .store import Store
from .tables.metadata import METADATA

MOST_TOLD, MOST_READ = 20, 1000
"""The most faults of a file that are listed, and the most of its rows that are read at a time."""


async def damage(store: Store) -> tuple[str, ...]:
    """List what is wrong with the file; SQLite quotes no values."""
    if store.dialect != "sqlite":
        return ()
    try:
        found = await store.rows(text(f"PRAGMA integrity_check({MOST_TOLD})"))
    except DatabaseError as broken:  # it cannot even be gone through
        return (str(broken.orig),)
    return tuple(line for (line,) in found if line != "ok") or await _unreadable(store)


async def _unreadable(store: Store) -> tuple[str, ...]:
    """List the tables of a file with a text that is none: no row with it can be read."""

    def read(connection: Connection) -> Iterator[str]:
        bit_by_bit = connection.execution_options(yield_per=MOST_READ)
        for name in inspect(connection).get_table_names():
            try:
                for _ in bit_by_bit.execute(text(f'SELECT * FROM "{name}"')):  # noqa: S608
                    pass
            except DatabaseError:
                yield f"table {name} has a text that cannot be read"

    async with store.looking() as connection:
        return await connection.run_sync(lambda there: tuple(read(there)))


async def differences(store: Store) -> tuple[str, ...]:
    """List what of the tables is not as they are declared. What a host has made besides, such as
    tables and plain indexes, is none of them."""

    def compare(connection: Connection) -> tuple[str, ...]:
        present = MetaData()
        present.reflect(connection, only=lambda name, _: name in METADATA.tables)
        there = {*_parts(present.tables.values())}
        wanted = {*_parts(METADATA.tables[name] for name in present.tables)}
        others = (part for part in there - wanted if not part.startswith("index "))
        return (
            *(f"table {name} is missing" for name in METADATA.tables.keys() - present.tables),
            *(f"{part} is missing" for part in sorted(wanted - there)),
            *(f"{part} does not belong there" for part in sorted(others)),
        )

    async with store.looking() as connection:
        return await connection.run_sync(compare)


def _parts(tables: Iterable[Table]) -> Iterator[str]:
    """Name the columns, indexes and constraints of tables, each with its table."""
    for table in tables:
        for column in table.columns:
            kind = "column" if column.nullable else "full column"
            yield f"{kind} {column.name} of {table.name}"
        for index in table.indexes:
            names = " ".join(column.name for column in index.columns)
            yield f"{'unique ' * index.unique}index {index.name} ({names}) of {table.name}"
        for constraint in table.constraints:
            yield f"constraint {constraint.name} of {table.name}"


async def strays(store: Store) -> tuple[tuple[str, str, int], ...]:
    """Count the rows of each table that refer to a row of another one that is gone."""
    posted, matches = METADATA.tables["posted"], METADATA.tables["matches"]
    shown = posted.outerjoin(matches, matches.c.id == posted.c.owner)
    lost = select(posted.c.owner).select_from(shown)
    lost = lost.where(posted.c.owner_kind == "match", matches.c.id.is_(None))
    counted = Counter((posted.name, matches.name) for _ in await store.rows(lost))
    if store.dialect == "sqlite":
        found = await store.rows(text("PRAGMA foreign_key_check"))
        counted.update((row.table, row.parent) for row in found)
    return tuple((table, parent, count) for (table, parent), count in sorted(counted.items()))
