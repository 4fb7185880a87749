"""Who has called a match off because they manage the place it had taken."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.add_column("matches", sa.Column("closer", sa.BigInteger()))
    op.add_column("matches", sa.Column("closer_name", sa.Text()))


def downgrade() -> None:
    # Records of the time before know no such end.
    op.execute("UPDATE matches SET reason = 'cancelled' WHERE reason = 'closed'")
    op.execute("UPDATE log SET text = 'cancelled' WHERE kind = 'forfeit' AND text = 'closed'")
    with op.batch_alter_table("matches") as table:
        table.drop_column("closer_name")
        table.drop_column("closer")
