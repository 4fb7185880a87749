"""The tables that belong to no match: what users, servers and the bot have chosen for all of them.

Times are epoch milliseconds, users and places Discord's numbers.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    false,
    true,
)

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

preferences = Table(
    "preferences",
    METADATA,
    Column("user", RowId, primary_key=True, autoincrement=False),
    Column("locale", String(16)),
    Column("theme", String(16)),
    Column("confirm", Boolean, nullable=False),
    Column("codes", Boolean, nullable=False, server_default=false()),
    Column("ping", String(7), nullable=False, server_default="channel"),
    Column("boards_by_dm", Boolean, nullable=False, server_default=true()),
    Column("zone", String(64)),
    Column("quiet_from", SmallInteger),
    Column("quiet_until", SmallInteger),
    Column("auto_vacation", Boolean, nullable=False, server_default=false()),
    CheckConstraint("ping IN ('channel', 'dm', 'none')", "ping"),
    CheckConstraint("quiet_from BETWEEN 0 AND 1439", "quiet_from"),
    CheckConstraint("quiet_until BETWEEN 0 AND 1439", "quiet_until"),
    CheckConstraint("(quiet_from IS NULL) = (quiet_until IS NULL)", "quiet_hours_have_an_end"),
)
"""What users have chosen for themselves; quiet hours are minutes of the day in their zone."""

layouts = Table(
    "layouts",
    METADATA,
    Column("user", BigInteger, primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("codes", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""Layouts kept for other matches."""

vacations = Table(
    "vacations",
    METADATA,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("begin_ms", BigInteger),
    CheckConstraint("until_ms >= from_ms", "it_ends_after_it_begins"),
    sqlite_with_rowid=False,
)
"""When somebody is, was or will be away; `begin_ms` is null once their clocks have been held."""

_PLANNED = vacations.c.begin_ms.is_not(None)
Index("ix_vacations_begin", vacations.c.begin_ms, sqlite_where=_PLANNED, postgresql_where=_PLANNED)

blocks = Table(
    "blocks",
    METADATA,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False),
    CheckConstraint('"user" <> blocked', "nobody_blocks_themselves"),
    sqlite_with_rowid=False,
)
"""Whom somebody does not want to be challenged or joined by."""

commands = Table(
    "commands",
    METADATA,
    Column("application", BigInteger, primary_key=True),
    Column("name", String(32), primary_key=True),
    Column("id", BigInteger, nullable=False),
    Column("digest", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""The commands as they were last published, each with the id Discord gave it.

`digest` is that of them all; tokens of several applications may take turns with one database.
"""

servers = Table(
    "servers",
    METADATA,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", String(16), nullable=False),
    sqlite_with_rowid=False,
)
"""The language of what everybody reads in a server, where its managers have chosen one."""
