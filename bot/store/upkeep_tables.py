"""The tables of the bot's own upkeep: posted messages, owed pings, published commands.

Times are epoch milliseconds, users and places Discord's numbers.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    true,
)

from .metadata import METADATA

boards = Table(
    "boards",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("audience", String(32), primary_key=True),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False, index=True),
    Column("revision", Integer, nullable=False),
    Column("proofs", String(255), nullable=False, server_default=""),
    Column("earlier", String(255), nullable=False, server_default=""),
    Column("clock_ms", BigInteger, nullable=False, server_default="0"),
    Column("absences", String(63), nullable=False, server_default=""),
    CheckConstraint("revision >= -1", "revision"),
    sqlite_with_rowid=False,
)
"""The messages that show a match, each to its audience at a revision; -1 is a card, an offer or a
letter for setting up that still has its buttons.

`proofs` are what players can check and it or an earlier one has shown, each with the match's
revision by then: "commitment:0 salt:0 0:2 1:2". `earlier` are messages before it that may still
offer buttons, by channel, id and revision: "123:456:7". `clock_ms` is the match's when the message
was written; `absences` are the players it shows as absent, by seat: "0:left 2:missed".
"""

posted = Table(
    "posted",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("revision", Integer, primary_key=True, autoincrement=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger, nullable=False),
    CheckConstraint("revision >= 0", "revision"),
    sqlite_with_rowid=False,
)
"""The message that showed a match in its channel at a revision, for links to it.

Some may have been deleted since. Boards of earlier versions of the bot are missing.
"""

pending = Table(
    "unfollowed",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("serial", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Matches whose messages may not be up to date, each with its last change.

A row comes with every change of a match and goes, a while later, when all consequences of that
change are done; so whatever a crash or an outage leaves behind is found here.
"""

pings = Table(
    "pings",
    METADATA,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(9), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("at_ms", BigInteger, nullable=False, index=True),
    CheckConstraint(
        "kind IN ('turn', 'reminder', 'notice', 'challenge', 'offer', 'flag', 'end', 'vacation',"
        " 'follow')",
        "kind",
    ),
    sqlite_with_rowid=False,
)
"""Pings owed to users about a match at a revision, not to be sent before `at_ms`."""

beats = Table(
    "beats",
    METADATA,
    Column("shards", SmallInteger, primary_key=True, autoincrement=False),
    Column("shard", SmallInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("shard >= 0 AND shard < shards", "shard"),
    sqlite_with_rowid=False,
)
"""The moment people could last be heard by each shard, of how many there were by then."""

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
    Column("locale", String(16)),
    Column("theme", String(8)),
    Column("pace", String(6)),
    Column("place", String(6)),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("channels", Text, nullable=False, server_default=""),
    Column("roles", Text, nullable=False, server_default=""),
    Column("welcomed_ms", BigInteger),
    Column("announcements", BigInteger),
    Column("told", String(32)),
    CheckConstraint("place IN ('thread', 'here')", "place"),
    sqlite_with_rowid=False,
)
"""What the managers of a server have chosen for it; a null follows its locale or the host.

`locale` and `theme` are those of public messages, `pace` is that of matches for which none is
named, `place` where all are played. `rated`: they may count for points. They are opened in
`channels` and by people with one of the `roles`, by id ("123 456"); everywhere and by all if there
are none. `welcomed_ms` is when somebody who manages it was last told what the bot may do there.
`announcements` is the channel for news of new versions, and `told` the version they were last of.
"""

server_blocks = Table(
    "server_blocks",
    METADATA,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)
"""Whom the managers of a server keep from its matches."""

server_limits = Table(
    "server_limits",
    METADATA,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("running", SmallInteger),
    Column("alone", SmallInteger),
    Column("started", SmallInteger),
    Column("challenges", SmallInteger),
    CheckConstraint("running > 0", "running"),
    CheckConstraint("alone > 0", "alone"),
    CheckConstraint("started > 0", "started"),
    CheckConstraint("challenges > 0", "challenges"),
    sqlite_with_rowid=False,
)
"""What one person may cause on a server; where a figure is null, that of the host goes."""
