"""An index of the finished matches whose moves are still kept, by their end."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"


def upgrade() -> None:
    kept = sa.text("reason IS NOT NULL AND position != ''")
    op.create_index(
        "ix_matches_kept", "matches", ["updated_ms"], sqlite_where=kept, postgresql_where=kept
    )
