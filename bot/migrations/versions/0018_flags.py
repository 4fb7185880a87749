"""Flags are their own match's business: what remembered a loss elsewhere goes."""

from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.drop_column("players", "lost_ms")
    op.drop_column("holders", "lost_ms")
    op.drop_column("holders", "acted_ms")
