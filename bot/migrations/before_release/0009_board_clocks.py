"""The state of the clocks that each board shows."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    told = sa.Column("clock_ms", sa.BigInteger(), server_default="0", nullable=False)
    op.add_column("boards", told)
