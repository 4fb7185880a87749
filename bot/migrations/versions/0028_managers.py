"""What the managers of a server have said and chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    op.add_column("matches", sa.Column("closer_reason", sa.Text()))
