"""The offers a player's opponents have declined since that player's last turn."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    declined = sa.Column("declined", sa.String(40), server_default="", nullable=False)
    op.add_column("players", declined)
