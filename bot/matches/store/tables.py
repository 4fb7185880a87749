"""The tables of Tetrarch: what may stand in the database, whoever writes it.

Times are epoch milliseconds, users and places Discord's numbers. A set of seats is kept as a sum of
1 for seat 0 and 2 for seat 1. A change here needs a migration beside it; a test compares the two.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    false,
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


def _id(of: str, **options: Any) -> Column[str]:
    return Column(of, String(8), **options)


people = Table(
    "people",
    METADATA,
    Column("id", RowId, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)
"""Everybody who ever opened or joined a match, under the name last seen."""

matches = Table(
    "matches",
    METADATA,
    _id("id", primary_key=True),
    Column("game", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("variant", Text, nullable=False),
    Column("status", String(9), nullable=False),
    Column("host", ForeignKey("people.id"), nullable=False, index=True),
    Column("guest", ForeignKey("people.id"), index=True),
    Column("seat_choice", String(6), nullable=False),
    Column("first", BigInteger),
    Column("second", BigInteger),
    Column("guild", BigInteger),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("place", String(6), nullable=False),
    Column("home", BigInteger),
    Column("rematch_of", ForeignKey("matches.id")),
    Column("revision", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("draws", Integer, nullable=False),
    Column("acting", SmallInteger, nullable=False),
    Column("winners", SmallInteger),
    Column("reason", String(32)),
    Column("scores", Text),
    Column("offer", String(8)),
    Column("offer_seat", SmallInteger),
    Column("offer_revision", Integer),
    Column("commitment", String(64), nullable=False),
    Column("salt", String(20)),
    Column("created_ms", BigInteger, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    Column("position", Text),
    Column("seed", LargeBinary, nullable=False),
    CheckConstraint("status IN ('open', 'running', 'over', 'cancelled')", "status"),
    CheckConstraint("seat_choice IN ('first', 'second', 'random')", "seat_choice"),
    CheckConstraint("place IN ('thread', 'here')", "place"),
    CheckConstraint("guest <> host", "two_people"),
    CheckConstraint("turns >= 0 AND draws >= 0 AND turns + draws <= revision", "counts"),
    CheckConstraint("acting BETWEEN 0 AND 3 AND winners BETWEEN 0 AND 3", "seats"),
    CheckConstraint("(status = 'running') = (acting > 0)", "running_needs_a_turn"),
    CheckConstraint("status <> 'open' OR salt IS NULL", "open_is_not_begun"),
    CheckConstraint(
        "status IN ('open', 'cancelled') OR salt IS NOT NULL", "only_a_begun_match_is_played"
    ),
    CheckConstraint("salt IS NOT NULL OR revision = 0", "an_unbegun_match_has_no_log"),
    CheckConstraint(
        "(salt IS NULL AND position IS NULL AND first IS NULL AND second IS NULL)"
        " OR (salt IS NOT NULL AND position IS NOT NULL AND guest IS NOT NULL"
        " AND ((first = host AND second = guest) OR (first = guest AND second = host)))",
        "begun_all_at_once",
    ),
    CheckConstraint(
        "(reason IS NOT NULL) = (status IN ('over', 'cancelled') AND salt IS NOT NULL)",
        "a_begun_match_ends_for_a_reason",
    ),
    CheckConstraint("(reason IS NULL) = (winners IS NULL)", "outcome"),
    CheckConstraint("offer IN ('draw', 'takeback', 'cancel')", "offer"),
    CheckConstraint(
        "(offer IS NULL) = (offer_seat IS NULL) AND (offer IS NULL) = (offer_revision IS NULL)",
        "offer_by_a_seat",
    ),
)
"""One row a match; the position is a cache of the log, the seed is secret until the end."""

_OPEN = matches.c.status == "open"
_ALIVE = matches.c.status.in_(("open", "running"))


def _one(name: str, *columns: Column[Any], where: Any) -> Index:
    return Index(name, *columns, unique=True, sqlite_where=where, postgresql_where=where)


_one("uq_matches_home", matches.c.home, where=_ALIVE & matches.c.home.is_not(None))
_one(
    "uq_matches_open_seat",
    matches.c.host,
    matches.c.channel,
    matches.c.game,
    where=_OPEN & matches.c.guest.is_(None),
)
_one(
    "uq_matches_challenge",
    matches.c.host,
    matches.c.channel,
    matches.c.guest,
    where=_OPEN & matches.c.guest.is_not(None),
)
_one("uq_matches_rematch", matches.c.rematch_of, where=_ALIVE & matches.c.rematch_of.is_not(None))

requests = Table(
    "requests",
    METADATA,
    Column("key", RowId, primary_key=True, autoincrement=False),
    Column("match", ForeignKey("matches.id"), nullable=False),
)
"""Discord interactions that changed a match without a line on its log; a repeat changes nothing."""

log = Table(
    "log",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("revision", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("seat", SmallInteger),
    Column("text", Text, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("key", BigInteger, unique=True),
    CheckConstraint("kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback')", "kind"),
    CheckConstraint("revision > 0", "revision"),
    CheckConstraint("seat BETWEEN 0 AND 1", "seat"),
    CheckConstraint("kind IN ('roll', 'forfeit') OR seat IS NOT NULL", "somebody_acts"),
    CheckConstraint("kind <> 'roll' OR seat IS NULL", "nobody_rolls"),
    sqlite_with_rowid=False,
)
"""The truth about every match: append-only, the match's revision is the number of its lines.

The first line of a submission carries its interaction, so that a repeat of it changes nothing.
"""

boards = Table(
    "boards",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("audience", String(32), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    Column("revision", Integer, nullable=False),
    CheckConstraint("revision >= -1", "revision"),
    sqlite_with_rowid=False,
)
"""Which message shows a match to whom, and how far it has come; -1 is a card shown as open."""

seals = Table(
    "seals",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("seal", String(64), nullable=False),
    Column("nonce", LargeBinary, nullable=False),
    CheckConstraint("seat >= 0", "seat"),
    sqlite_with_rowid=False,
)
"""The seal of every secret layout, made with the line of the log; the nonce is secret too."""

drafts = Table(
    "drafts",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("codes", String(64), nullable=False),
    Column("title", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""Layouts somebody is still at work on, legal or not; `title` is what it began as."""

layouts = Table(
    "layouts",
    METADATA,
    Column("user", BigInteger, primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("codes", String(64), nullable=False),
    sqlite_with_rowid=False,
)
"""Layouts kept for other matches."""

marks = Table(
    "marks",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("piece", SmallInteger, primary_key=True),
    Column("guess", String(4), nullable=False),
    sqlite_with_rowid=False,
)
"""What a player takes a hidden piece to be; read for nobody else."""

letters = Table(
    "letters",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True),
    Column("told", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""Whose direct messages were refused in a match, and whether they have been told."""

preferences = Table(
    "preferences",
    METADATA,
    Column("user", RowId, primary_key=True, autoincrement=False),
    Column("locale", String(16)),
    Column("theme", String(16)),
    Column("confirm", Boolean, nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("codes", Boolean, nullable=False, server_default=false()),
)
"""What a user has settled for himself."""
