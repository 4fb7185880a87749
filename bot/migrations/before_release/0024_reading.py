"""Analyses that are kept with their matches, notes on turns, and matches that are followed."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"

WITHOUT_ROWID = {"sqlite_with_rowid": False}
PINGS = (
    "kind IN ('turn', 'reminder', 'notice', 'challenge', 'offer', 'flag', 'end', 'vacation',"
    " 'follow')"
)


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
    op.create_table(
        "follows",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_follows_match")),
        sa.PrimaryKeyConstraint("match", "user", name=op.f("pk_follows")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_follows_user", "follows", ["user"])
    op.create_table(
        "notes",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("turn", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_notes_match")),
        sa.PrimaryKeyConstraint("match", "user", "turn", name=op.f("pk_notes")),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_notes_user", "notes", ["user"])
    with op.batch_alter_table("pings", table_kwargs=WITHOUT_ROWID) as table:
        table.drop_constraint(op.f("ck_pings_kind"), type_="check")
        table.create_check_constraint(op.f("ck_pings_kind"), PINGS)
