"""The players each board shows as absent."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    told = sa.Column("absences", sa.String(63), server_default="", nullable=False)
    op.add_column("boards", told)
