"""People may want the board in words first in all that only they read."""

import sqlalchemy as sa
from alembic import op

revision = "0107"
down_revision = "0106"


def upgrade() -> None:
    text_first = sa.Column("text_first", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("preferences", text_first)
