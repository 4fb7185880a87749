"""The moderator who has called a match off to free its channel."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("matches", sa.Column("closer", sa.BigInteger()))
    op.add_column("matches", sa.Column("closer_name", sa.Text()))
