"""A match may live on no server: in direct messages, or in letters."""

import sqlalchemy as sa
from alembic import op

revision = "0110"
down_revision = "0108"


def upgrade() -> None:
    with op.batch_alter_table("matches") as table:
        table.alter_column("place", existing_type=sa.String(6), type_=sa.String(7))
        table.drop_constraint(op.f("ck_matches_place"), type_="check")
        table.create_check_constraint(
            op.f("ck_matches_place"), "place IN ('thread', 'here', 'direct', 'letters')"
        )
