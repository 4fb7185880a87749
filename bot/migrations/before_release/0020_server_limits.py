"""Servers' own limits on what one person may cause there."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

LIMITS = ("running", "alone", "started", "challenges")


def upgrade() -> None:
    op.create_table(
        "server_limits",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        *(sa.Column(name, sa.SmallInteger(), nullable=True) for name in LIMITS),
        *(sa.CheckConstraint(f"{one} > 0", name=op.f(f"ck_server_limits_{one}")) for one in LIMITS),
        sa.PrimaryKeyConstraint("guild", name=op.f("pk_server_limits")),
        sqlite_with_rowid=False,
    )
