"""The tables of the bot's own upkeep: posted messages, owed pings, published commands. Times are
epoch milliseconds, users and places Discord's numbers."""

import sqlalchemy as sa

from .metadata import table
from .purpose import After, Time, of_match, of_nobody, of_person, of_server

posted = table(
    "posted",
    of_match(
        "which message shows the match, to whom and how far, and for links to its boards", Time.KEPT
    ),
    sa.Column("owner_kind", sa.String(8), nullable=False),
    sa.Column("owner", sa.String(20), nullable=False),
    sa.Column("audience", sa.String(96), nullable=False),
    sa.Column("channel", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("message", sa.BigInteger, primary_key=True, autoincrement=False, index=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("digest", sa.String(160), nullable=False),
    sa.Column("state", sa.String(6), nullable=False),
    sa.CheckConstraint("owner_kind IN ('match', 'channel', 'server', 'person')", "owner_kind"),
    sa.CheckConstraint("state IN ('open', 'closed')", "state"),
    sa.CheckConstraint("revision >= 0", "revision"),
    sa.Index("ix_posted_owner", "owner_kind", "owner", "state"),
)
"""The messages of the bot that it still looks after, or that are linked to, as `PostedMessage`s.
One below 0 stands for the board of that number, which showed proofs in earlier versions."""

pending = table(
    "unfollowed",
    of_match("what is still to be shown", Time.SHOWN),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("serial", sa.Integer, nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
"""Matches whose messages may not be up to date, each with its last change. A row comes with every
change of a match and goes, a while later, when all its consequences are done; so whatever a crash
or an outage leaves behind is found here."""

pings = table(
    "pings",
    of_person("what they are to be told", After.GONE, Time.SENT),
    sa.Column("match", sa.ForeignKey("matches.id"), primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(9), primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False, index=True),
    sa.CheckConstraint(
        "kind IN ('turn', 'reminder', 'notice', 'challenge', 'offer', 'flag', 'end', 'vacation',"
        " 'follow', 'grant')",
        "kind",
    ),
)
"""Pings owed to users about a match at a revision, not to be sent before `at_ms`."""

beats = table(
    "beats",
    of_nobody("to give clocks back an outage", Time.RENEWED),
    sa.Column("shards", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("shard", sa.SmallInteger, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.CheckConstraint("shard >= 0 AND shard < shards", "shard"),
)
"""The moment people could last be heard by each shard, of how many there were by then."""

commands = table(
    "commands",
    of_nobody("the commands published", Time.RENEWED),
    sa.Column("application", sa.BigInteger, primary_key=True),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("id", sa.BigInteger, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
)
"""The commands as they were last published, each with the id Discord gave it, and the digest of
them all; tokens of several applications may take turns with one database."""

servers = table(
    "servers",
    of_server("what its managers have chosen in `/admin config`", Time.CHANGED),
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("locale", sa.String(16)),
    sa.Column("theme", sa.String(8)),
    sa.Column("pace", sa.String(6)),
    sa.Column("place", sa.String(6)),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("channels", sa.Text, nullable=False, server_default=""),
    sa.Column("roles", sa.Text, nullable=False, server_default=""),
    sa.Column("announcements", sa.BigInteger),
    sa.Column("lobby", sa.BigInteger),
    sa.Column("tour", sa.Boolean, nullable=False, server_default=sa.true()),
    of_server("to keep the message with its open seats and results", Time.CHANGED),
    sa.Column("lobby_message", sa.BigInteger),
    sa.Column("ready", sa.BigInteger),
    of_server("to welcome its managers once", Time.RENEWED),
    sa.Column("welcomed_ms", sa.BigInteger),
    of_server("to tell of each new version once", Time.RENEWED),
    sa.Column("told", sa.String(32)),
    sa.CheckConstraint("place IN ('thread', 'here')", "place"),
)
"""What the managers of a server have chosen for it, as `Server` has it."""

server_blocks = table(
    "server_blocks",
    of_server("where somebody may play no matches", Time.CHANGED),
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    of_person("who may not play there", After.SEALED, Time.CHANGED),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
)
"""Whom the managers of a server keep from its matches."""

server_limits = table(
    "server_limits",
    of_server("what one person may cause there", Time.CHANGED),
    sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("running", sa.SmallInteger),
    sa.Column("alone", sa.SmallInteger),
    sa.Column("started", sa.SmallInteger),
    sa.Column("challenges", sa.SmallInteger),
    sa.CheckConstraint("running > 0", "running"),
    sa.CheckConstraint("alone > 0", "alone"),
    sa.CheckConstraint("started > 0", "started"),
    sa.CheckConstraint("challenges > 0", "challenges"),
)
"""What one person may cause on a server; where a figure is null, that of the host goes."""
