"""The tables about people; times are epoch milliseconds, users Discord's numbers."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    false,
    true,
)

from .metadata import METADATA, RowId, index_where

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
    Column("seen", String(10), nullable=False, server_default="server", index=True),
    Column("firsts", Boolean, nullable=False, server_default=true()),
    CheckConstraint("ping IN ('channel', 'dm', 'none')", "ping"),
    CheckConstraint("seen IN ('hidden', 'server')", "seen"),
    CheckConstraint("quiet_from BETWEEN 0 AND 1439", "quiet_from"),
    CheckConstraint("quiet_until BETWEEN 0 AND 1439", "quiet_until"),
    CheckConstraint("(quiet_from IS NULL) = (quiet_until IS NULL)", "quiet_hours_have_an_end"),
)
"""Users' own settings; quiet hours are minutes of the day in their zone.

`seen` says who may see where they stand, `firsts` that firsts are shown there.
"""

people = Table(
    "people",
    METADATA,
    Column("user", RowId, primary_key=True, autoincrement=False),
    Column("client", String(16), nullable=False),
)
"""The users the bot has met, and the language of their Discord client at their last request."""

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
"""Users' vacations, past and future; `begin_ms` is null once their clocks have been held."""

index_where("ix_vacations_begin", vacations.c.begin_ms, where=vacations.c.begin_ms.is_not(None))

blocks = Table(
    "blocks",
    METADATA,
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False, index=True),
    CheckConstraint('"user" <> blocked', "nobody_blocks_themselves"),
    sqlite_with_rowid=False,
)
"""Users who may not challenge or join the user who has blocked them."""

departed = Table(
    "departed",
    METADATA,
    Column("digest", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("digest < 0", "it_names_nobody"),
    sqlite_with_rowid=False,
)
"""Digests of the people who have had all about them deleted of late, and when."""

shares = Table(
    "shares",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, nullable=False),
    Column("messages", SmallInteger, nullable=False),
    CheckConstraint("messages > 0", "messages"),
    sqlite_with_rowid=False,
)
"""The pages that belong to no match and a person has shared, on the last day (UTC) they did."""

dm_refusals = Table(
    "dm_refusals",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True, index=True),
    Column("told", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""Users whose direct messages were refused in a match, and whether they have been told."""

drafts = Table(
    "drafts",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("codes", String(64), nullable=False),
    Column("title", String(64), nullable=False),
    Column("own", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""Layouts their owners are still working on, legal or not.

`title` names the layout it began as: the owner's `own` name, or a word of the catalogue.
"""

marks = Table(
    "marks",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("piece", SmallInteger, primary_key=True),
    Column("guess", String(4), nullable=False),
    sqlite_with_rowid=False,
)
"""A player's guess about a hidden piece, read only for that player."""

follows = Table(
    "follows",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Index("ix_follows_user", "user"),
    sqlite_with_rowid=False,
)
"""Users who are to hear of the end of a match they do not play in; gone once it has ended."""

notes = Table(
    "notes",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("name", Text),
    Index("ix_notes_user", "user"),
    sqlite_with_rowid=False,
)
"""What users have noted on the turns of a match, by the numbers on the boards; read only for them.

Once the match has ended they may publish it under a `name`, null until then.
"""
