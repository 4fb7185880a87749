"""A server may have a lobby: a message that shows the open seats and results of a channel."""

import sqlalchemy as sa
from alembic import op

revision = "0108"
down_revision = "0107"


def upgrade() -> None:
    for name in ("lobby", "lobby_message"):
        op.add_column("servers", sa.Column(name, sa.BigInteger()))
