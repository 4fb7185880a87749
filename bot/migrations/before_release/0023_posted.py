"""Links to the boards of past turns."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    op.create_table(
        "posted",
        sa.Column("match", sa.String(8), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_posted_revision")),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_posted_match")),
        sa.PrimaryKeyConstraint("match", "revision", name=op.f("pk_posted")),
        sqlite_with_rowid=False,
    )
