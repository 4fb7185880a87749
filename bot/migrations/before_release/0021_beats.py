"""The heart beats for every shard, so that an outage of one is given back to its matches alone."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    op.create_table(
        "beats",
        sa.Column("shards", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("shard", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("shard >= 0 AND shard < shards", name=op.f("ck_beats_shard")),
        sa.PrimaryKeyConstraint("shards", "shard", name=op.f("pk_beats")),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO beats SELECT 1, 0, at_ms FROM heartbeat")
    op.drop_table("heartbeat")
