"""What the managers of a server have said and chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


WITHOUT_ROWID = {"sqlite_with_rowid": False}


def upgrade() -> None:
    op.add_column("matches", sa.Column("closer_reason", sa.Text()))
    with op.batch_alter_table("servers", table_kwargs=WITHOUT_ROWID) as table:
        table.alter_column("locale", existing_type=sa.String(16), nullable=True)
        for name, longest in (("theme", 8), ("pace", 6), ("place", 6)):
            table.add_column(sa.Column(name, sa.String(longest)))
        rated = sa.Column("rated", sa.Boolean(), server_default=sa.true(), nullable=False)
        table.add_column(rated)
        for name in ("channels", "roles"):
            table.add_column(sa.Column(name, sa.Text(), server_default="", nullable=False))
        for name in ("welcomed_ms", "announcements"):
            table.add_column(sa.Column(name, sa.BigInteger()))
        table.add_column(sa.Column("told", sa.String(32)))
        places = "place IN ('thread', 'here')"
        table.create_check_constraint(op.f("ck_servers_place"), places)
    op.create_table(
        "server_blocks",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild", "user", name=op.f("pk_server_blocks")),
        sqlite_with_rowid=False,
    )
