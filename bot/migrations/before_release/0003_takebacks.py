"""Turns can be taken back: a kind of offer, and a kind of line on the log."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    offers = "offer IN ('draw', 'takeback', 'cancel')"
    with op.batch_alter_table("matches") as table:
        table.drop_constraint(op.f("ck_matches_offer"), type_="check")
        table.alter_column("offer", type_=sa.String(8), existing_nullable=True)
        table.create_check_constraint(op.f("ck_matches_offer"), offers)
    kinds = "kind IN ('act', 'roll', 'lapse', 'forfeit', 'takeback')"
    with op.batch_alter_table("log", table_kwargs={"sqlite_with_rowid": False}) as table:
        table.drop_constraint(op.f("ck_log_kind"), type_="check")
        table.alter_column("kind", type_=sa.String(8), existing_nullable=False)
        table.create_check_constraint(op.f("ck_log_kind"), kinds)
