"""People the bot has met, with their client's language; an index of refusals to be reported."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

_UNTOLD = sa.text("told IS false")
_UNTOLD_LITE = sa.text("told IS 0")


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column(
            "user",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            autoincrement=False,
            nullable=False,
        ),
        sa.Column("client", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_people")),
    )
    op.create_index(
        "ix_dm_refusals_user",
        "dm_refusals",
        ["user"],
        sqlite_where=_UNTOLD_LITE,
        postgresql_where=_UNTOLD,
    )
