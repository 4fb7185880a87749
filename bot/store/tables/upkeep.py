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
    Index,
    Integer,
    SmallInteger,
    String,
    Table,
    Text,
    true,
)

from .metadata import METADATA

posted = Table(
    "posted",
    METADATA,
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("message", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("owner_kind", String(8), nullable=False),
    Column("owner", String(20), nullable=False),
    Column("audience", String(96), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("digest", String(160), nullable=False),
    Column("state", String(6), nullable=False),
    CheckConstraint("owner_kind IN ('match', 'channel', 'server', 'person')", "owner_kind"),
    CheckConstraint("state IN ('open', 'closed')", "state"),
    CheckConstraint("revision >= 0", "revision"),
    Index("ix_posted_owner", "owner_kind", "owner", "state"),
    sqlite_with_rowid=False,
)
"""The messages of the bot that it still looks after, or that are linked to.

Each shows its owner, by default a match, to an audience as it stood at a revision; `digest` names
the facts that it was made from. It is open while it may change or still has its buttons. A message
below 0 stands for the board of that number, which showed an audience's proofs in earlier versions.
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
        " 'follow', 'grant')",
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
