"""The bot's own upkeep: posted messages, owed pings, published commands."""

import sqlalchemy as sa
from alembic import op


def create() -> None:
    """Make the tables."""
    op.create_table(
        "beats",
        sa.Column("shards", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("shard >= 0 AND shard < shards", name=op.f("ck_beats_shard")),
        sa.PrimaryKeyConstraint("shards", "shard", name=op.f("pk_beats")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("application", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("id", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("application", "name", name=op.f("pk_commands")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_blocks",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", name=op.f("pk_server_blocks")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "server_limits",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("running", sa.SmallInteger(), nullable=True),
        sa.Column("alone", sa.SmallInteger(), nullable=True),
        sa.Column("started", sa.SmallInteger(), nullable=True),
        sa.Column("challenges", sa.SmallInteger(), nullable=True),
        sa.CheckConstraint("alone > 0", name=op.f("ck_server_limits_alone")),
        sa.CheckConstraint("challenges > 0", name=op.f("ck_server_limits_challenges")),
        sa.CheckConstraint("running > 0", name=op.f("ck_server_limits_running")),
        sa.CheckConstraint("started > 0", name=op.f("ck_server_limits_started")),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_server_limits")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "servers",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("locale", sa.String(length=16), nullable=True),
        sa.Column("theme", sa.String(length=8), nullable=True),
        sa.Column("pace", sa.String(length=6), nullable=True),
        sa.Column("place", sa.String(length=6), nullable=True),
        sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False),
        sa.Column("channels", sa.Text(), server_default="", nullable=False),
        sa.Column("roles", sa.Text(), server_default="", nullable=False),
        sa.Column("welcomed_ms", sa.BigInteger(), nullable=True),
        sa.Column("announcements", sa.BigInteger(), nullable=True),
        sa.Column("told", sa.String(length=32), nullable=True),
        sa.CheckConstraint("place IN ('thread', 'here')", name=op.f("ck_servers_place")),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_servers")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "boards",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("audience", sa.String(length=32), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("proofs", sa.String(length=255), server_default="", nullable=False),
        sa.Column("earlier", sa.String(length=255), server_default="", nullable=False),
        sa.Column("clock_ms", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("absences", sa.String(length=63), server_default="", nullable=False),
        sa.CheckConstraint("revision >= -1", name=op.f("ck_boards_revision")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_boards_match")),
        sa.PrimaryKeyConstraint("match", "audience", name=op.f("pk_boards")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_boards_message"), "boards", ["message"])
    op.create_table(
        "pings",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=9), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('turn', 'reminder', 'notice', 'challenge', 'offer', 'flag', 'end',"
            " 'vacation', 'follow')",
            name=op.f("ck_pings_kind"),
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_pings_match")),
        sa.PrimaryKeyConstraint("match", "user", "kind", name=op.f("pk_pings")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_pings_at_ms"), "pings", ["at_ms"])
    op.create_table(
        "posted",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_posted_revision")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_posted_match")),
        sa.PrimaryKeyConstraint("match", "revision", name=op.f("pk_posted")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "unfollowed",
        sa.Column("match", sa.String(length=8), nullable=False),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_unfollowed_match")),
        sa.PrimaryKeyConstraint("match", name=op.f("pk_unfollowed")),
        sqlite_with_rowid=False,
    )
