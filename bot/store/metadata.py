"""What all tables have in common: how their constraints are named, and what a key is."""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, MetaData

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
