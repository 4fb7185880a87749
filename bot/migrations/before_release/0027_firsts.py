"""Whether what somebody has done for the first time is shown."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"


def upgrade() -> None:
    with op.batch_alter_table("preferences") as table:
        table.add_column(
            sa.Column("firsts", sa.Boolean(), server_default=sa.true(), nullable=False)
        )
