"""What the database keeps, column by column, as its tables say it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from sqlalchemy import Table

from .tables import matches, people, points, upkeep
from .tables.purpose import Purpose

USERS = frozenset({"user", "person", "host", "closer", "striker", "blocked", "relief_person"})
"""The names of columns that hold a user."""


@dataclass(frozen=True, slots=True)
class Retained:
    """Columns of one table that are kept for one purpose."""

    table: Table
    columns: tuple[str, ...]
    purpose: Purpose


INVENTORY = tuple(
    Retained(table, tuple(column.name for column in columns), purpose)
    for room in (people, points, matches, upkeep)
    for table in vars(room).values()
    if isinstance(table, Table)
    for purpose, columns in groupby(table.columns, key=lambda column: column.info["purpose"])
)
"""Every column of every table once."""


def lines() -> Iterator[str]:
    """Write the inventory as a table of Markdown."""
    yield "| table | columns | whose | what for | how long | once deleted |"
    yield "|---|---|---|---|---|---|"
    for kept in INVENTORY:
        purpose, columns = kept.purpose, ", ".join(f"`{name}`" for name in kept.columns)
        about = (purpose.whose, purpose.why, purpose.time, purpose.after or "")
        yield f"| {' | '.join((f'`{kept.table.name}`', columns, *about))} |"
