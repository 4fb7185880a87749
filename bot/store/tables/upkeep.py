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
    Text,
    true,
)

from .metadata import table
from .purpose import After, Time, of_match, of_nobody, of_person, of_server

posted = table(
    "posted",
    of_match(
        "which message shows the match, to whom and how far, and for links to its boards", Time.KEPT
    ),
    Column("owner_kind", String(8), nullable=False),
    Column("owner", String(20), nullable=False),
    Column("audience", String(96), nullable=False),
    Column("channel", BigInteger, primary_key=True, autoincrement=False),
    Column("message", BigInteger, primary_key=True, autoincrement=False, index=True),
    Column("revision", Integer, nullable=False),
    Column("digest", String(160), nullable=False),
    Column("state", String(6), nullable=False),
    CheckConstraint("owner_kind IN ('match', 'channel', 'server', 'person')", "owner_kind"),
    CheckConstraint("state IN ('open', 'closed')", "state"),
    CheckConstraint("revision >= 0", "revision"),
    Index("ix_posted_owner", "owner_kind", "owner", "state"),
)
"""The messages of the bot that it still looks after, or that are linked to.

Each shows its owner, by default a match, to an audience as it stood at a revision; `digest` names
the facts that it was made from. It is open while it may change or still has its buttons. A message
below 0 stands for the board of that number, which showed an audience's proofs in earlier versions.
"""

pending = table(
    "unfollowed",
    of_match("what is still to be shown", Time.SHOWN),
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("serial", Integer, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
"""Matches whose messages may not be up to date, each with its last change.

A row comes with every change of a match and goes, a while later, when all consequences of that
change are done; so whatever a crash or an outage leaves behind is found here.
"""

pings = table(
    "pings",
    of_person("what they are to be told", After.GONE, Time.SENT),
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
)
"""Pings owed to users about a match at a revision, not to be sent before `at_ms`."""

beats = table(
    "beats",
    of_nobody("to give clocks back an outage", Time.RENEWED),
    Column("shards", SmallInteger, primary_key=True, autoincrement=False),
    Column("shard", SmallInteger, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    CheckConstraint("shard >= 0 AND shard < shards", "shard"),
)
"""The moment people could last be heard by each shard, of how many there were by then."""

commands = table(
    "commands",
    of_nobody("the commands published", Time.RENEWED),
    Column("application", BigInteger, primary_key=True),
    Column("name", String(32), primary_key=True),
    Column("id", BigInteger, nullable=False),
    Column("digest", String(64), nullable=False),
)
"""The commands as they were last published, each with the id Discord gave it.

`digest` is that of them all; tokens of several applications may take turns with one database.
"""

servers = table(
    "servers",
    of_server("what its managers have chosen in `/admin config`", Time.CHANGED),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("locale", String(16)),
    Column("theme", String(8)),
    Column("pace", String(6)),
    Column("place", String(6)),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("channels", Text, nullable=False, server_default=""),
    Column("roles", Text, nullable=False, server_default=""),
    Column("announcements", BigInteger),
    of_server("to welcome its managers once", Time.RENEWED),
    Column("welcomed_ms", BigInteger),
    of_server("to tell of each new version once", Time.RENEWED),
    Column("told", String(32)),
    CheckConstraint("place IN ('thread', 'here')", "place"),
)
"""What the managers of a server have chosen for it; a null follows its locale or the host.

`locale` and `theme` are those of public messages, `pace` is that of matches for which none is
named, `place` where all are played. `rated`: they may count for points. They are opened in
`channels` and by people with one of the `roles`, by id ("123 456"); everywhere and by all if there
are none. `welcomed_ms` is when somebody who manages it was last told what the bot may do there.
`announcements` is the channel for news of new versions, and `told` the version they were last of.
"""

server_blocks = table(
    "server_blocks",
    of_server("where somebody may play no matches", Time.CHANGED),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    of_person("who may not play there", After.SEALED, Time.CHANGED),
    Column("user", BigInteger, primary_key=True, autoincrement=False),
)
"""Whom the managers of a server keep from its matches."""

server_limits = table(
    "server_limits",
    of_server("what one person may cause there", Time.CHANGED),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("running", SmallInteger),
    Column("alone", SmallInteger),
    Column("started", SmallInteger),
    Column("challenges", SmallInteger),
    CheckConstraint("running > 0", "running"),
    CheckConstraint("alone > 0", "alone"),
    CheckConstraint("started > 0", "started"),
    CheckConstraint("challenges > 0", "challenges"),
)
"""What one person may cause on a server; where a figure is null, that of the host goes."""
