"""Points: which matches count, where people stand, and the results that have brought them there.

Matches from before count for nothing, running or over: nobody had agreed to more.
"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    unrated = sa.Column("unrated", sa.String(16), server_default="earlier", nullable=True)
    op.add_column("matches", unrated)
    op.create_table(
        "ratings",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("volatility", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("losses", sa.Integer(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("games = wins + draws + losses", name=op.f("ck_ratings_games")),
        sa.CheckConstraint(
            "wins >= 0 AND draws >= 0 AND losses >= 0", name=op.f("ck_ratings_counts")
        ),
        sa.CheckConstraint("deviation > 0 AND deviation <= 350", name=op.f("ck_ratings_deviation")),
        sa.PrimaryKeyConstraint("person", "pool", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_pool", "ratings", ["pool", "rating"])
    serial = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "rated",
        sa.Column("serial", serial, nullable=False),
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("person", sa.BigInteger(), nullable=False),
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.String(5), nullable=False),
        sa.Column("reason", sa.String(8), nullable=False),
        sa.Column("before", sa.Double(), nullable=False),
        sa.Column("after", sa.Double(), nullable=False),
        sa.Column("deviation_before", sa.Double(), nullable=False),
        sa.Column("deviation_after", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("fresh", sa.Boolean(), nullable=False),
        sa.CheckConstraint("seat >= 0", name=op.f("ck_rated_seat")),
        sa.CheckConstraint("result IN ('won', 'lost', 'drawn')", name=op.f("ck_rated_result")),
        sa.CheckConstraint("reason IN ('ended', 'replaced')", name=op.f("ck_rated_reason")),
        sa.CheckConstraint("games > 0", name=op.f("ck_rated_games")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_rated_match")),
        sa.PrimaryKeyConstraint("serial", name=op.f("pk_rated")),
        sa.UniqueConstraint("match", "seat", name=op.f("uq_rated_match_seat")),
    )
    op.create_index("ix_rated_person", "rated", ["person", "pool", "at_ms"])
    op.create_index("ix_rated_guild", "rated", ["guild", "pool", "at_ms"])
    op.create_index("ix_rated_pool", "rated", ["pool", "serial"])
