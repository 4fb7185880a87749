"""Who may see where somebody stands, and the pages people have shared."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    with op.batch_alter_table("preferences") as table:
        seen = sa.Column("seen", sa.String(10), server_default="server", nullable=False)
        table.add_column(seen)
        table.create_check_constraint(
            op.f("ck_preferences_seen"), "seen IN ('hidden', 'server', 'everywhere')"
        )
    op.create_index("ix_preferences_seen", "preferences", ["seen"])
    op.create_index("ix_blocks_blocked", "blocks", ["blocked"])
    op.create_table(
        "shares",
        sa.Column("person", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("messages", sa.SmallInteger(), nullable=False),
        sa.CheckConstraint("messages > 0", name=op.f("ck_shares_messages")),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_shares")),
        sqlite_with_rowid=False,
    )
