"""It is kept for a while that somebody has had all about them deleted, so that limits hold."""

import sqlalchemy as sa
from alembic import op

revision = "0106"
down_revision = "0105"


def upgrade() -> None:
    op.create_table(
        "departed",
        sa.Column("digest", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("digest < 0", name=op.f("ck_departed_it_names_nobody")),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_departed")),
        sqlite_with_rowid=False,
    )
