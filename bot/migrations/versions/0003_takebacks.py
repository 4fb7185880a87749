"""Turns can be taken back: a kind of offer, and a kind of line on the log."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _offers("'draw', 'takeback', 'cancel'", sa.String(8))
    _kinds("'act', 'roll', 'lapse', 'forfeit', 'takeback'", sa.String(8))


def downgrade() -> None:
    op.execute(
        "UPDATE matches SET offer = NULL, offer_seat = NULL, offer_revision = NULL"
        " WHERE offer = 'takeback'"
    )
    _offers("'draw', 'cancel'", sa.String(6))
    _kinds("'act', 'roll', 'lapse', 'forfeit'", sa.String(7))


def _offers(known: str, kind: sa.String) -> None:
    with op.batch_alter_table("matches") as table:
        table.drop_constraint(op.f("ck_matches_offer"), type_="check")
        table.alter_column("offer", type_=kind, existing_nullable=True)
        table.create_check_constraint(op.f("ck_matches_offer"), f"offer IN ({known})")


def _kinds(known: str, kind: sa.String) -> None:
    with op.batch_alter_table("log", table_kwargs={"sqlite_with_rowid": False}) as table:
        table.drop_constraint(op.f("ck_log_kind"), type_="check")
        table.alter_column("kind", type_=kind, existing_nullable=False)
        table.create_check_constraint(op.f("ck_log_kind"), f"kind IN ({known})")
