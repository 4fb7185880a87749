"""Players of private games get their own boards by direct message unless they say otherwise."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    with op.batch_alter_table("preferences") as table:
        table.alter_column("boards_by_dm", existing_type=sa.Boolean(), server_default=sa.true())
    op.execute("UPDATE preferences SET boards_by_dm = true")  # nobody could choose before
