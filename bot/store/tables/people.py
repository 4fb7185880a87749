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
    Text,
    false,
    true,
)

from .metadata import RowId, index_where, table
from .purpose import After, Time, of_person

people = table(
    "people",
    of_person("to speak to them in their Discord's language", After.GONE, Time.RENEWED),
    Column("user", RowId, primary_key=True, autoincrement=False),
    Column("client", String(16), nullable=False),
    rowid=True,
)
"""The users the bot has met; `client` is the language of Discord at their last request."""

preferences = table(
    "preferences",
    of_person("what they have chosen in `/match settings`", After.GONE, Time.CHANGED),
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
    rowid=True,
)
"""Users' own settings; quiet hours are minutes of the day in their zone.

`seen` says who may see where they stand, `firsts` that firsts are shown there.
"""

layouts = table(
    "layouts",
    of_person("layouts they have saved for other matches", After.GONE),
    Column("user", BigInteger, primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("codes", String(64), nullable=False),
)

vacations = table(
    "vacations",
    of_person("their vacations, 14 days a year", After.GONE, Time.YEARS),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("from_ms", BigInteger, primary_key=True, autoincrement=False),
    Column("until_ms", BigInteger, nullable=False),
    Column("begin_ms", BigInteger),
    CheckConstraint("until_ms >= from_ms", "it_ends_after_it_begins"),
)
"""Users' vacations, past and future; `begin_ms` is null once their clocks have been held."""

index_where("ix_vacations_begin", vacations.c.begin_ms, where=vacations.c.begin_ms.is_not(None))

blocks = table(
    "blocks",
    of_person("who has blocked somebody", After.GONE, Time.CHANGED),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    of_person("who may not challenge or join them", After.SEALED, Time.CHANGED),
    Column("blocked", BigInteger, primary_key=True, autoincrement=False, index=True),
    CheckConstraint('"user" <> blocked', "nobody_blocks_themselves"),
)

departed = table(
    "departed",
    of_person(
        "that they have had all this deleted, so that limits hold if they come back",
        After.SEALED,
        Time.SEASON,
    ),
    Column("digest", BigInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("digest < 0", "it_names_nobody"),
)

shares = table(
    "shares",
    of_person(
        "how many profiles they have shared on the last day they did", After.GONE, Time.RENEWED
    ),
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, nullable=False),
    Column("messages", SmallInteger, nullable=False),
    CheckConstraint("messages > 0", "messages"),
)
"""The pages that belong to no match and a person has shared, on the last day (UTC) they did."""

dm_refusals = table(
    "dm_refusals",
    of_person("that a direct message did not reach them", After.GONE, Time.MONTH),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True, index=True),
    Column("told", Boolean, nullable=False),
)
"""Users whose direct messages were refused in a match, and whether they have been told."""

drafts = table(
    "drafts",
    of_person("the layout they were working on", After.GONE, Time.ENDED),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("codes", String(64), nullable=False),
    Column("title", String(64), nullable=False),
    Column("own", Boolean, nullable=False),
)
"""Layouts their owners are still working on, legal or not.

`title` names the layout it began as: the owner's `own` name, or a word of the catalogue.
"""

marks = table(
    "marks",
    of_person("their guesses, for them alone", After.GONE, Time.CHANGED),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("piece", SmallInteger, primary_key=True),
    Column("guess", String(4), nullable=False),
)

follows = table(
    "follows",
    of_person("to tell them how the match has ended", After.GONE, Time.ENDED),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Index("ix_follows_user", "user"),
)
"""Users who are to hear of the end of a match they do not play in; gone once it has ended."""

notes = table(
    "notes",
    of_person("their notes, for them alone", After.GONE, Time.CHANGED),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("turn", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    of_person("the name under which they have published a note", After.GONE, Time.CHANGED),
    Column("name", Text),
    Index("ix_notes_user", "user"),
)
"""What users have noted on the turns of a match, by the numbers on the boards; read only for them.

Once the match has ended they may publish it under a `name`, null until then.
"""
