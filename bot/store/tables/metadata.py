"""The common ground of all tables: names of constraints, the type of keys, partial indexes."""

from typing import Any

from sqlalchemy import BigInteger, Column, ColumnElement, Index, Integer, MetaData, Table
from sqlalchemy.schema import SchemaItem

from .purpose import Purpose

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

RowId = BigInteger().with_variant(Integer, "sqlite")
"""A 64-bit primary key; SQLite keeps the rows in its order if the type is called INTEGER."""


def index_where(
    name: str, *columns: Column[Any], where: ColumnElement[bool], unique: bool = False
) -> None:
    """Give a table an index of the rows for which a condition holds."""
    Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


def table(name: str, purpose: Purpose, *items: Purpose | SchemaItem, rowid: bool = False) -> Table:
    """Make a table of columns, each kept for the last purpose that stands before it."""
    parts = list[SchemaItem]()
    for item in items:
        if isinstance(item, Purpose):
            purpose = item
            continue
        if isinstance(item, Column):
            item.info["purpose"] = purpose
        parts.append(item)
    return Table(name, METADATA, *parts, sqlite_with_rowid=rowid)
