"""Matches may count for the Tour, whose game changes every fortnight."""

import sqlalchemy as sa
from alembic import op

revision = "0116"
down_revision = "0112"


def upgrade() -> None:
    op.add_column("matches", sa.Column("tour", sa.SmallInteger()))
    toured = sa.text("tour IS NOT NULL")
    op.create_index(
        "ix_matches_tour",
        "matches",
        ["tour", "guild"],
        sqlite_where=toured,
        postgresql_where=toured,
    )
    tour = sa.Column("tour", sa.Boolean(), nullable=False, server_default=sa.true())
    op.add_column("servers", tour)
