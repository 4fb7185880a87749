"""Flags are their own match's business; what computers have to do is found without a search."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

_COMPUTING = {
    "sqlite_where": sa.text("computer IS NOT NULL AND acting IS 1"),
    "postgresql_where": sa.text("computer IS NOT NULL AND acting IS true"),
}
_CONSENT = {
    "sqlite_where": sa.text("consent IS NOT NULL"),
    "postgresql_where": sa.text("consent IS NOT NULL"),
}


def upgrade() -> None:
    op.drop_column("players", "lost_ms")
    op.drop_column("holders", "lost_ms")
    op.drop_column("holders", "acted_ms")
    op.drop_index("ix_players_computer", "players")
    op.create_index("ix_players_computing", "players", ["match"], **_COMPUTING)
    op.create_index("ix_players_consent", "players", ["match"], **_CONSENT)
    op.create_index("ix_boards_message", "boards", ["message"])
