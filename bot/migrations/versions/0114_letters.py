"""Seats that are open everywhere are found by their age; phrases are counted, reports kept."""

import sqlalchemy as sa
from alembic import op

revision = "0114"
down_revision = "0110"


def upgrade() -> None:
    seats = sa.text("guild = 0 AND phase = 'open'")
    op.create_index(
        "ix_matches_seats", "matches", ["created_ms"], sqlite_where=seats, postgresql_where=seats
    )
    phrases = sa.Column("phrases", sa.SmallInteger(), server_default="0", nullable=False)
    op.add_column("attention", phrases)
    op.create_table(
        "reports",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_reports_match")),
        sa.PrimaryKeyConstraint("match", "person", name=op.f("pk_reports")),
        sqlite_with_rowid=False,
    )
