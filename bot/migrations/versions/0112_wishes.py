"""People may be ready to play: they are drawn opponents by their wishes."""

import sqlalchemy as sa
from alembic import op

revision = "0112"
down_revision = "0114"

NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("servers", sa.Column("ready", sa.BigInteger()))
    drawn = sa.Column("drawn", sa.Boolean(), nullable=False, server_default=sa.false())
    op.add_column("matches", drawn)
    op.create_table(
        "wishes",
        sa.Column("person", NUMBER, autoincrement=False, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("kinds", sa.Text(), nullable=False),
        sa.Column("paces", sa.String(40), nullable=False),
        sa.Column("points", sa.String(6), nullable=False),
        sa.Column("most", sa.SmallInteger(), nullable=False),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.Column("pressed_ms", sa.BigInteger(), nullable=False),
        sa.Column("paired_ms", sa.BigInteger()),
        sa.Column("offered_ms", sa.BigInteger()),
        sa.CheckConstraint("points IN ('either', 'only', 'none')", name=op.f("ck_wishes_points")),
        sa.CheckConstraint("most BETWEEN 1 AND 5", name=op.f("ck_wishes_most")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_wishes")),
    )
    op.create_index("ix_wishes_guild", "wishes", ["guild", "since_ms"])
    op.create_index("ix_wishes_pressed", "wishes", ["pressed_ms"])
    op.create_table(
        "pairings",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hour", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("match", sa.String(8)),
        sa.Column("since_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_pairings_match")),
        sa.PrimaryKeyConstraint("person", "hour", name=op.f("pk_pairings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_pairings_match", "pairings", ["match"])
    op.create_index("ix_pairings_hour", "pairings", ["hour"])
