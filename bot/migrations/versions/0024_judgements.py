"""Analyses that are kept with their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    op.create_table(
        "judgements",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("value", sa.Double(), nullable=True),
        sa.Column("lost", sa.Double(), nullable=True),
        sa.Column("best", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "(value IS NULL) = (best IS NULL) AND (lost IS NULL) = (best IS NULL)",
            name=op.f("ck_judgements_all_or_nothing"),
        ),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_judgements_match")),
        sa.PrimaryKeyConstraint("match", "turn", name=op.f("pk_judgements")),
        sqlite_with_rowid=False,
    )
